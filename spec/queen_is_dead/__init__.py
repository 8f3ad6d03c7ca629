"""The register of *The Queen Is Dead! Long Live the Queen!* (LudiCreations): what its rulebook says.

The document is described by ``seeds/queen-is-dead.en.toml``. This folder holds ``clauses.toml``, the
rules in our own words, one to a clause, each with the sentences that state it, and beside it the rulings:
the questions that the text leaves open, with the readings that the game is played and judged by.
"""
