"""Proved claims written as SMT-LIB, naively, by an executor of their own, and decided again by other solvers."""
