"""Adapters that engines of others take with them: each is one file that needs nothing else."""
