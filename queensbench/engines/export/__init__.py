"""Instances as other tools read them, and walks by the interpreter alone."""
