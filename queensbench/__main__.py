"""Lets `python -m queensbench` do what the command `queensbench` does."""

import sys

if __name__ == "__main__":
    try:
        from queensbench.cli import main
    except KeyboardInterrupt:
        sys.exit(130)
    sys.exit(main())
