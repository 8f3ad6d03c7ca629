"""Lets `python -m queensbench` do what the command `queensbench` does."""

import sys

if __name__ == "__main__":
    try:
        from queensbench.cli import main
    except KeyboardInterrupt:
        sys.exit(130)
    except Exception as error:  # noqa: BLE001 - a broken installation is no verdict either
        from queensbench import internal

        sys.stderr.write(f"queensbench: {internal.line(error)}\n")
        sys.exit(internal.CODE)
    sys.exit(main())
