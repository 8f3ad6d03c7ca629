"""The Queen Is Dead! Long Live the Queen! (queen-is-dead.en).

``state``      what lies on the table
``setup``      set-up: lines, Masters, the roll for the start
``turn``       a turn: the roll, the three cases, the order, repositioning, the end of the turn
``abilities``  the eleven characters
``endings``    tokens of one colour, the winning set, the Princess
``modes``      the one mode, its instances, its picture
"""
