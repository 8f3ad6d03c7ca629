"""Two readings of the rules side by side, over all states of an instance: where they part first."""
