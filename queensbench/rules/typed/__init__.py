"""The typed intermediate form of rules: its nodes, their bounds, guards and the numbers of moves."""
