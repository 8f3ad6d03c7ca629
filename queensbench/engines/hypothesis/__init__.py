"""State machines of Hypothesis that play a mode by its rules."""
