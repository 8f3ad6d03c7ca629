"""Systems made of other systems: mutants, flips, effects in another order, the state before, two versions."""
