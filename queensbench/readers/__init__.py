"""Three readers of one text: the interpreter, the native code, and what they are lowered from."""
