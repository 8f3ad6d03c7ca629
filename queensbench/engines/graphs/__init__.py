"""Questions about the graph of all states: reachable ends, loops, ends under fair chance."""
