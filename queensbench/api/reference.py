"""The reference reader under its public names."""

from queensbench.readers.interpreter import Interpreter, Step, Tally

__all__ = ["Interpreter", "Step", "Tally"]
