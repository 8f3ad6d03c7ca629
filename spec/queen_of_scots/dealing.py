"""Queen of Scots: what the page leaves open about the cards, the deal and who begins."""

from __future__ import annotations

from queensbench.language import Reading, Rulings, ruling


class SameCard(Reading):
    """What makes two cards alike."""

    FIGURE = "The figure: cards are alike that show the same one."
    WORTH = "The worth: cards are alike that are worth the same, whatever they show."


class JamesCopies(Reading):
    """Which royals may occur twice in a set."""

    ANY_ROYAL = "They may as well; King James is the case that the deck holds."
    JAMES_ALONE = "They may not: King James alone may stand twice in a set of royals; of the others one each."


class JewelsRoyal(Reading):
    """Whether the crown jewels belong to the royal family."""

    APART = "No: they are wild and not royal."
    ROYAL = "Yes: two of them can open a set of royals; with others they are wild."


class JewelWorth(Reading):
    """What a crown jewel counts."""

    PRINTED = "What is printed on it, on the table as in hand."
    AS_REPLACED = (
        "In a set as much as the dearest card that could lie in its place; in a set of crown jewels alone, and "
        "in hand, what is printed."
    )
    NOTHING = "Nothing, on the table as in hand."


class FirstDealer(Reading):
    """How the first dealer is found."""

    CHOSEN = "The players do, freely."
    BY_LOT = "Nobody: chance decides."


class FirstPlayer(Reading):
    """Who has the opening turn of a round."""

    LEFT_OF_DEALER = "Of whoever deals the round."
    LEFT_OF_FIRST_DEALER = "Of the first dealer, in every round."
    LEFT_OF_CARD = "Of the deck with the turned-up card: whoever happens to sit there begins."


class TurnOrder(Reading):
    """In which direction the turns go round."""

    CLOCKWISE = "Yes: clockwise, from the first player on."
    ANTICLOCKWISE = "No: they go the other way round."


class TurnedUp(Reading):
    """What the turned-up card is for."""

    PILE = "Yes, and it can be taken from the first turn on."
    UNDER_DISCARDS = "Yes, but nobody takes the pile before something has been discarded."
    APART = "No: it stays where it is, no part of any pile."


class TurnedUpJewel(Reading):
    """A crown jewel is turned up at the deal."""

    STAYS = "Yes; the pile is taken as whenever a crown jewel lies on it."
    REPLACED = "No: it goes back into the deck and another card is turned up."


class NewRound(Reading):
    """What is carried over into the next round."""

    ALL_COLLECTED = "All of them come together, are mixed and dealt anew."
    SETS_STAY = "Sets stay on the table and count again; the other cards are mixed and dealt."


class DealingRulings(Rulings):
    """Rulings about the cards, the deal and who begins."""

    same_card: SameCard = ruling(
        SameCard.FIGURE,
        question="Sets are made of the same card, and no card is described: what has to be the same?",
        clauses=("set.three", "take.two", "add.matching", "card.value"),
        hole="missing component",
        why="Copies are spoken of by the name of the figure; worth is mentioned apart.",
        reasons={
            SameCard.FIGURE: "The one royal that is named has copies: a card is known by whom it shows.",
            SameCard.WORTH: "The number in the corner is the only thing that every card is said to bear.",
        },
        speaks={
            SameCard.FIGURE: ("royal.james",),
            SameCard.WORTH: ("card.value",),
        },
        errata={
            SameCard.FIGURE: "Cards match if they show the same figure.",
            SameCard.WORTH: "Cards match if they have the same value, whatever figure they show.",
        },
    )
    james_copies: JamesCopies = ruling(
        JamesCopies.ANY_ROYAL,
        question="Copies of King James may stand together: what of copies of another royal?",
        clauses=("royal.james", "royal.together"),
        hole="two-way",
        why="The parenthesis names what is included in a rule for any royal; it takes nobody out.",
        reasons={
            JamesCopies.ANY_ROYAL: "Any member goes with any other, and cards alike make a set in any case.",
            JamesCopies.JAMES_ALONE: "To name a single one would be idle if all were meant.",
        },
        speaks={
            JamesCopies.ANY_ROYAL: ("royal.together", "set.three"),
            JamesCopies.JAMES_ALONE: ("royal.james",),
        },
        errata={
            JamesCopies.ANY_ROYAL: (
                "A set of royals may hold several copies of any royal, not only of King James."
            ),
            JamesCopies.JAMES_ALONE: (
                "A set of royals may hold several copies of King James, but one copy only of each other royal. "
                "Three copies of one royal are a set of matching cards."
            ),
        },
    )
    jewels_royal: JewelsRoyal = ruling(
        JewelsRoyal.APART,
        question="Do crown jewels, which surely show a crown, count as members of the royal family?",
        clauses=("royal.mark", "jewels.wild", "royal.wild"),
        hole="missing component",
        why="Royals and wild cards are named side by side as two sorts throughout.",
        reasons={
            JewelsRoyal.APART: (
                "A wild card beside two royals is treated as something other than a third royal."
            ),
            JewelsRoyal.ROYAL: "A crown is the mark of the family, and these are its jewels.",
        },
        speaks={
            JewelsRoyal.APART: ("royal.wild", "set.initial"),
            JewelsRoyal.ROYAL: ("royal.mark",),
        },
        errata={
            JewelsRoyal.APART: "The crown jewels are wild cards; they are not members of the royal family.",
            JewelsRoyal.ROYAL: (
                "The crown jewels are wild cards, and they count as members of the royal family as well."
            ),
        },
    )
    jewel_worth: JewelWorth = ruling(
        JewelWorth.PRINTED,
        question="What is a crown jewel worth on the table and in hand?",
        clauses=("card.value", "score.table", "score.hand", "jewels.wild"),
        hole="missing component",
        why="Every card is said to print its own worth, and no sentence takes it away.",
        reasons={
            JewelWorth.PRINTED: "Worth is read off the card.",
            JewelWorth.AS_REPLACED: "A wild card is whatever it stands for.",
            JewelWorth.NOTHING: "It belongs to no figure, and a coin is only spoken of with royals.",
        },
        speaks={
            JewelWorth.PRINTED: ("card.value",),
            JewelWorth.AS_REPLACED: ("jewels.wild",),
            JewelWorth.NOTHING: ("royal.mark",),
        },
        errata={
            JewelWorth.PRINTED: "A crown jewel counts its printed value, on the table and in hand.",
            JewelWorth.AS_REPLACED: (
                "In a set a crown jewel counts as much as the most valuable card that could lie in its place. In "
                "hand, and in a set of crown jewels alone, it counts its printed value."
            ),
            JewelWorth.NOTHING: "A crown jewel counts nothing, on the table and in hand.",
        },
    )
    first_dealer: FirstDealer = ruling(
        FirstDealer.CHOSEN,
        question="Who chooses the player that deals first?",
        clauses=("setup.dealer",),
        hole="silent",
        why="The sentence tells the players to choose; chance is not spoken of.",
        reasons={
            FirstDealer.CHOSEN: "To choose is to do as one likes.",
            FirstDealer.BY_LOT: "Nobody is named who might choose, and the seat may be worth something.",
        },
        speaks={
            FirstDealer.CHOSEN: ("setup.dealer",),
            FirstDealer.BY_LOT: ("start.first",),
        },
        errata={
            FirstDealer.CHOSEN: "The players agree on a dealer for the first round.",
            FirstDealer.BY_LOT: "The dealer of the first round is drawn by lot.",
        },
    )
    first_player: FirstPlayer = ruling(
        FirstPlayer.LEFT_OF_DEALER,
        question="Left of whom does the player sit who goes first?",
        clauses=("start.first", "round.dealer", "setup.turned_up"),
        hole="two-way",
        why="A neighbour is a person's, and the only person in the paragraph is the one who deals.",
        reasons={
            FirstPlayer.LEFT_OF_DEALER: (
                "The dealer changes with the round, and the set-up is told of each dealer."
            ),
            FirstPlayer.LEFT_OF_FIRST_DEALER: (
                "The same sentence names the scorekeeper, whose task does not change hands."
            ),
            FirstPlayer.LEFT_OF_CARD: "That card is what the sentence before speaks of last.",
        },
        speaks={
            FirstPlayer.LEFT_OF_DEALER: ("setup.dealer", "round.dealer"),
            FirstPlayer.LEFT_OF_FIRST_DEALER: ("start.scorekeeper",),
            FirstPlayer.LEFT_OF_CARD: ("setup.turned_up",),
        },
        errata={
            FirstPlayer.LEFT_OF_DEALER: (
                "In every round the player to the left of that round's dealer has the first turn."
            ),
            FirstPlayer.LEFT_OF_FIRST_DEALER: (
                "In every round the player to the left of the first dealer has the first turn."
            ),
            FirstPlayer.LEFT_OF_CARD: (
                "The player who sits to the left of the turned-up card has the first turn."
            ),
        },
    )
    turn_order: TurnOrder = ruling(
        TurnOrder.CLOCKWISE,
        question="Dealing goes round clockwise: do the turns?",
        clauses=("round.dealer", "start.first"),
        hole="silent",
        why="The round starts on the dealer's left, which is where clockwise leads.",
        reasons={
            TurnOrder.CLOCKWISE: "It is the one direction that is named, and it leads to the first player.",
            TurnOrder.ANTICLOCKWISE: (
                "Only the deal is given a direction; no clause speaks of one for the turns."
            ),
        },
        speaks={
            TurnOrder.CLOCKWISE: ("start.first", "round.dealer"),
        },
        errata={
            TurnOrder.CLOCKWISE: "Turns pass clockwise.",
            TurnOrder.ANTICLOCKWISE: "Turns pass counterclockwise; only the deal passes clockwise.",
        },
    )
    turned_up: TurnedUp = ruling(
        TurnedUp.PILE,
        question="Is the card that the deal turns up the first of the discard pile?",
        clauses=("setup.turned_up", "discard.face_up", "pick_up.recent"),
        hole="silent",
        why="It lies face up where a pile is presupposed, and nothing else is done with it.",
        reasons={
            TurnedUp.PILE: (
                "The first turn already offers two piles, and this is the one card that lies open."
            ),
            TurnedUp.UNDER_DISCARDS: "The pile is had by the latest discard, and nobody discarded this card.",
            TurnedUp.APART: "It lies next to the deck; the pile is made by discarding.",
        },
        speaks={
            TurnedUp.PILE: ("pick_up.choice",),
            TurnedUp.UNDER_DISCARDS: ("pick_up.recent",),
            TurnedUp.APART: ("setup.turned_up", "discard.face_up"),
        },
        errata={
            TurnedUp.PILE: (
                "The card turned up is the first card of the face-up pile, and the first player may already take "
                "it."
            ),
            TurnedUp.UNDER_DISCARDS: (
                "The card turned up is the first card of the face-up pile. Nobody takes the pile before a card "
                "has been discarded on it."
            ),
            TurnedUp.APART: (
                "The card turned up stays beside the deck and is out of play for this round; the first discard "
                "begins the face-up pile."
            ),
        },
    )
    turned_up_jewel: TurnedUpJewel = ruling(
        TurnedUpJewel.STAYS,
        question="The card turned up at the deal is a crown jewel: does it stay?",
        clauses=("setup.turned_up", "jewels.take"),
        hole="silent",
        why="The page says under which condition a pile topped by this card is taken, however it got there.",
        reasons={
            TurnedUpJewel.STAYS: "Nothing is said of replacing a card.",
            TurnedUpJewel.REPLACED: (
                "A start that blocks the pile cannot be meant, and one card is to be turned up."
            ),
        },
        speaks={
            TurnedUpJewel.STAYS: ("jewels.take",),
            TurnedUpJewel.REPLACED: ("setup.turned_up",),
        },
        errata={
            TurnedUpJewel.STAYS: (
                "A crown jewel that is turned up at the deal stays; the pile is then taken as whenever a crown "
                "jewel is on top."
            ),
            TurnedUpJewel.REPLACED: (
                "If the card turned up at the deal is a crown jewel, shuffle it back into the deck and turn up "
                "another card."
            ),
        },
    )
    new_round: NewRound = ruling(
        NewRound.ALL_COLLECTED,
        question="What happens to the cards before the next round is dealt?",
        clauses=("round.dealer", "setup.shuffle", "table.still", "score.table"),
        hole="silent",
        why="A dealer's work is told once: mixing the deck and dealing; a deck is all playing cards.",
        reasons={
            NewRound.ALL_COLLECTED: "Each round has a dealer, and a dealer mixes the deck and deals.",
            NewRound.SETS_STAY: "Laid cards stay where they lie, and nobody is told to clear them away.",
        },
        speaks={
            NewRound.ALL_COLLECTED: ("setup.shuffle", "setup.hand"),
            NewRound.SETS_STAY: ("table.still",),
        },
        errata={
            NewRound.ALL_COLLECTED: (
                "Before each deal all cards are collected, from hands, piles and sets, and shuffled."
            ),
            NewRound.SETS_STAY: (
                "Sets stay on the table from round to round and count again each time; only the other cards are "
                "collected and shuffled."
            ),
        },
    )
