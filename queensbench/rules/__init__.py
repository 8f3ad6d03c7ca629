"""The one text of the rules, checked: a mode at an instance as a typed system, and analyses of its text."""
