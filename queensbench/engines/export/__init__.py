"""Instances in the formats of other tools, and walks by the interpreter alone."""
