"""The content of a project's report, collected from the files of the project and from its store."""
