"""The register of Queue 4: what its rules say, with The Royal Ball, Bouquets and the Campaign.

The document is described by ``seeds/queue4.en.toml``; it prints the rules twice, and the printings differ here and
there. This folder holds ``clauses.toml``, the rules in our own words, one to a clause, each with the sentences of
either printing that state it, and beside it the rulings: the questions that the text leaves open, with the readings
that the game is played and judged by. The rulings stand in a module for each part of the rules and are put together
in ``rulings.py``. What no model can answer is in ``gaps.toml``.
"""
