"""Projects: finding, importing, making and loading them."""
