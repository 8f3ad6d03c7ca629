"""From Python syntax to the typed form: one module for each sort of construct."""
