"""The comparison of two readings of the rules over all states of an instance: their first differences."""
