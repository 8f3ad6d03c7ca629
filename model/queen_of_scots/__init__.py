"""Queen of Scots: The Card Game (queen-of-scots.en).

``cards``    the cards, of which the page shows none: copies and worth are parameters
``table``    what lies on the table, and how far the turn has come
``sets``     what is a set, what may join one, laying cards
``setup``    choosing the dealer, shuffling, dealing
``take``     taking the face-up pile
``turn``     picking up from the face-down pile, its end, the end of a turn
``play``     laying, adding, discarding, going out
``able``     whether a hand could be emptied, for the readings that ask so
``scoring``  points, the end of the game, who has won
``modes``    the one mode, its instances, its picture
"""
