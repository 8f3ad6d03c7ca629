"""Quiet choices: decisions of a model that no sentence backs, and what becomes of each when it is taken otherwise."""
