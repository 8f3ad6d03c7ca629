"""Mutants of a model, judged: explored one by one, or played at full size."""
