"""What two versions of a project's rules do otherwise, mode by mode."""
