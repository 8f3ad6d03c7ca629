"""The register of *The Queen's Collection* (Queen Games): what its two booklets say, in English and in German.

The documents are described by ``seeds/queens-collection.en.toml`` and ``seeds/queens-collection.de.toml``.  This
folder holds ``clauses.toml``, the rules of all four modes in our own words, one to a clause, each with the sentences
of either language that state it, and beside it the rulings and the gaps: the questions that the texts leave open.
"""
