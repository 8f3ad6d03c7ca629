"""The rules of a mode: those in force, and replacements of others."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from queensbench.errors import BadInput
from queensbench.language.modes import Mode
from queensbench.language.rules import Rule, registry


@dataclass(frozen=True)
class RuleSet:
    """The rules of one mode by kind; ``replaced``: by rule that is replaced, the one in its place."""

    initial: Rule
    transitions: tuple[Rule, ...]
    over: Rule | None
    wins: Rule | None
    score: Rule | None
    decider: Rule | None
    helpers: tuple[Rule, ...]
    replaced: Mapping[Rule, Rule]

    def resolve(self, rule: Rule) -> Rule:
        """The rule that is in force in a rule's place."""
        while rule in self.replaced:
            rule = self.replaced[rule]
        return rule


def _depth(rule: Rule) -> int:
    """The number of bases of a rule's record: the more, the more special."""
    state = rule.state()
    return len(state.__mro__) if state is not None else 0


def rules_of(mode: Mode) -> RuleSet:
    """The rules of a mode.

    Raises :class:`BadInput` if the mode has no start, two rules where one is wanted, two transitions of one name, a
    replacement that does not fit, or a ``without`` that names no rule.
    """
    mine: list[Rule] = []
    for rules in registry.values():
        for rule in rules:
            state = rule.state()
            if state is not None and issubclass(mode.state, state) and rule.kind not in ("property", "step"):
                mine.append(rule)
    replaced = _replacements(mine)
    for left_out in mode.without:
        if not isinstance(left_out, Rule):
            raise BadInput(
                f"without= takes rules, not {left_out!r}",
                where=mode.place,
                remedy="name the rule itself",
            )
    without = set(mode.excluded())
    live = [r for r in mine if r not in replaced and r not in without]
    start = _only(mode, live, "initial")
    if start is None:
        raise BadInput(
            f"mode {mode.name} has no start",
            where=mode.place,
            remedy="write an @initial() rule of its record",
        )
    transitions = tuple(r for r in live if r.kind in ("action", "chance", "automatic"))
    _require_own_names(transitions)
    over, wins, score, decider = (_only(mode, live, kind) for kind in ("over", "wins", "score", "decider"))
    helpers = tuple(r for r in live if r.kind == "rule")
    return RuleSet(start, transitions, over, wins, score, decider, helpers, replaced)


def _replacements(rules: Sequence[Rule]) -> dict[Rule, Rule]:
    """By rule that is replaced, the one in its place; rules of the more special records replace last."""
    replaced: dict[Rule, Rule] = {}
    by_whom: dict[Rule, Rule] = {}
    for rule in sorted(rules, key=_depth):
        if rule.replaces is not None:
            target = rule.replaces
            while target in replaced:
                target = replaced[target]
            if target is rule:
                raise BadInput(
                    f"{rule.name} replaces itself",
                    where=f"{rule.file}:{rule.line}",
                    remedy="name another rule",
                )
            _check_replacement(rule, target, by_whom.get(rule.replaces))
            by_whom[rule.replaces] = rule
            replaced[target] = rule
    return replaced


def _only(mode: Mode, rules: Sequence[Rule], kind: str) -> Rule | None:
    """The rule of a kind of which a mode has one, or none; that of the most special record stands for the others."""
    found = [r for r in rules if r.kind == kind]
    if len(found) > 1:
        best = max(_depth(r) for r in found)
        found = [r for r in found if _depth(r) == best]
    if len(found) > 1:
        places = ", ".join(f"{r.name} ({r.file}:{r.line})" for r in found)
        raise BadInput(
            f"mode {mode.name} has several @{kind}: {places}",
            where=mode.place,
            remedy="keep one, or use replaces=",
        )
    return found[0] if found else None


def _require_own_names(transitions: Sequence[Rule]) -> None:
    """Raise BadInput for two transitions of one name."""
    names: dict[str, Rule] = {}
    for rule in transitions:
        other = names.setdefault(rule.name, rule)
        if other is not rule:
            raise BadInput(
                f"two transitions are called {rule.name} ({other.file}:{other.line})",
                where=f"{rule.file}:{rule.line}",
                remedy="rename one, or use replaces=",
            )


def _check_replacement(rule: Rule, target: Rule, other: Rule | None) -> None:
    """Raise BadInput for a rule that replaces one of another sort, or one that another rule replaces as well."""
    where = f"{rule.file}:{rule.line}"
    replaced = (rule.replaces or target).name
    if other is not None and _depth(other) == _depth(rule):
        raise BadInput(
            f"{rule.name} and {other.name} ({other.file}:{other.line}) both replace {replaced}",
            where=where,
            remedy="keep one, or let one replace the other",
        )
    moves = ("action", "chance", "automatic")
    if rule.kind != target.kind and not (rule.kind in moves and target.kind in moves):
        raise BadInput(
            f"the @{rule.kind} {rule.name} replaces the @{target.kind} {target.name}",
            where=where,
            remedy=f"make it @{target.kind}(replaces=...)",
        )
