"""How Sphinx builds the documentation; `make docs` turns its warnings into errors."""

from pathlib import Path

from queensbench import __version__
from queensbench.analyses.traceability.report import examined
from queensbench.rendering import traceability_pages

project = "Queensbench"
author = "Queensbench contributors"
project_copyright = "Queensbench contributors"
release = version = __version__

extensions = ["myst_parser", "sphinx.ext.autodoc"]
exclude_patterns = ["_build"]
source_suffix = {".md": "markdown"}

# Headlines can be linked to from other pages, down to this depth.
myst_heading_anchors = 3
myst_enable_extensions = ["deflist"]

html_theme = "furo"
html_title = f"Queensbench {version}"

# The clauses of the rulebooks in their own order, with what is known of them here and now; no engine runs for it.
traceability_pages.write(examined(), Path(__file__).parent / "trace")
