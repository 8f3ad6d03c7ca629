"""Three readers of one text (interpreter, machine code, symbols for z3), and their comparison."""
