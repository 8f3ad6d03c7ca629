"""What follows from the graph of all states: reachable ends, loops, fair ends."""
