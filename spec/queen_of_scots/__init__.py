"""The register of *Queen of Scots: The Card Game*: what its help page says.

The document is described by ``seeds/queen-of-scots.en.toml``. This folder holds ``clauses.toml``, the rules
in our own words, one to a clause, each with the sentences that state it; the rulings, the questions that the
text leaves open, gathered in ``rulings.py`` from one module for each part of the game; and ``gaps.toml``, the
questions that no model can express. No public source gives the deck: it is a parameter of every model.
"""
