"""Queue 4 (queue4.en).

``state``     cards, deck, Queues, discards: what all modes share
``turn``      a turn: aiming, turning up, joining or losing a Queue, shuffling a card back
``scoring``   the score and its ratings
``modes``     the modes, their instances, their picture
"""
