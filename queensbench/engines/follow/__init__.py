"""Steps of a mode under readings that are known in part."""
