"""The register: source documents, clauses, rulings and gaps, their consistency and their lock.

``seeds``
    manifests of the source documents: checksums and spans of their sentences, never their text;
``clauses``
    the rules in our own words, each with the units that state it.

Nothing here knows an engine, a reader or a game.
"""
