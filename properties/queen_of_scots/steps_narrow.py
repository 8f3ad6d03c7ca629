"""What single readings of Queen of Scots bar or leave to a player with little: counted, or denied and a play found.

As in ``steps_readings`` what a reading lets a player do is denied, and shown under it.
"""

from __future__ import annotations

from model.queen_of_scots.able import all_barred, must_place
from model.queen_of_scots.cards import IS_ROYAL, Card, Player, Sort
from model.queen_of_scots.table import Phase, State
from properties.queen_of_scots.steps import heap, held, lying, round_over, undrawn
from properties.queen_of_scots.steps_readings import has_its_sort, of_its_sort, sets_as_in_the_house
from queensbench.language import fails, holds, rule, step
from spec.queen_of_scots.dealing import JewelsRoyal, SameCard
from spec.queen_of_scots.pile import (
    JewelTarget,
    RestOfPile,
    RestWithWilds,
    SecondSet,
    TakeEmptiesHand,
    TopLaid,
)
from spec.queen_of_scots.rulings import r
from spec.queen_of_scots.sets import GoingOut, InitialSet, JewelAnySet, RoyalGrowth, SetSize, ThreeJewels
from spec.queen_of_scots.turns import (
    DeckEmpty,
    DeckEmptyTwice,
    DeckLastCard,
    DiscardJewel,
    DiscardTaken,
    LaidThisTurn,
)

FULL = ("full",)


@rule()
def has_like(s: State, card: Card) -> bool:
    """Whether the player on turn has a set of this card's figure, or of royals if it is one; no crown jewel."""
    return any(s.court[s.active, c] > 0 for c in Card) if IS_ROYAL[card] else s.laid[s.active, card] > 0


# ----------------------------------------------------------------------------------------- the last cards


@step(
    "step.last_set_joins",
    holds("By ruling `going_out` the last cards of a hand are laid together only to join what lies there."),
    clauses=("end.with_set", "take.two"),
    instances=FULL,
)
def last_set_joins_another(s: State, was: State) -> bool:
    """Three cards of the hand, or two with a pile of one card; asked where the figure tells each card."""
    p = was.active
    if r.going_out != GoingOut.NOT_NEW_SET or r.same_card == SameCard.WORTH:
        return True
    if not round_over(s) or held(s, p) > 0:
        return True
    if was.phase == Phase.PLAY and held(was, p) == 3 and heap(s) == heap(was):
        return r.second_set == SecondSet.JOINED and all(
            was.hand[p, card] == 0 or card == Card.JEWEL or has_like(was, card) for card in Card
        )
    if was.phase == Phase.PICK_UP and held(was, p) == 2 and heap(s) < heap(was) == 1:
        return was.top == Card.JEWEL or (r.second_set == SecondSet.JOINED and has_like(was, was.top))
    return True


@step(
    "last.taken_with_two",
    fails("The only two cards of a hand may take a pile of two, of which one stays.", blame=("take.two",)),
    under={TakeEmptiesHand.AT_ONCE: holds("Then the round is over.")},
    clauses=("take.two", "take.rest"),
    instances=FULL,
)
def last_two_never_take_two(s: State, was: State) -> bool:
    return (
        was.phase != Phase.PICK_UP
        or s.phase != Phase.PLAY
        or s.active != was.active
        or was.top == Card.JEWEL
        or held(was, was.active) != 2
        or heap(was) != 2
        or heap(s) > 0
        or (s.due and r.take_empties_hand == TakeEmptiesHand.AT_ONCE)  # what lies aside is laid later
    )


@step(
    "last.added_of_two",
    fails("Of two cards in hand one may be added to a set.", blame=("play.add",)),
    clauses=("play.add",),
    instances=FULL,
)
def none_of_two_is_added(s: State, was: State) -> bool:
    p = was.active
    return (
        was.phase != Phase.PLAY
        or s.phase != Phase.PLAY
        or s.active != p
        or held(was, p) != 2
        or held(s, p) != 1
        or heap(s) != heap(was)
    )


@step(
    "last.jewel_onto",
    fails("The crown jewel of a pile about as large as the hand may join a set.", blame=("jewels.take",)),
    under={
        JewelTarget.NEW_SET: holds("By ruling `jewel_target` it is laid with two others."),
        JewelTarget.WITH_JEWELS: holds("By ruling `jewel_target` it is laid with two others."),
    },
    clauses=("jewels.take", "jewels.at_once"),
    instances=FULL,
)
def no_jewel_of_a_large_pile_joins(s: State, was: State) -> bool:
    p = was.active
    return (
        was.phase != Phase.PICK_UP
        or was.top != Card.JEWEL
        or heap(was) + 1 < held(was, p)
        or heap(s) > 0
        or held(s, p) != held(was, p) + heap(was) - 1
        or lying(s, p, Card.JEWEL) != lying(was, p, Card.JEWEL) + 1
    )


@step(
    "other.bare_hand_leaves_the_rest",
    holds("Who takes the pile has all of it."),
    under={
        TakeEmptiesHand.AT_ONCE: fails(
            "A bare hand ends the round, and the rest stays.", blame=("take_empties_hand",)
        )
    },
    clauses=("take.rest", "pick_up.whole", "end.empty"),
    instances=FULL,
)
def no_rest_is_left(s: State, was: State) -> bool:
    return (
        was.phase != Phase.PICK_UP
        or not round_over(s)
        or held(s, was.active) > 0
        or heap(s) == 0
        or heap(s) == heap(was)
    )


# ---------------------------------------------------------------------------------------------- royals


@step(
    "last.regent_and_heir",
    fails("Two royals beside James and a jewel are a set.", blame=("royal.wild",)),
    clauses=("royal.together", "royal.wild"),
    instances=FULL,
)
def regent_and_heir_never_lie_together(s: State, was: State) -> bool:
    p = was.active
    return (
        was.phase != Phase.PLAY
        or heap(s) != heap(was)
        or held(s, p) != held(was, p) - 3
        or s.hand[p, Card.REGENT] != was.hand[p, Card.REGENT] - 1
        or s.hand[p, Card.HEIR] != was.hand[p, Card.HEIR] - 1
        or s.hand[p, Card.JEWEL] != was.hand[p, Card.JEWEL] - 1
    )


@step(
    "last.three_james",
    fails("Three copies of James are a set.", blame=("set.three",)),
    clauses=("royal.james", "set.three"),
    instances=FULL,
)
def three_james_never_come_down(s: State, was: State) -> bool:
    p = was.active
    return (
        was.phase != Phase.PLAY
        or heap(s) != heap(was)
        or held(s, p) != held(was, p) - 3
        or s.hand[p, Card.JAMES] != was.hand[p, Card.JAMES] - 3
    )


@step(
    "last.james_added",
    fails("A further copy of James joins royals.", blame=("add.matching",)),
    clauses=("royal.james", "add.matching"),
    instances=FULL,
)
def no_further_james_is_added(s: State, was: State) -> bool:
    """In each set of royals there is one already."""
    p = was.active
    return (
        was.phase != Phase.PLAY
        or heap(s) != heap(was)
        or held(s, p) != held(was, p) - 1
        or was.court[p, Card.JAMES] == 0
        or was.court[p, Card.JAMES] < was.courts[p]
        or s.court[p, Card.JAMES] != was.court[p, Card.JAMES] + 1
    )


@step(
    "last.royal_added",
    fails("A royal of whom no copy lies there joins royals.", blame=("add.matching",)),
    under={RoyalGrowth.COPIES_ONLY: holds("By ruling `royal_growth` copies alone do.")},
    clauses=("royal.together", "add.matching"),
    instances=FULL,
)
def no_new_royal_is_added(s: State, was: State, card: Card) -> bool:
    p = was.active
    return (
        was.phase != Phase.PLAY
        or heap(s) != heap(was)
        or held(s, p) != held(was, p) - 1
        or card == Card.JAMES
        or was.court[p, card] > 0
        or s.court[p, card] != 1
        or all(was.court[p, other] == 0 for other in Card)
        or s.wilds[p, Sort.JEWEL] < was.wilds[p, Sort.JEWEL]  # crown jewels become royals
    )


@step(
    "last.james_taken",
    fails("A further copy of James joins royals with the pile.", blame=("take.two",)),
    under={TopLaid.WITHIN_TURN: holds("By ruling `top_laid` it is put aside at first.")},
    clauses=("royal.james", "take.two"),
    instances=FULL,
)
def no_further_james_is_taken(s: State, was: State) -> bool:
    """There are more of them already than sets of royals."""
    p = was.active
    return (
        was.phase != Phase.PICK_UP
        or was.top == Card.JEWEL
        or heap(s) >= heap(was)
        or was.court[p, Card.JAMES] == 0
        or was.court[p, Card.JAMES] <= was.courts[p]
        or s.court[p, Card.JAMES] <= was.court[p, Card.JAMES]
    )


# ------------------------------------------------------------------------------------ uses by single readings


@step(
    "other.cook_mixed",
    holds("A cook and a maid never come down in one set."),
    under={SameCard.WORTH: fails("They are worth the same.", blame=("same_card",))},
    clauses=("set.no_mixing",),
    instances=FULL,
)
def no_cook_lies_with_a_maid(s: State, was: State) -> bool:
    p = was.active
    return (
        was.phase != Phase.PLAY
        or heap(s) != heap(was)
        or held(s, p) != held(was, p) - 3
        or s.hand[p, Card.COOK] >= was.hand[p, Card.COOK]
        or s.hand[p, Card.MAID] >= was.hand[p, Card.MAID]
    )


@step(
    "other.maid_to_cooks",
    holds("No maid joins cooks."),
    under={SameCard.WORTH: fails("They are worth the same.", blame=("same_card",))},
    clauses=("set.no_mixing", "add.matching"),
    instances=FULL,
)
def no_maid_joins_cooks(s: State, was: State) -> bool:
    """By ruling ``jewel_set`` she may join a set of crown jewels, which becomes hers."""
    p = was.active
    return (
        was.phase != Phase.PLAY
        or s.wilds[p, Sort.JEWEL] < was.wilds[p, Sort.JEWEL]
        or heap(s) != heap(was)
        or held(s, p) != held(was, p) - 1
        or was.laid[p, Card.COOK] == 0
        or was.laid[p, Card.MAID] > 0
        or s.laid[p, Card.MAID] != 1
    )


@step(
    "other.three_jewels",
    holds("Three crown jewels of a hand are no set."),
    under={
        ThreeJewels.SET: fails("They are one.", blame=("three_jewels",)),
        JewelsRoyal.ROYAL: fails("They are royals.", blame=("jewels_royal",)),
        InitialSet.FIRST_OF_PLAYER: fails(
            "Only a player's first set needs natural cards.", blame=("initial_set",)
        ),
    },
    clauses=("set.initial", "jewels.two"),
    instances=FULL,
)
def three_jewels_are_no_set(s: State, was: State) -> bool:
    p = was.active
    return (
        was.phase != Phase.PLAY
        or heap(s) != heap(was)
        or held(s, p) != held(was, p) - 3
        or s.hand[p, Card.JEWEL] != was.hand[p, Card.JEWEL] - 3
    )


@step(
    "other.pair_of_cooks",
    holds("The only two cooks of a hand are no set."),
    under={SetSize.TWO: fails("Two that match are one.", blame=("set_size",))},
    clauses=("set.three",),
    instances=FULL,
)
def two_cooks_are_no_set(s: State, was: State) -> bool:
    p = was.active
    return (
        was.phase != Phase.PLAY
        or heap(s) != heap(was)
        or held(s, p) != held(was, p) - 2
        or was.hand[p, Card.COOK] != 2
        or s.hand[p, Card.COOK] != 0
    )


@step(
    "other.only_jewel_given",
    holds("Nobody adds the only crown jewel of a hand to another's set."),
    under={JewelAnySet.ANYBODYS: fails("A jewel joins whatever set.", blame=("jewel_any_set",))},
    clauses=("jewels.add", "set.own_side"),
    instances=FULL,
)
def no_only_jewel_is_given(s: State, was: State, q: Player) -> bool:
    p = was.active
    return (
        was.phase != Phase.PLAY
        or heap(s) != heap(was)
        or q == p
        or was.hand[p, Card.JEWEL] != 1
        or s.hand[p, Card.JEWEL] != 0
        or lying(s, q, Card.JEWEL) != lying(was, q, Card.JEWEL) + 1
    )


@step(
    "other.jewel_taken_back",
    holds("A crown jewel that lies there stays there."),
    under={
        LaidThisTurn.UNTIL_DISCARD: fails("Until the discard it may be had back.", blame=("laid_this_turn",))
    },
    clauses=("table.no_reuse", "table.no_change"),
    instances=FULL,
)
def no_jewel_is_taken_back(s: State, was: State) -> bool:
    """A single one, and nothing else."""
    p = was.active
    return (
        was.phase != Phase.PLAY
        or heap(s) != heap(was)
        or s.phase != Phase.PLAY
        or held(s, p) != held(was, p) + 1
        or s.hand[p, Card.JEWEL] != was.hand[p, Card.JEWEL] + 1
    )


# ----------------------------------------------------------------------------- what must be, and what may not


@rule()
def could_be_laid(s: State, card: Card) -> bool:
    """Whether a card of the hand joins a set, or makes one with its like, three or two and a crown jewel."""
    jewels = s.hand[s.active, Card.JEWEL]
    if card == Card.JEWEL:
        return any(
            has_its_sort(s, other) or of_its_sort(s, other, other, False) > 1
            for other in Card
            if other != Card.JEWEL
        )
    number = of_its_sort(s, card, card, False)
    return has_its_sort(s, card) or number > 2 or (number == 2 and jewels > 0)


@step(
    "counted.must_place",
    holds("By ruling `rest_of_pile` a card that came with the pile has to be laid while it can be."),
    clauses=("take.rest.placed", "set.three", "add.matching"),
    instances=FULL,
)
def rest_that_could_be_laid(s: State, was: State) -> bool:
    """Asked under the house readings of what sets are, where crown jewels may help."""
    if s.phase != Phase.PLAY or r.rest_of_pile == RestOfPile.FREE or not sets_as_in_the_house():
        return True
    if r.rest_with_wilds != RestWithWilds.ALLOWED:
        return True
    return must_place(s) == any(
        s.picked[card] > 0 and s.hand[s.active, card] > 0 and could_be_laid(s, card) for card in Card
    )


@step(
    "counted.all_barred",
    holds("By ruling `discard_jewel` whoever has crown jewels alone can discard nothing."),
    clauses=("turn.discard",),
    instances=FULL,
)
def jewels_alone_are_barred(s: State, was: State) -> bool:
    if s.phase != Phase.PLAY or r.discard_jewel == DiscardJewel.ALLOWED:
        return True
    if r.discard_taken != DiscardTaken.ANY_CARD:
        return True
    return all_barred(s) == (held(s, s.active) == s.hand[s.active, Card.JEWEL])


@step(
    "step.aside_forgotten",
    holds("What was to be laid with the topmost card is forgotten when it has been laid."),
    clauses=("take.lay_top",),
    instances=FULL,
)
def nothing_stays_aside(s: State, was: State) -> bool:
    return s.due or s.aside_sort == Sort.COOK


@step(
    "step.choice_changes",
    holds(
        "A choice after which the same player still lays cards has changed the hand, or laid what lay aside."
    ),
    clauses=("play.choice",),
    instances=FULL,
)
def choice_changes_something(s: State, was: State) -> bool:
    p = was.active
    if was.phase != Phase.PLAY or s.phase != Phase.PLAY or s.active != p:
        return True
    return held(s, p) != held(was, p) or s.due != was.due


@step(
    "step.run_out_when_drawn",
    holds(
        "By ruling `deck_last_card` nobody's turn begins with an empty face-down pile that could be renewed."
    ),
    clauses=("pick_up.deck", "turn.pick_up"),
    instances=FULL,
)
def nobody_begins_without_a_pile(s: State, was: State) -> bool:
    """Nor, as `deck_empty` and `deck_empty_twice` say, with one that ends the round."""
    if r.deck_last_card != DeckLastCard.WHEN_DRAWN or r.deck_empty == DeckEmpty.NO_PICK_UP:
        return True
    if was.phase not in (Phase.PICK_UP, Phase.PLAY, Phase.AFTER) or s.active == was.active or undrawn(s) > 0:
        return True
    if s.phase not in (Phase.PICK_UP, Phase.PLAY):
        return True
    if r.deck_empty_twice == DeckEmptyTwice.STOPS and was.renewed:
        return False
    return r.deck_empty != DeckEmpty.ROUND_OVER and heap(s) <= 1
