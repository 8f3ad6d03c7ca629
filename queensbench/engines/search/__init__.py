"""Shortest plays to a target: bounded model checking, beams, lower bounds."""
