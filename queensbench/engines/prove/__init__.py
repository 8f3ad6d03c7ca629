"""Proofs by k-induction at full size, of all readings at once."""
