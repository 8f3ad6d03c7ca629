"""What rests on which sentence of a rulebook: links, evidence, and what a change puts in doubt."""
