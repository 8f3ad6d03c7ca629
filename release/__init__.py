"""How a release of this project is made: `python -m release VERSION`, which `make release VERSION=...` calls."""
