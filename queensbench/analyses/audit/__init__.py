"""The audit: every property and ruling of every mode, and the lock of verdicts."""
