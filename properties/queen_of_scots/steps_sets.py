"""How cards of the hand come into sets of Queen of Scots: what is laid at once, what is added, what is taken back.

Cards are laid in steps that leave the face-up pile as it was and the hand smaller.  How many cards have left the hand
tells the move: three, or by ruling ``set_size`` two, are a set, and one is added to a set.
"""

from __future__ import annotations

from model.queen_of_scots.cards import IS_ROYAL, SORT, Card, Sort
from model.queen_of_scots.table import Phase, State
from properties.queen_of_scots.steps import heap, held, lying, round_over, undrawn
from properties.queen_of_scots.steps_taking import marked, same
from queensbench.language import holds, rule, step
from spec.queen_of_scots.dealing import JamesCopies, JewelsRoyal, NewRound, SameCard
from spec.queen_of_scots.rulings import r
from spec.queen_of_scots.sets import (
    InitialSet,
    JewelAnySet,
    JewelSet,
    RoyalGrowth,
    RoyalWilds,
    SetSize,
    ThreeJewels,
)
from spec.queen_of_scots.turns import LaidThisTurn, PlayWhen

# ------------------------------------------------------------------------------------------------- words


@rule()
def could_lay(s: State) -> bool:
    """Whether cards may be laid: in the turn, before picking up only by ruling ``play_when``."""
    if s.phase == Phase.PICK_UP:
        return r.play_when == PlayWhen.WHOLE_TURN
    return s.phase in (Phase.PLAY, Phase.AFTER)


@rule()
def any_set(s: State) -> bool:
    """Whether the player on turn has cards on the table."""
    return any(lying(s, s.active, card) > 0 for card in Card)


@rule()
def opened_before(s: State) -> bool:
    """Whether, by ruling ``initial_set``, the player on turn has laid the one set that needs natural cards."""
    if r.initial_set == InitialSet.EACH:
        return False
    return s.opened[s.active] if r.new_round == NewRound.SETS_STAY else any_set(s)


@rule()
def naturals_needed(s: State) -> int:
    """How many cards that match, or royals, a new set needs."""
    return 1 if opened_before(s) else 2


# ------------------------------------------------------------------------------------------------- laying


@step(
    "step.lay.moves",
    holds(
        "What leaves the hand without a discard lies before its player; by ruling `jewel_any_set` elsewhere."
    ),
    clauses=("play.sets", "play.add", "set.own_side", "add.own", "end.with_set"),
)
def cards_go_to_the_table(s: State, was: State, card: Card) -> bool:
    """Cards that were put aside or taken back have claims of their own."""
    if not could_lay(was) or heap(s) != heap(was) or s.active != was.active or s.phase == Phase.DRAW:
        return True
    p = was.active
    if held(s, p) > held(was, p) or was.due != s.due:
        return True
    if s.hand[p, card] > was.hand[p, card]:
        return False
    if lying(s, p, card) - lying(was, p, card) == was.hand[p, card] - s.hand[p, card]:
        return True
    return r.jewel_any_set == JewelAnySet.ANYBODYS and card == Card.JEWEL and held(s, p) == held(was, p) - 1


@step(
    "step.lay.number",
    holds(
        "Three cards are laid as a set and one is added to a set; two are a set by ruling `set_size` alone."
    ),
    clauses=("set.three", "set.initial", "play.add", "table.add_still"),
)
def so_many_at_once(s: State, was: State) -> bool:
    if not could_lay(was) or heap(s) != heap(was) or s.active != was.active or was.due != s.due:
        return True
    p = was.active
    number = held(was, p) - held(s, p)
    if number < 0:
        return r.laid_this_turn == LaidThisTurn.UNTIL_DISCARD
    return number in (0, 1, 3) or (number == 2 and r.set_size != SetSize.THREE)


@step(
    "step.lay.alike",
    holds("Cards that are laid as a set are the same card, royals, or crown jewels beside them."),
    clauses=("set.three", "set.no_mixing", "set.no_mixing.royals", "royal.together", "jewels.wild"),
)
def set_is_of_one_sort(s: State, was: State, card: Card, other: Card) -> bool:
    if s.hand[was.active, card] == was.hand[was.active, card] or other == Card.JEWEL:
        return True
    if s.hand[was.active, other] == was.hand[was.active, other] or card == Card.JEWEL:
        return True
    if not could_lay(was) or heap(s) != heap(was) or s.active != was.active or was.due != s.due:
        return True
    p = was.active
    if held(was, p) - held(s, p) < 2:
        return True
    return same(card, other) or (marked(card) and marked(other))


@step(
    "step.lay.naturals",
    holds(
        "A new set has two cards alike or two royals in it; by `initial_set`, `three_jewels` some need none."
    ),
    clauses=("set.initial", "set.wilds", "royal.wild.two", "jewels.two", "royal.wild"),
)
def new_set_has_naturals(s: State, was: State) -> bool:
    if not could_lay(was) or heap(s) != heap(was) or s.active != was.active or was.due != s.due:
        return True
    p = was.active
    number = held(was, p) - held(s, p)
    if number < 2:
        return True
    jewels = was.hand[p, Card.JEWEL] - s.hand[p, Card.JEWEL]
    if jewels == number:
        return r.three_jewels == ThreeJewels.SET or r.jewels_royal == JewelsRoyal.ROYAL or opened_before(was)
    if r.jewels_royal == JewelsRoyal.ROYAL and any(
        s.hand[p, card] < was.hand[p, card] for card in Card if IS_ROYAL[card]
    ):
        return True
    if opened_before(was) and r.royal_wilds != RoyalWilds.ANY_NUMBER:
        return jewels <= 1
    return number - jewels >= naturals_needed(was)


@step(
    "step.lay.place",
    holds(
        "A set lies in one place: of royals with royals, of any other card with that card, its jewels beside it."
    ),
    clauses=("set.own_side", "royal.together", "jewels.two", "set.wilds", "set.no_mixing"),
)
def set_lies_in_one_place(s: State, was: State) -> bool:
    """The claim is asked where the figure tells each card, and jewels alone take no other card."""
    if not could_lay(was) or heap(s) != heap(was) or s.active != was.active or was.due != s.due:
        return True
    if r.same_card == SameCard.WORTH or r.jewel_set == JewelSet.FIRST_CARD:
        return True
    p = was.active
    number = held(was, p) - held(s, p)
    if number < 2:
        return True
    royals = sum(s.court[p, card] - was.court[p, card] for card in Card)
    if s.wilds[p, Sort.COURT] - was.wilds[p, Sort.COURT] + royals == number:
        return royals > 0 or r.jewels_royal == JewelsRoyal.ROYAL
    if s.wilds[p, Sort.JEWEL] - was.wilds[p, Sort.JEWEL] == number:
        return r.jewels_royal == JewelsRoyal.APART
    return any(
        s.laid[p, card] > was.laid[p, card]
        and s.laid[p, card] - was.laid[p, card] + s.wilds[p, SORT[card]] - was.wilds[p, SORT[card]] == number
        and (
            not IS_ROYAL[card]
            or r.royal_growth == RoyalGrowth.BY_ORIGIN
            or r.james_copies == JamesCopies.JAMES_ALONE
        )
        for card in Card
        if card != Card.JEWEL
    )


@step(
    "step.lay.james",
    holds("By ruling `james_copies` no royal but James is laid twice in a set of royals."),
    clauses=("royal.james", "royal.together"),
)
def no_copies_but_james(s: State, was: State, card: Card) -> bool:
    if r.james_copies == JamesCopies.ANY_ROYAL or card == Card.JAMES:
        return True
    if not could_lay(was) or heap(s) != heap(was) or s.active != was.active or was.due != s.due:
        return True
    return s.court[was.active, card] <= was.court[was.active, card] + 1


# ------------------------------------------------------------------------------------------------- adding


@step(
    "step.add.matching",
    holds("One card that leaves the hand joins a set of its like that lay there, royals a set of royals."),
    clauses=("add.matching", "add.any", "play.add", "set.three"),
)
def card_joins_its_like(s: State, was: State, card: Card) -> bool:
    if card == Card.JEWEL or s.hand[was.active, card] == was.hand[was.active, card]:
        return True
    if not could_lay(was) or heap(s) != heap(was) or s.active != was.active or was.due != s.due:
        return True
    p = was.active
    if held(was, p) - held(s, p) != 1:
        return True
    if r.jewel_set == JewelSet.FIRST_CARD and was.wilds[p, Sort.JEWEL] > 0 and s.wilds[p, Sort.JEWEL] == 0:
        return True
    if s.court[p, card] == was.court[p, card] + 1:
        lay = sum(was.court[p, other] for other in Card) + was.wilds[p, Sort.COURT]
        return lay > 0 and (r.royal_growth != RoyalGrowth.COPIES_ONLY or was.court[p, card] > 0)
    return s.laid[p, card] == was.laid[p, card] + 1 and any(
        was.laid[p, other] > 0 and same(card, other) for other in Card
    )


@step(
    "step.add.jewel",
    holds("A crown jewel that is added joins a set that lay there, and takes no other place."),
    clauses=("add.wild", "jewels.add", "set.wilds", "add.any"),
)
def jewel_joins_a_set(s: State, was: State, sort: Sort) -> bool:
    """By ruling ``jewel_any_set`` this includes another player's set."""
    if s.wilds[was.active, sort] == was.wilds[was.active, sort]:
        return True
    if not could_lay(was) or heap(s) != heap(was) or s.active != was.active or was.due != s.due:
        return True
    p = was.active
    if held(was, p) - held(s, p) != 1 or s.hand[p, Card.JEWEL] == was.hand[p, Card.JEWEL]:
        return True
    if s.wilds[p, sort] == was.wilds[p, sort]:
        return True
    if s.wilds[p, sort] != was.wilds[p, sort] + 1:
        return False
    if sort == Sort.COURT:
        return was.wilds[p, sort] > 0 or any(was.court[p, card] > 0 for card in Card)
    if sort == Sort.JEWEL:
        return was.wilds[p, sort] > 0
    return any(SORT[card] == sort and was.laid[p, card] > 0 for card in Card)


@step(
    "step.add.one_jewel",
    holds("By ruling `royal_wilds` a set that began in this turn with one jewel takes no other in it."),
    clauses=("royal.wild", "jewels.two", "set.wilds"),
)
def one_jewel_at_the_start(s: State, was: State, sort: Sort) -> bool:
    """A set of jewels that becomes one of that sort by a card (ruling ``jewel_set``) is left out."""
    if not was.begun[sort] or s.wilds[was.active, Sort.JEWEL] < was.wilds[was.active, Sort.JEWEL]:
        return True
    if not could_lay(was) or heap(s) != heap(was) or s.active != was.active or was.due != s.due:
        return True
    p = was.active
    if not was.begun[sort] or was.wilds[p, sort] == 0 or held(was, p) - held(s, p) != 1:
        return True
    return s.wilds[p, sort] <= was.wilds[p, sort]


@step(
    "step.lay.begun",
    holds("By ruling `royal_wilds` it is remembered for the turn which sets began in it."),
    clauses=("royal.wild", "jewels.two"),
)
def new_set_has_begun(s: State, was: State, card: Card) -> bool:
    """The claim is asked of a card that came first to its place; cards put aside, and jewels alone, are left out."""
    if s.laid[was.active, card] == was.laid[was.active, card] and (
        s.court[was.active, card] == was.court[was.active, card]
    ):
        return True
    if was.phase not in (Phase.PICK_UP, Phase.PLAY, Phase.AFTER) or s.active != was.active or round_over(s):
        return True
    if r.same_card == SameCard.WORTH or r.jewel_set == JewelSet.FIRST_CARD or card == Card.JEWEL:
        return True
    p = was.active
    if (
        was.laid[p, card] == 0
        and s.laid[p, card] > 0
        and s.begun[SORT[card]] != (r.royal_wilds == RoyalWilds.ONE)
    ):
        return False
    if (
        any(was.court[p, other] > 0 for other in Card)
        or was.wilds[p, Sort.COURT] > 0
        or s.court[p, card] == 0
    ):
        return True
    return s.begun[Sort.COURT] == (r.royal_wilds != RoyalWilds.ANY_NUMBER)


# -------------------------------------------------------------------------------------------- taking back


@step(
    "step.back",
    holds(
        "By ruling `laid_this_turn` all that was laid in the turn comes back to the hand, and nothing else does."
    ),
    clauses=("table.no_change", "table.no_reuse", "table.fragment"),
)
def laid_cards_come_back(s: State, was: State, card: Card) -> bool:
    """The claim is asked where the hand has grown though nothing was picked up and nothing lay aside."""
    if (
        was.phase not in (Phase.PICK_UP, Phase.PLAY)
        or heap(s) != heap(was)
        or s.active != was.active
        or was.due
    ):
        return True
    p = was.active
    if held(s, p) <= held(was, p):
        return True
    if r.laid_this_turn == LaidThisTurn.FIXED_AT_ONCE:
        return False
    back = was.fresh_laid[card] + was.fresh_court[card]
    if card == Card.JEWEL:
        back = sum(was.fresh_wilds[sort] for sort in Sort)
    return (
        (s.phase == was.phase or round_over(s))  # who has taken cards back may be able to go out
        and s.hand[p, card] == was.hand[p, card] + back
        and lying(s, p, card) == lying(was, p, card) - back
        and s.laid[p, card] == was.laid[p, card] - was.fresh_laid[card]
        and s.court[p, card] == was.court[p, card] - was.fresh_court[card]
        and s.fresh_laid[card] == 0
        and s.fresh_court[card] == 0
        and all(s.fresh_wilds[sort] == 0 and s.turned[sort] == 0 and not s.begun[sort] for sort in Sort)
    )


@step(
    "step.back.jewels",
    holds(
        "By ruling `laid_this_turn` jewels leave the sets that they joined in the turn, to be what they were."
    ),
    clauses=("table.no_change", "table.no_reuse", "jewels.wild"),
)
def jewels_come_back(s: State, was: State, sort: Sort) -> bool:
    if r.laid_this_turn == LaidThisTurn.FIXED_AT_ONCE:
        return True
    if (
        was.phase not in (Phase.PICK_UP, Phase.PLAY)
        or heap(s) != heap(was)
        or s.active != was.active
        or was.due
    ):
        return True
    p = was.active
    if held(s, p) <= held(was, p):
        return True
    returned = sum(was.turned[other] for other in Sort) if sort == Sort.JEWEL else 0
    return s.wilds[p, sort] == was.wilds[p, sort] - was.fresh_wilds[sort] - was.turned[sort] + returned


@step(
    "step.back.remembered",
    holds("By ruling `laid_this_turn` it is remembered which cards of the hand were laid in the turn."),
    clauses=("table.no_change", "table.fragment"),
)
def laid_cards_are_remembered(s: State, was: State, card: Card) -> bool:
    """While the turn goes on, cards laid from the hand count as cards of this turn."""
    if r.laid_this_turn == LaidThisTurn.FIXED_AT_ONCE:
        return True
    if (
        not could_lay(was)
        or heap(s) != heap(was)
        or s.active != was.active
        or was.due != s.due
        or round_over(s)
    ):
        return True
    p = was.active
    if held(s, p) >= held(was, p):
        return True
    if card == Card.JEWEL:
        return sum(s.fresh_wilds[sort] - was.fresh_wilds[sort] for sort in Sort) == lying(s, p, card) - lying(
            was, p, card
        )
    return (
        s.fresh_laid[card] - was.fresh_laid[card] == s.laid[p, card] - was.laid[p, card]
        and s.fresh_court[card] - was.fresh_court[card] == s.court[p, card] - was.court[p, card]
    )


@step(
    "step.back.kept",
    holds("By ruling `laid_this_turn` what the pile was taken by stays: none of it can be taken back."),
    clauses=("table.no_change", "take.lay_top"),
)
def taken_set_stays(s: State, was: State, card: Card) -> bool:
    if r.laid_this_turn == LaidThisTurn.FIXED_AT_ONCE:
        return True
    if was.phase != Phase.PICK_UP or heap(s) >= heap(was) or undrawn(s) > undrawn(was) or round_over(s):
        return True
    return s.fresh_laid[card] <= was.fresh_laid[card] and s.fresh_court[card] <= was.fresh_court[card]
