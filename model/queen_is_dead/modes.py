"""The mode of The Queen Is Dead, its instances and its picture.

The booklet knows one way to play, for two.  The small boxes have two-sided dice: three positions, four tiles a
side, of which one is the Princess and one the Master.  Each is cut so that some abilities meet in it.
"""

from __future__ import annotations

from model.queen_is_dead import abilities, endings, setup, turn
from model.queen_is_dead.state import Character, Phase, Player, Prestige, State, n
from queensbench.language import Instance, Mode, named
from spec.queen_is_dead.rulings import r

__all__ = ["abilities", "endings", "mode", "setup", "turn"]


def _small(
    name: str,
    why: str,
    *,
    tiles: tuple[Character, ...],
    colours: tuple[Prestige, ...],
    tokens: int,
    goal: int,
    recruits: int = 1,
    budget: int = 20_000_000,
    states: int = 0,
) -> Instance:
    kept = (Character.PRINCESS, *tiles)
    return Instance(
        name,
        why,
        sizes={"faces": 2, "tokens": tokens, "goal": goal, "recruits": recruits},
        keep={Character: kept, Prestige: colours},
        budget=budget,
        states=states,
    )


INSTANCES = (
    _small(
        "blades",
        "Sniper, Assassin and Guard: aiming, protecting, losing the Princess",
        tiles=(Character.SNIPER, Character.ASSASSIN, Character.GUARD),
        colours=(Prestige.RED,),
        tokens=3,
        goal=2,
        states=71_599,
    ),
    _small(
        "stage",
        "Entertainer, Spy and a Recruit: gifts, swaps in the other line, ties behind a Master",
        tiles=(Character.ENTERTAINER, Character.SPY, Character.RECRUIT),
        colours=(Prestige.BLUE,),
        tokens=3,
        goal=2,
        states=99_935,
    ),
    _small(
        "court",
        "Noble, Schemer and Gambler: the supply, full colours, two tokens at once",
        tiles=(Character.NOBLE, Character.SCHEMER, Character.GAMBLER),
        colours=(Prestige.YELLOW, Prestige.BLUE),
        tokens=3,
        goal=2,
        states=534_503,
    ),
    _small(
        "pilots",
        "Pilot, Sniper and a Recruit: a Princess who has moved, aims of a Recruit, swaps in the own line",
        tiles=(Character.PILOT, Character.SNIPER, Character.RECRUIT),
        colours=(Prestige.RED, Prestige.BLUE),
        tokens=2,
        goal=1,
        states=726_839,
    ),
    _small(
        "salon",
        "Entertainer, Gambler and Noble: gifts that complete a set, a full colour and a set at once",
        tiles=(Character.ENTERTAINER, Character.GAMBLER, Character.NOBLE),
        colours=(Prestige.YELLOW, Prestige.BLUE),
        tokens=4,
        goal=2,
        states=1_665_187,
    ),
)


def draw(s: State) -> str:
    """Both lines, white above: capitals are face up, ``*`` is the rolled position."""
    laying = s.phase in (Phase.CHOOSE_MASTER, Phase.LAY_LINE)

    def laid(p: Player, k: int) -> bool:
        if not laying or s.line[p, k] == Character.PRINCESS:
            return True
        if s.phase == Phase.CHOOSE_MASTER or p != s.active:
            return s.phase == Phase.LAY_LINE and p == Player.WHITE
        return k < s.laid

    def tile(p: Player, k: int) -> str:
        if not laid(p, k):
            return f"{'.':^5}"
        name = s.line[p, k].name[:3]
        return f"{name if s.face_up[p, k] else name.lower():^5}"

    def side(p: Player) -> str:
        chosen = s.phase != Phase.CHOOSE_MASTER or (p == Player.WHITE and s.active == Player.BLACK)
        master = s.master[p].name[:3] if chosen else "."
        held = " ".join(f"{c.name.lower()} {s.tokens[p, c]}" for c in Prestige)
        shown = master if s.master_up[p] else master.lower()
        return f"{p.name:<5} master {shown}  {held}"

    positions = range(2, 2 * n.faces + 1)
    rolled = not laying and s.phase not in (Phase.ROLL_FOR_START, Phase.ROLL)
    bar = "".join(f"{'*' + str(k) if rolled and k == s.position else str(k):^5}" for k in positions)
    white = "".join(tile(Player.WHITE, k) for k in positions)
    black = "".join(tile(Player.BLACK, k) for k in positions)
    supply = " ".join(f"{c.name.lower()} {s.supply[c]}" for c in Prestige)
    head = f"{s.phase.name.lower().replace('_', ' ')}, {named(s.active)}'s turn; supply {supply}"
    return "\n".join([head, side(Player.WHITE), white, bar, black, side(Player.BLACK)])


mode = Mode(
    "standard",
    state=State,
    rulings=r,
    sizes=n,
    players=Player,
    instances=INSTANCES,
    draw=draw,
    why="The one game of the booklet, for two players.",
)
