"""What a report of a project is made of, collected from what is committed with it and from its store."""
