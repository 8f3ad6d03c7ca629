"""Every state of an instance, breadth first (explicit-state model checking), up to symmetry if that is declared."""
