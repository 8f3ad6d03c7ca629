"""What the rulebooks mean: a typed transition system for each ruleset."""
