"""The reference games by other programs, beside Queensbench: ``python -m benchmarks --peers``.

Every program says what it has found, and no time is printed unless all have found the same.

``games``         the games and sizes, with their published counts
``contestants``   who explores: Queensbench, SPIN, C, plain Python; what is missing, and how each is made and run
``promela``       the games for SPIN
``c/``            the games in C, an explorer and a player
``plain_games``   the games in plain Python, an explorer and a player
``openspiel``     the games of OpenSpiel
``probe``         what runs in a Python of its own
``measuring``     counts held against each other, then rounds
``results``       what was measured, kept as JSON
``page``          that as Markdown tables and two charts
"""
