"""The second reader: a system compiled to machine code through LLVM."""
