"""The engines: each examines a model in its own way, and knows no game."""
