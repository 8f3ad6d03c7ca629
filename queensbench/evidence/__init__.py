"""What the engines have shown: plays, and the verdicts that rest on them."""
