"""Queen of Scots: what the page leaves open about sets."""

from __future__ import annotations

from queensbench.language import Reading, ruling
from spec.queen_of_scots.pile import PileRulings


class SetSize(Reading):
    """How many cards a new set has at least."""

    THREE = "No: three cards, wild ones included."
    ROYAL_PAIR = "Yes, if they are royals; others need three."
    TWO = "Yes: two that match, or two royals, are a set."


class InitialSet(Reading):
    """To which sets the rule for initial sets applies."""

    EACH = "Each set, as it is first laid."
    FIRST_OF_PLAYER = "A player's first set of the round; later ones need no natural cards."


class ThreeJewels(Reading):
    """Whether three crown jewels are a set."""

    NO_SET = "No: a set holds two natural cards that match, or two royals."
    SET = "Yes: they are three of the same card; two of them are none, even where two that match are a set."


class JewelSet(Reading):
    """What may join a set of crown jewels alone."""

    JEWELS_ONLY = "No: crown jewels alone may."
    FIRST_CARD = "Yes: any card may, and the set is one of its sort from then on."


class RoyalGrowth(Reading):
    """Which royals may join a set of royals."""

    ANY_ROYAL = "Any royal, to either sort of set."
    BY_ORIGIN = "Any royal to a mixed set; to one of copies of a single royal that royal alone."
    COPIES_ONLY = "Only copies of royals that lie in the set; mixing is for its start."


class RoyalWilds(Reading):
    """How many wild cards may go with royals, or with any two, at the start."""

    ANY_NUMBER = "No: as many as the player likes."
    ONE_WITH_ROYALS = "Yes, with royals at the start; with other cards any number goes."
    ONE = "Yes, at the start of any set; more may be added in later turns."


class JewelAnySet(Reading):
    """Whose sets a crown jewel may join."""

    OWN = "No: to one's own sets only."
    ANYBODYS = "Yes, whoever owns the set, and a jewel just taken with the pile too; the owner scores it."


class GoingOut(Reading):
    """How the last card may leave the hand."""

    ANY_WAY = "Yes: with a new set, onto a set, or by the discard."
    NOT_NEW_SET = "Yes, onto a set that lies there; a new set must leave a card."
    DISCARD_ONLY = "No: the last card is discarded, so a player always keeps one for it."


class SetRulings(PileRulings):
    """Rulings about sets."""

    set_size: SetSize = ruling(
        SetSize.THREE,
        question="A new set must hold two that match or two royals: are two cards enough?",
        clauses=("set.three", "set.initial", "royal.together", "jewels.two"),
        hole="contradictory",
        why="Three is stated as the size of a set; two is what natural cards it must hold among them.",
        reasons={
            SetSize.THREE: "A set is three or more, and with a wild card it is two and that.",
            SetSize.ROYAL_PAIR: "Royals are said to be paired.",
            SetSize.TWO: "Two is the number printed in capitals as the minimum for the start.",
        },
        speaks={
            SetSize.THREE: ("set.three", "jewels.two"),
            SetSize.ROYAL_PAIR: ("royal.together",),
            SetSize.TWO: ("set.initial",),
        },
        errata={
            SetSize.THREE: "Every set begins with three cards or more, wild cards included.",
            SetSize.ROYAL_PAIR: "Two royals are a set; every other set begins with three cards or more.",
            SetSize.TWO: "Two matching cards or two royals are a set.",
        },
    )
    initial_set: InitialSet = ruling(
        InitialSet.EACH,
        question="Is the initial set each set when it is laid, or a player's first set of the round?",
        clauses=("set.initial", "royal.wild"),
        hole="two-way",
        why=(
            "The sentence is about wild cards that go with a set, and opposes its start to what joins "
            "it later."
        ),
        reasons={
            InitialSet.EACH: "What is said next is how cards join a set that lies there.",
            InitialSet.FIRST_OF_PLAYER: (
                "Initial is what comes first, and wild cards are else without a limit."
            ),
        },
        speaks={
            InitialSet.EACH: ("set.initial", "add.wild"),
            InitialSet.FIRST_OF_PLAYER: ("set.wilds",),
        },
        errata={
            InitialSet.EACH: (
                "Every set, when it is first laid, holds two natural cards that match or two royals."
            ),
            InitialSet.FIRST_OF_PLAYER: (
                "A player's first set of a round holds two natural cards that match or two royals; later sets "
                "need no natural card."
            ),
        },
    )
    three_jewels: ThreeJewels = ruling(
        ThreeJewels.NO_SET,
        question="Are three crown jewels alike, and so a set?",
        clauses=("set.three", "set.initial", "jewels.wild", "jewels.unplayable"),
        hole="two-way",
        why=(
            "Else whoever holds two could always play the third, and the bar for an unplayable one "
            "would be idle."
        ),
        reasons={
            ThreeJewels.NO_SET: (
                "Wild cards and cards that match are two sorts, and a holder of two may be unable to play."
            ),
            ThreeJewels.SET: (
                "Three cards alike make a set, and two of these in hand are what matches a third."
            ),
        },
        speaks={
            ThreeJewels.NO_SET: ("set.initial", "jewels.unplayable"),
            ThreeJewels.SET: ("set.three", "jewels.take"),
        },
        errata={
            ThreeJewels.NO_SET: "Crown jewels alone are no set.",
            ThreeJewels.SET: "Three or more crown jewels are a set.",
        },
    )
    jewel_set: JewelSet = ruling(
        JewelSet.JEWELS_ONLY,
        question="Where a set of nothing but crown jewels is allowed: may natural cards join it?",
        clauses=("jewels.wild", "set.no_mixing", "add.matching"),
        hole="silent",
        why="Natural cards join cards that match them, and none lies there.",
        reasons={
            JewelSet.JEWELS_ONLY: "Unlike cards do not go into one set, and wild ones are what is added to others.",
            JewelSet.FIRST_CARD: "Being wild they stand for whatever card comes to them first.",
        },
        speaks={
            JewelSet.JEWELS_ONLY: ("set.no_mixing", "add.matching"),
            JewelSet.FIRST_CARD: ("jewels.wild",),
        },
        errata={
            JewelSet.JEWELS_ONLY: "Only crown jewels may be added to a set of crown jewels.",
            JewelSet.FIRST_CARD: (
                "Any card may be added to a set of crown jewels, which is a set of that card from then on."
            ),
        },
        found="encoding",
    )
    royal_growth: RoyalGrowth = ruling(
        RoyalGrowth.ANY_ROYAL,
        question=(
            "Which royals may be added to a set of royals, and to one that holds copies of a single royal?"
        ),
        clauses=("add.matching", "royal.together", "set.three"),
        hole="two-way",
        why="Royals go together whichever they are, and no other sort of set of royals is told of.",
        reasons={
            RoyalGrowth.ANY_ROYAL: "Any member of the family goes with any other.",
            RoyalGrowth.BY_ORIGIN: (
                "Three cards alike are an ordinary set, for which the ban on mixing was made."
            ),
            RoyalGrowth.COPIES_ONLY: (
                "Added cards must match, and wild cards and royals are spoken of for the start."
            ),
        },
        speaks={
            RoyalGrowth.ANY_ROYAL: ("royal.together",),
            RoyalGrowth.BY_ORIGIN: ("set.three", "set.no_mixing"),
            RoyalGrowth.COPIES_ONLY: ("add.matching", "royal.wild"),
        },
        errata={
            RoyalGrowth.ANY_ROYAL: "Any member of the royal family may be added to any set of royals.",
            RoyalGrowth.BY_ORIGIN: (
                "Any royal may be added to a set of different royals; to a set that holds copies of one royal, "
                "only further copies."
            ),
            RoyalGrowth.COPIES_ONLY: (
                "Only copies of royals that lie in a set may be added to it; different royals are put together "
                "only when a set begins."
            ),
        },
    )
    royal_wilds: RoyalWilds = ruling(
        RoyalWilds.ANY_NUMBER,
        question="A wild card is named in the singular with royals and with any two cards: is one the limit?",
        clauses=("royal.wild", "jewels.two", "set.wilds"),
        hole="contradictory",
        why="Any number is said outright, in the sentence that names the royals too.",
        reasons={
            RoyalWilds.ANY_NUMBER: "The general sentence sets no limit and speaks of both sorts of set.",
            RoyalWilds.ONE_WITH_ROYALS: "The paragraph on royals speaks of one wild card, twice.",
            RoyalWilds.ONE: "Both paragraphs on particular cards speak of a single one.",
        },
        speaks={
            RoyalWilds.ANY_NUMBER: ("set.wilds", "set.initial"),
            RoyalWilds.ONE_WITH_ROYALS: ("royal.wild", "royal.wild.two"),
            RoyalWilds.ONE: ("royal.wild", "jewels.two"),
        },
        errata={
            RoyalWilds.ANY_NUMBER: "Any number of wild cards may be laid with a new set, of royals too.",
            RoyalWilds.ONE_WITH_ROYALS: (
                "A new set of royals may hold one wild card; a new set of other cards any number."
            ),
            RoyalWilds.ONE: "A new set may hold one wild card; more may be added in later turns.",
        },
    )
    jewel_any_set: JewelAnySet = ruling(
        JewelAnySet.OWN,
        question="May a crown jewel be added to another player's set?",
        clauses=("jewels.add", "add.own"),
        hole="contradictory",
        why="One sentence limits where any card goes; the other tells what a wild card fits.",
        reasons={
            JewelAnySet.OWN: "Cards go onto one's own sets, without an exception.",
            JewelAnySet.ANYBODYS: (
                "Any set on the table is said, and the particular rule goes before the general one."
            ),
        },
        speaks={
            JewelAnySet.OWN: ("add.own", "add.any"),
            JewelAnySet.ANYBODYS: ("jewels.add",),
        },
        errata={
            JewelAnySet.OWN: "A crown jewel may be added only to one's own sets.",
            JewelAnySet.ANYBODYS: (
                "A crown jewel may be added to any player's set, and counts for the player on whose side it "
                "lies."
            ),
        },
    )
    going_out: GoingOut = ruling(
        GoingOut.ANY_WAY,
        question=(
            "A turn ends with a discard: may the last cards go into a set instead, leaving none to discard?"
        ),
        clauses=("turn.discard", "end.with_set", "end.with_discard"),
        hole="contradictory",
        why=(
            "The rule on the end of a round names both places for the last card and goes before the "
            "general one."
        ),
        reasons={
            GoingOut.ANY_WAY: "The last card may be placed with a set, new or old.",
            GoingOut.NOT_NEW_SET: (
                "A single last card is spoken of, which goes with a set that is on the table."
            ),
            GoingOut.DISCARD_ONLY: "Every turn ends with a discard.",
        },
        speaks={
            GoingOut.ANY_WAY: ("end.with_set",),
            GoingOut.NOT_NEW_SET: ("end.with_set", "set.three"),
            GoingOut.DISCARD_ONLY: ("turn.discard",),
        },
        errata={
            GoingOut.ANY_WAY: (
                "A player may go out by laying the last cards as a set, by adding the last card to one, or by "
                "discarding it; without cards there is no discard."
            ),
            GoingOut.NOT_NEW_SET: (
                "A player may go out by adding the last card to a set or by discarding it, but not by laying a "
                "new set."
            ),
            GoingOut.DISCARD_ONLY: (
                "A player goes out only by discarding the last card; a player who lays cards keeps one to "
                "discard."
            ),
        },
    )
