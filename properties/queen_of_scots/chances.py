"""What must remain possible in Queen of Scots: moves that the page grants, each by a position that only they lead to.

A property of what holds stays true where a move has become impossible.  Most of these are of the first turn of a
round, while the card that was turned up still is the whole face-up pile: so each card on the table came from the hand.
Where the pile is gone it was taken in this very turn.
"""

from __future__ import annotations

from model.queen_of_scots.cards import Card, Player, Sort, n
from model.queen_of_scots.table import Phase, State
from properties.queen_of_scots.steps import heap, held, lying, undrawn
from queensbench.language import fails, holds, reachable, rule
from spec.queen_of_scots.scoring import RoundEnd
from spec.queen_of_scots.turns import DiscardJewel

ABLE = fails(
    "Who is able to end the round does so before.",
    blame=("round_end", "end.empty"),
    despite="No play shows it.",
)
"""By ruling ``round_end``, in a box whose hands are small."""
LARGE = ("two",)
"""A box whose hands hold two crown jewels and two more cards before anything is picked up."""

# ------------------------------------------------------------------------------------------------- words


@rule()
def laid_in_all(s: State) -> int:
    """How many cards the player on turn has on the table."""
    return sum(lying(s, s.active, card) for card in Card)


@rule()
def face_up(s: State) -> int:
    """How many cards lie face up besides sets: the pile, and one that ruling ``turned_up`` has put apart."""
    return heap(s) + sum(1 for card in Card if s.apart[card])


@rule()
def first_turn(s: State) -> bool:
    """Whether the first player has drawn and plays; nobody has taken the pile or discarded, nobody else has laid."""
    return (
        s.phase == Phase.PLAY
        and s.active == s.first
        and s.round == 1
        and face_up(s) == 1
        and all(p == s.active or lying(s, p, card) == 0 for p in Player for card in Card)
    )


@rule()
def first_take(s: State) -> bool:
    """Whether the player on turn has taken the pile, and has only three cards on the table."""
    return s.phase == Phase.PLAY and heap(s) == 0 and s.round == 1 and laid_in_all(s) == 3


# ------------------------------------------------------------------------------------------------- laying


@reachable(
    "lay.three_alike",
    holds("Three of a kind may be laid from the hand."),
    instances=("duel", "jewels", "twins"),
    under={RoundEnd.WHEN_ABLE: ABLE},
    clauses=("set.three", "play.sets"),
)
def three_alike(s: State) -> bool:
    return first_turn(s) and laid_in_all(s) == 3 and s.laid[s.active, Card.COOK] == 3


@reachable(
    "lay.kept_some",
    holds("Who lays a set may keep a hand that is far from empty."),
    instances=LARGE,
    clauses=("play.choice", "play.keep", "play.sets"),
)
def laid_and_kept(s: State) -> bool:
    return first_turn(s) and laid_in_all(s) == 3 and held(s, s.active) == n.hand - 2


@reachable(
    "lay.pair_and_jewel",
    holds("Two of a kind and a crown jewel may be laid from the hand."),
    instances=("duel", "jewels", "twins"),
    under={RoundEnd.WHEN_ABLE: ABLE},
    clauses=("jewels.two", "set.wilds"),
)
def pair_and_jewel(s: State) -> bool:
    return (
        first_turn(s)
        and laid_in_all(s) == 3
        and s.laid[s.active, Card.COOK] == 2
        and s.wilds[s.active, Sort.COOK] == 1
    )


@reachable(
    "lay.three_royals",
    holds("Three royals of whom no two are alike may be laid from the hand."),
    instances=("family",),
    clauses=("royal.together", "set.no_mixing.royals"),
)
def three_royals(s: State) -> bool:
    return (
        first_turn(s)
        and laid_in_all(s) == 3
        and s.court[s.active, Card.JAMES] == 1
        and s.court[s.active, Card.REGENT] == 1
        and s.court[s.active, Card.HEIR] == 1
    )


@reachable(
    "lay.james_twice",
    holds("King James may stand twice in a set with another royal."),
    instances=("family",),
    clauses=("royal.james", "royal.together"),
)
def james_twice(s: State) -> bool:
    return (
        first_turn(s)
        and laid_in_all(s) == 3
        and s.court[s.active, Card.JAMES] == 2
        and s.court[s.active, Card.REGENT] == 1
    )


@reachable(
    "lay.regent_twice",
    holds("Another royal with copies may stand twice as well."),
    instances=("family",),
    clauses=("royal.together",),
)
def regent_twice(s: State) -> bool:
    return (
        first_turn(s)
        and laid_in_all(s) == 3
        and s.court[s.active, Card.REGENT] == 2
        and s.court[s.active, Card.HEIR] == 1
    )


@reachable(
    "lay.royals_and_jewel",
    holds("Two royals that differ and a crown jewel may be laid from the hand."),
    instances=("family",),
    clauses=("royal.wild", "royal.wild.two"),
)
def royals_and_jewel(s: State) -> bool:
    return (
        first_turn(s)
        and laid_in_all(s) == 3
        and s.court[s.active, Card.JAMES] == 1
        and s.court[s.active, Card.REGENT] == 1
        and s.wilds[s.active, Sort.COURT] == 1
    )


# ------------------------------------------------------------------------------------------------- adding


@reachable(
    "add.fourth",
    holds("A fourth of a kind may be added to three that lie there, in a later turn too."),
    instances=LARGE,
    clauses=("add.matching", "play.add", "table.add_still"),
)
def fourth_is_added(s: State) -> bool:
    """Whether the pile has a card of each turn, so that none was taken, and the first player has laid in a turn."""
    return (
        s.phase == Phase.PLAY
        and s.active == s.first
        and heap(s) == len(Player) + 1
        and s.laid[s.active, Card.COOK] == 4
        and laid_in_all(s) == 4
    )


@reachable(
    "add.jewel",
    holds("A crown jewel may be added to three of a kind."),
    instances=("jewels",),
    under={RoundEnd.WHEN_ABLE: ABLE},
    clauses=("jewels.add", "add.wild"),
)
def jewel_is_added(s: State) -> bool:
    return (
        heap(s) > 0
        and s.phase == Phase.PLAY
        and s.laid[s.active, Card.COOK] == 3
        and s.wilds[s.active, Sort.COOK] >= 1
    )


@reachable(
    "add.jewel_to_royals",
    holds("A crown jewel may be added to royals."),
    instances=LARGE,
    clauses=("jewels.add", "add.wild"),
)
def jewel_is_added_to_royals(s: State) -> bool:
    return (
        s.phase == Phase.PLAY and heap(s) > 0 and s.wilds[s.active, Sort.COURT] >= 2 and laid_in_all(s) == 4
    )


@reachable(
    "add.royal",
    holds("A royal may be added to other royals."),
    instances=("family",),
    clauses=("add.matching", "royal.together"),
)
def royal_is_added(s: State) -> bool:
    return (
        s.phase == Phase.PLAY
        and heap(s) > 0
        and laid_in_all(s) == 4
        and s.court[s.active, Card.JAMES] == 2
        and s.court[s.active, Card.REGENT] == 1
        and s.court[s.active, Card.HEIR] == 1
    )


# ------------------------------------------------------------------------------------------------- taking


@reachable(
    "take.alike",
    holds("Two of a kind take the pile that a third tops."),
    instances=("duel", "people", "twins", "jewels"),
    clauses=("take.two", "take.lay_with"),
)
def taken_by_two_alike(s: State) -> bool:
    return first_take(s) and s.laid[s.active, Card.COOK] == 3


@reachable(
    "take.royals",
    holds("Two royals that differ take the pile that a third tops."),
    instances=("family",),
    clauses=("take.two", "royal.together"),
)
def taken_by_two_royals(s: State) -> bool:
    return (
        first_take(s)
        and s.court[s.active, Card.JAMES] == 1
        and s.court[s.active, Card.REGENT] == 1
        and s.court[s.active, Card.HEIR] == 1
        and s.hand[s.active, Card.JAMES] + s.hand[s.active, Card.REGENT] == 0
    )


@reachable(
    "take.jewel_with_royals",
    holds("A crown jewel that tops the pile may be taken to be laid with two royals."),
    instances=LARGE,
    clauses=("jewels.two", "jewels.take", "royal.wild"),
)
def jewel_taken_to_royals(s: State) -> bool:
    return (
        first_take(s)
        and s.wilds[s.active, Sort.COURT] == 1
        and sum(s.court[s.active, card] for card in Card) == 2
        and s.hand[s.active, Card.JEWEL] >= 2
    )


@reachable(
    "take.jewel_with_pair",
    holds("A crown jewel that tops the pile may be taken to be laid with two of a kind."),
    instances=LARGE,
    clauses=("jewels.two", "jewels.take"),
)
def jewel_taken_to_a_pair(s: State) -> bool:
    return (
        first_take(s)
        and lying(s, s.active, Card.JEWEL) == 1
        and any(s.laid[s.active, card] == 2 for card in Card)
        and s.hand[s.active, Card.JEWEL] >= 2
    )


@reachable(
    "take.jewel_onto_a_set",
    holds("A crown jewel that tops the pile may be taken to be added to a set that lies there."),
    instances=("jewels",),
    under={RoundEnd.WHEN_ABLE: ABLE},
    clauses=("jewels.add", "jewels.take", "jewels.at_once"),
)
def jewel_taken_onto_a_set(s: State) -> bool:
    return (
        s.phase == Phase.PLAY
        and heap(s) == 0
        and laid_in_all(s) == 4
        and s.laid[s.active, Card.COOK] == 3
        and s.hand[s.active, Card.JEWEL] >= 2
    )


# ------------------------------------------------------------------------------------------- drawing, discarding


@reachable(
    "deal.last_copy",
    holds("The card that is turned up may be the last of its kind in the deck."),
    instances=("duel", "family", "twins"),
    clauses=("setup.turned_up",),
)
def last_copy_turned_up(s: State) -> bool:
    return (
        s.phase == Phase.PICK_UP
        and face_up(s) == 1
        and undrawn(s) > 0
        and s.active == s.first
        and any(s.deck[card] == 0 and (s.pile[card] > 0 or s.apart[card]) for card in Card)
    )


@reachable(
    "discard.jewel",
    holds("A crown jewel may be discarded."),
    instances=("duel", "people", "jewels"),
    under={DiscardJewel.BARRED: fails("None may be.", blame=("discard_jewel",), despite="No play shows it.")},
    clauses=("turn.discard", "jewels.take"),
)
def jewel_is_discarded(s: State) -> bool:
    return s.phase == Phase.PICK_UP and face_up(s) == 2 and s.top == Card.JEWEL and held(s, s.first) > 0


@reachable(
    "discard.last_copy",
    holds("A card of which the hand has no other may be discarded."),
    instances=("duel", "family"),
    clauses=("turn.discard",),
)
def last_copy_is_discarded(s: State) -> bool:
    return (
        s.phase == Phase.PICK_UP
        and face_up(s) == 2
        and s.active != s.first
        and s.hand[s.first, s.top] == 0
        and laid_in_all(s) == 0
    )
