"""The Queen's Collection (queens-collection.en, queens-collection.de).

``cards``      colours, box cards, pawn cards, levels, piles: what all modes share
``sorting``    the table of booklet 1
``deal``       its set-up: the pawns are dealt by pawn cards
``exchange``   exchanging pawns, a wild alone, fresh cards, drawing back
``possible``   what a player could do, for rulings that ask so
``scoring``    boxes sorted and pawns astray
``together``   the cooperative game: turns, passes, the end
``trade``      its trades, and wilds that move freely by ruling
``solo``       the solo game
``modes``      both games, their instances, their picture

``against_table``   the table of booklet 2, and whose turn it is
``against_round``   its match: set-up, deals, the end of a round, points
``against_reveal``  the first phase of a turn: revealing cards
``against_pairs``   the second phase: pairs of cards for pawns
``against_swap``    the second phase: exchanging cards
``against``         the competitive game, its instances and its picture
``teams``           the game of two teams
"""
