"""What the rulebooks say: per ruleset its clauses, in our own words, and rulings on what they leave open."""
