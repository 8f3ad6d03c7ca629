"""Lets `python -m queensbench` do what the command `queensbench` does."""

import sys

if __name__ == "__main__":
    try:
        from queensbench.surfaces.command.app import main
    except KeyboardInterrupt:
        sys.exit(130)
    except Exception as error:  # noqa: BLE001 - a broken installation is no verdict either
        from queensbench.evidence import internal_errors

        sys.stderr.write(f"queensbench: {internal_errors.line(error)}\n")
        sys.exit(internal_errors.CODE)
    sys.exit(main())
