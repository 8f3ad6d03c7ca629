"""The one text of the rules, checked: a mode at an instance as a typed system, and what is read off it."""
