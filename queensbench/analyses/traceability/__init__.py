"""The links that rest on each sentence of a rulebook: evidence, and doubts that a change raises."""
