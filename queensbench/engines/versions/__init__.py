"""Two versions of the rules of a mode, compared: on boxes, by proof of all positions, in games with the same luck."""
