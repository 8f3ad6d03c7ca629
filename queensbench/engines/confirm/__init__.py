"""Proved claims, written naively as SMT-LIB by an executor of their own, and decided again by other solvers."""
