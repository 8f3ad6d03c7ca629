"""How strong properties and tests are, by the mutants that they notice."""
