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
"""
