"""Lets `python -m queensbench` do what the command `queensbench` does."""

import sys

from queensbench.cli import main

if __name__ == "__main__":
    sys.exit(main())
