"""The mode of Queen of Scots, its instances and its picture."""

from __future__ import annotations

from model.queen_of_scots import able, play, scoring, sets, setup, take, turn
from model.queen_of_scots.cards import Card, Player, Sort, deck, n
from model.queen_of_scots.table import State
from queensbench.language import Instance, Kind, Mode, named
from spec.queen_of_scots.rulings import r

__all__ = ["able", "play", "scoring", "sets", "setup", "standard", "take", "turn"]


def _kept(cards: tuple[Card, ...], players: int) -> dict[type[Kind], tuple[Kind, ...]]:
    """These cards, the sorts of set that they make, and the first players."""
    names = [card.name for card in cards]
    sorts = tuple(sort for sort in Sort if sort.name in names or sort == Sort.COURT)
    return {Card: cards, Sort: sorts, Player: tuple(Player)[:players]}


def _small(
    name: str,
    why: str,
    *,
    copies: dict[Card, int],
    worth: dict[Card, int],
    hand: int,
    target: int,
    players: int = 2,
    rounds: int = 1,
    compare: bool = True,
    states: int = 0,
) -> Instance:
    """A deck of a few cards that can be exhausted; the cards are listed in the order of the kind."""
    parameters = {COPIES[card]: number for card, number in copies.items()}
    parameters |= {f"{card.name.lower()}_worth": number for card, number in worth.items()}
    return Instance(
        name,
        why,
        sizes={
            "hand": hand,
            "target": target,
            "most": max(copies.values()),
            "dearest": max(worth.values()),
            "rounds": rounds,
        },
        keep=_kept(tuple(copies), players),
        parameters=parameters,
        compare=compare,
        states=states,
    )


COPIES = {card: f"{card.name.lower()}{'es' if card == Card.JAMES else 's'}" for card in Card}

INSTANCES = (
    Instance("two", "the deck that is assumed, two players", keep={Player: tuple(Player)[:2]}, explore=False),
    Instance(
        "three", "the deck that is assumed, three players", keep={Player: tuple(Player)[:3]}, explore=False
    ),
    _small(
        "duel",
        "a figure, two royals and crown jewels: every rule of a round meets",
        copies={Card.COOK: 3, Card.JAMES: 2, Card.REGENT: 1, Card.JEWEL: 3},
        worth={Card.COOK: 1, Card.JAMES: 3, Card.REGENT: 2, Card.JEWEL: 2},
        hand=3,
        target=6,
        states=8_643,
    ),
    _small(
        "people",
        "two figures and a crown jewel, a deck that lasts a few turns and runs out",
        copies={Card.COOK: 5, Card.MAID: 4, Card.JEWEL: 1},
        worth={Card.COOK: 1, Card.MAID: 2, Card.JEWEL: 3},
        hand=2,
        target=5,
        states=10_825,
    ),
    _small(
        "family",
        "three royals, James twice and another twice: which of them may stand together",
        copies={Card.COOK: 1, Card.JAMES: 3, Card.REGENT: 2, Card.HEIR: 1, Card.JEWEL: 2},
        worth={Card.COOK: 1, Card.JAMES: 1, Card.REGENT: 2, Card.HEIR: 3, Card.JEWEL: 2},
        hand=3,
        target=5,
        states=35_455,
    ),
    _small(
        "jewels",
        "five crown jewels: a pile topped by one, three alike, more than two in hand",
        copies={Card.COOK: 3, Card.JAMES: 2, Card.JEWEL: 5},
        worth={Card.COOK: 1, Card.JAMES: 2, Card.JEWEL: 3},
        hand=3,
        target=8,
        states=5_911,
    ),
    _small(
        "twins",
        "two figures that are worth the same",
        copies={Card.COOK: 3, Card.MAID: 2, Card.JAMES: 2, Card.JEWEL: 2},
        worth={Card.COOK: 1, Card.MAID: 1, Card.JAMES: 2, Card.JEWEL: 2},
        hand=3,
        target=4,
        states=9_261,
    ),
    _small(
        "trio",
        "three players: three who get there together, the order of turns",
        copies={Card.COOK: 6, Card.MAID: 5, Card.JEWEL: 1},
        worth={Card.COOK: 1, Card.MAID: 2, Card.JEWEL: 1},
        hand=2,
        target=1,
        players=3,
        states=68_806,
    ),
    _small(
        "match",
        "up to three rounds of a figure and a jewel: dealers, totals, the end of the game",
        copies={Card.COOK: 6, Card.JEWEL: 1},
        worth={Card.COOK: 1, Card.JEWEL: 2},
        hand=2,
        target=3,
        rounds=3,
        states=5_247,
    ),
    _small(
        "short",
        "a deck that is too small for the deal",
        copies={Card.COOK: 3, Card.JEWEL: 1},
        worth={Card.COOK: 1, Card.JEWEL: 2},
        hand=2,
        target=3,
        states=23,
    ),
)


def draw(s: State) -> str:
    """The piles, then each player with sets and hand."""

    def cards(counts: dict[Kind, int]) -> str:
        return " ".join(f"{named(name)} {k}" for name, k in counts.items() if k) or "-"

    def row(name: str, *first: Kind) -> dict[Kind, int]:
        return {key[-1]: int(v) for key, v in getattr(s, name).items() if key[:-1] == first}

    pile = row("pile")
    top = f", {named(s.top)} on top" if any(pile.values()) else ""
    head = (
        f"round {s.round}, {s.phase.name.lower().replace('_', ' ')}, {named(s.active)}'s turn, "
        f"{named(s.dealer)} deals"
    )
    lines = [
        head,
        f"deck {sum(row('deck').values())}; pile: {cards(pile)}{top}",
    ]
    for (p,), points in s.points.items():
        sets = [cards(row("laid", p)), cards(row("court", p)), cards(row("wilds", p))]
        lines.append(
            f"{named(p):<6} {points:>5}: sets {sets[0]}; court {sets[1]}; jewels on {sets[2]}; "
            f"hand {cards(row('hand', p))}"
        )
    if s.due:
        lines.append(f"still to be laid: {cards(row('aside'))}")
    return "\n".join(lines)


standard = Mode(
    "standard",
    state=State,
    rulings=r,
    sizes=n,
    parameters=deck,
    players=Player,
    instances=INSTANCES,
    full=Instance("full", "the deck that is assumed, four players", explore=False),
    draw=draw,
    why="The one game that the page knows.",
)
