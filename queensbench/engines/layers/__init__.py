"""Exploring beyond memory: breadth-first search by levels that stand in files as sorted, compressed runs."""
