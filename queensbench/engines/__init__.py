"""Ways to find something out about rules: one package for each, and ``runtime``, on which all of them stand."""
