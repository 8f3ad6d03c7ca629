"""What must hold of Queue 4, what is expected, and why."""
