"""Hypothesis plays a mode: a state machine made of its rules."""
