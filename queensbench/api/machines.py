"""Hypothesis's state machine of a mode under its public name."""

from queensbench.engines.hypothesis.state_machine import machine

__all__ = ["machine"]
