"""Queue 4 (queue4.en).

``state``       cards, deck, Queues, discards: what all modes share
``turn``        a turn: aiming, turning up, joining or losing a Queue, shuffling a card back
``scoring``     the score and its ratings
``royal_ball``  The Royal Ball: opening Queues, effects of face cards
``bouquets``    Bouquets: moving cards for a price, naming the Bouquet, Groups
``campaign``    the Campaign: games in a row, tokens, the total
``both``        both variants in one game, and campaigns of variants
``modes``       the modes, their instances, their picture
"""
