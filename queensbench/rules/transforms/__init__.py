"""Systems made of other systems: mutants, effects in another order, the state before."""
