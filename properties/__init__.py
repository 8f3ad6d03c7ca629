"""What must hold: the properties of each ruleset, with what is expected of them and why."""
