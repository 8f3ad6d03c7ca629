"""When the token of an ability comes, where ruling ``token_first`` of The Queen Is Dead leaves that to the player."""

from __future__ import annotations

from model.queen_is_dead.state import OTHER, Character, Phase, Player, Prestige, State, n
from properties.queen_is_dead.steps import role_at
from queensbench.language import always, fails, holds, rule, step
from spec.queen_is_dead.rulings import TokenFirst, r


@rule()
def few_yellow(s: State, p: Player) -> bool:
    """Whether a yellow token that the player's opponent returns would be the only one of the supply, or its second."""
    return any(c == Prestige.YELLOW and s.supply[c] <= 1 and s.tokens[OTHER[p], c] > 0 for c in Prestige)


@step(
    "step.order_due",
    holds(
        "By ruling `token_first` a player is asked when the token comes, of an Entertainer always, and of a Schemer "
        "where the yellow token that comes back may be the one to take, or the last."
    ),
    instances=("full", "court", "stage", "salon"),
    clauses=("schemer.token", "schemer.return", "entertainer.token", "entertainer.give"),
)
def order_is_asked(s: State, was: State, p: Player) -> bool:
    """The claim is asked of a tile that acts alone."""
    if was.phase != Phase.ROLL or not was.face_up[p, s.position] or was.face_up[OTHER[p], s.position]:
        return True
    t = role_at(was, p, s.position)
    asked = t == Character.ENTERTAINER or (t == Character.SCHEMER and few_yellow(was, p))
    return (s.phase == Phase.ORDER) == (asked and r.token_first == TokenFirst.PLAYERS_CHOICE)


@step(
    "step.order_last",
    holds("A token comes before the rest of its ability."),
    instances=("full", "court", "stage", "salon"),
    under={
        TokenFirst.PLAYERS_CHOICE: fails(
            "By ruling `token_first` a token may be left for last.",
            blame=("token_first",),
        )
    },
    clauses=("schemer.token", "entertainer.token"),
)
def token_is_never_left(s: State, was: State) -> bool:
    return was.phase != Phase.ORDER or not s.owed


@always(
    "token_first.asked",
    holds("By ruling `token_first` a player is asked only where the answer can matter."),
    clauses=("schemer.token", "schemer.return", "entertainer.token", "entertainer.give"),
)
def asked_where_it_matters(s: State) -> bool:
    """It can matter for an Entertainer, and for a Schemer where few yellow tokens are left."""
    if s.phase != Phase.ORDER or s.acting_as == Character.ENTERTAINER:
        return True
    return s.acting_as == Character.SCHEMER and few_yellow(s, s.acting)


@step(
    "step.entertainer_owed",
    holds(
        "By ruling `token_first` an Entertainer's token that was left for last comes after the one that is taken."
    ),
    instances=("full", "stage", "salon"),
    clauses=("entertainer.token", "entertainer.take", "tokens.supply_empty", "tokens.six.immediately"),
)
def entertainer_is_paid_last(s: State, was: State, c: Prestige) -> bool:
    """Six of a colour may go back twice: after the token that is taken, and after the one that was left."""
    p, q = was.acting, OTHER[was.acting]
    if (
        was.phase != Phase.TAKE
        or not was.owed
        or s.ended
        or was.spent[c]
        or any(was.pending[o] for o in Player)
    ):
        return True
    taken = was.tokens[p, c] + was.tokens[q, c] - s.tokens[q, c]
    back = taken == n.tokens
    more = 1 if c == Prestige.BLUE and (back or was.supply[c] > 0) else 0
    kept = more if back else taken + more
    return s.tokens[p, c] == (0 if kept == n.tokens else kept)
