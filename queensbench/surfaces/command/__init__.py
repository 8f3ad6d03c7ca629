"""The command ``queensbench``: the application, its options, and one module for each command."""
