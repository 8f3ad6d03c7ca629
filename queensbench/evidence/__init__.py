"""Evidence: stored verdicts, plays, the lock of verdicts, and a small checker."""
