"""Queue 4 (queue4.en).

``state``          cards, deck, Queues, discards: what all modes share
``turn``           a turn: aiming, turning up, joining a Queue
``losing``         losing a Queue, the fourth discard of a rank
``returning``      shuffling a card back
``endings``        the end of a turn and of a game
``scoring``        the score and its ratings
``opening``        The Royal Ball: its opening Queues
``royal_ball``     The Royal Ball: the effects of face cards
``bouquets``       Bouquets: moving cards for a price, naming the Bouquet
``bouquet_score``  Bouquets: the Groups, the score
``campaign``       the Campaign: games in a row, tokens, the total
``both``           both variants in one game, and campaigns of variants
``modes``          the modes, their instances, their picture
"""
