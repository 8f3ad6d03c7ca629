"""Of each ruling, whether it matters, how, and how often."""
