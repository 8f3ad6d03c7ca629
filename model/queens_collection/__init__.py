"""The Queen's Collection (queens-collection.en, queens-collection.de).

``cards``     colours, box cards, pawn cards, levels: what all modes share
"""
