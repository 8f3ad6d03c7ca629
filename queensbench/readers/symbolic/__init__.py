"""The third reader: rules executed on symbols, for z3."""
