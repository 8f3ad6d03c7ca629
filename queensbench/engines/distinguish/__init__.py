"""Whether two readings can part at all, asked of z3 at full size; and random games that show where."""
