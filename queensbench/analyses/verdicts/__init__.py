"""The properties of one mode judged: exhausted, sampled, proved; and the rows that say so."""
