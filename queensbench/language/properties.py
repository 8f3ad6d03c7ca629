"""Properties: claims about a ruleset, with the verdict that is expected and its reason, written before the run.

==============  ==============================================================================================
``@always``     holds in every settled state (for all values of its arguments)
``@never``      holds in no settled state
``@reachable``  holds in some settled state (for some values of its arguments)
``@step``       holds of every step: of the state after it and the one before it (for all values of its arguments)
``can_always``  from every reachable state an end can still be reached
``can_reach``   from every reachable state (since some moment) a state of some sort can still be reached
``ends``        every play ends, surely or with probability one, whoever is against it
``bounds``      the least and the greatest final score
==============  ==============================================================================================
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, TypeVar, cast

from queensbench.errors import BadInput
from queensbench.language.given import (
    Check,
    are_texts,
    in_a_tuple,
    is_class,
    is_name,
    is_sort,
    is_text,
    maps,
    optional,
    require,
    shown,
)
from queensbench.language.records import Record
from queensbench.language.rules import Rule, register
from queensbench.language.rulings import Reading
from queensbench.language.source import caller

F = TypeVar("F", bound=Callable[..., Any])


class Class(Enum):
    """Classes of assurance, strongest first.  A weaker one is never printed as a stronger one."""

    PROVED = "proved"
    BY_CONSTRUCTION = "by construction"
    EXHAUSTED = "exhausted"
    WITNESSED = "witnessed"
    BOUNDED = "bounded"
    SAMPLED = "sampled"


@dataclass(frozen=True)
class Expectation:
    """The verdict that the author expects, and the reason.

    ``outcome``: ``holds``, ``fails`` or ``unknown``.  ``at_least``: the weakest class that will do.
    ``blame``: for ``fails``, the rulings, gaps or clauses to blame.  ``despite``: why a counterexample may
    have nothing to do with them.
    """

    outcome: str
    why: str
    at_least: Class = Class.SAMPLED
    blame: tuple[str, ...] = ()
    despite: str = ""


def holds(why: str, *, at_least: Class = Class.SAMPLED) -> Expectation:
    """Expect that the property holds, shown in this class of assurance at least.

    Raises BadInput for a reason that is no text, and for no class.
    """
    require("holds()", '"..."', is_text, why=why)
    require("holds()", "Class.PROVED", is_sort(Class), at_least=at_least)
    return Expectation("holds", why, at_least)


def fails(why: str, *, blame: tuple[str, ...], despite: str | None = None) -> Expectation:
    """Expect that the property fails; ``blame`` names the rulings, gaps or clauses at fault (at least one).

    An audit holds the counterexample against all that is blamed (:mod:`queensbench.analyses.verdicts.blame`);
    ``despite`` says why that need not agree.  Raises BadInput for nobody to blame, names and reasons that are no texts,
    and an empty reason.
    """
    require("fails()", '"..."', is_text, why=why)
    require("fails()", '"..."', optional(is_text), despite=despite)
    if not blame:
        raise BadInput(
            "an expected failure without blame", where=caller(), remedy="name the ruling, gap or clause"
        )
    require("an expected failure", '("one",)', are_texts, blame=blame)
    if despite is not None and not despite.strip():
        raise BadInput(
            "an empty despite=",
            where=caller(),
            remedy="say why the counterexample need not meet what is blamed",
        )
    return Expectation("fails", why, blame=in_a_tuple(blame), despite=" ".join((despite or "").split()))


def unknown(why: str) -> Expectation:
    """Expect that no engine decides the property.  Raises BadInput for a reason that is no text."""
    require("unknown()", '"..."', is_text, why=why)
    return Expectation("unknown", why)


@dataclass(frozen=True)
class PropertyDecl:
    """A declared property.

    ``kind``: always, never, reachable, step, can_always, can_reach, ends or bounds.  ``expect``: the expectation;
    ``on``: other expectations by instance name.  ``under``: other expectations by a reading that is not the house's;
    on each of the instances asked.  ``clauses``: those that it rests on.  ``instances``: those on which it is asked
    (empty: all).
    ``against``: for ``ends``, ``can_always`` and ``can_reach``, who works against it (``players``,
    ``chance``, or a player's name); ``sure``: surely rather than with probability one.
    ``least``/``greatest``: for ``bounds``.  ``target``/``since``: for ``can_reach``, names of properties.
    ``where``: file and line of a declaration without a predicate.  ``plays``: for ``reachable``, plays that somebody
    has worked out, as texts by ``mode/instance``; an audit replays one where random games do not meet the property.
    """

    name: str
    kind: str
    state: type[Record]
    expect: Expectation
    on: tuple[tuple[str, Expectation], ...] = ()
    under: tuple[tuple[Reading, Expectation], ...] = ()
    clauses: tuple[str, ...] = ()
    instances: tuple[str, ...] = ()
    rule: Rule | None = None
    against: tuple[str, ...] = ()
    sure: bool = False
    least: int | None = None
    greatest: int | None = None
    module: str = ""
    target: str = ""
    since: str = ""
    where: str = field(default="", compare=False)
    plays: tuple[tuple[str, str], ...] = ()

    @property
    def place(self) -> str:
        """File and line of the declaration; empty where nobody has written one."""
        return f"{self.rule.file}:{self.rule.line}" if self.rule is not None else self.where

    def expected(self, instance: str, readings: Iterable[Reading] = ()) -> Expectation:
        """The expectation on an instance under readings; without one of their own, that of the house readings."""
        chosen = set(readings)
        for reading, expectation in self.under:
            if reading in chosen:
                return expectation
        return dict(self.on).get(instance, self.expect)

    def expectations(self) -> tuple[Expectation, ...]:
        """All expectations: the general one, those by instance, those by reading."""
        return (self.expect, *(one for _, one in self.on), *(one for _, one in self.under))


#: properties declared in this process, by module
declared: dict[str, list[PropertyDecl]] = {}


def _note(decl: PropertyDecl) -> None:
    declared.setdefault(decl.module, []).append(decl)


EXPECTATIONS = "{...: holds(...)}"
EXPECTED = is_sort(Expectation)
SORTS: Mapping[str, tuple[str, Check]] = {
    **dict.fromkeys(("clauses", "instances", "against"), ('("one",)', are_texts)),
    "on": (EXPECTATIONS, optional(maps(is_text, EXPECTED))),
    "under": (EXPECTATIONS, optional(maps(is_sort(Reading), EXPECTED))),
    "module": ("__name__", is_text),
    **dict.fromkeys(("target", "since"), ('"property.name"', is_text)),
    "sure": ("True", is_sort(bool)),
    **dict.fromkeys(("least", "greatest"), ("5", optional(is_sort(int)))),
}
"""For each option a sample, and the check of its sort."""


def _check(name: str, expect: Expectation, options: dict[str, Any]) -> None:
    """Check a property's name, expectation and options, and make tuples of several names.  Raises BadInput."""
    if not is_name(name):
        raise BadInput(
            f"{shown(name)} is no name for a property",
            where=caller(),
            remedy="give a text of letters, on one line",
        )
    of = f"the property {name}"
    if not EXPECTED(expect):
        raise BadInput(
            f"{of} has no expectation, but {shown(expect)}",
            where=caller(),
            remedy='write holds("..."), fails("...", blame=...) or unknown("...")',
        )
    for option, (sample, sound) in SORTS.items():
        if option in options:
            require(of, sample, sound, **{option: options[option]})
            if sound is are_texts:
                options[option] = in_a_tuple(options[option])


def _predicate(kind: str, name: str, expect: Expectation, options: dict[str, Any]) -> Callable[[F], F]:
    known = ("clauses", "instances", "on", "under", *(["plays"] if kind == "reachable" else []))
    for option in options:
        if option not in known:
            *most, last = (f"{one}=" for one in known)
            raise BadInput(
                f"the property {name} has no option {option}=",
                where=caller(),
                remedy=f"the options are {', '.join(most)} and {last}",
            )

    _check(name, expect, options)
    options["plays"] = _plays(name, options.get("plays") or {})

    def decorate(function: F) -> F:
        found = register(Rule(function, "step" if kind == "step" else "property"))
        state = found.state()
        if kind == "step":
            _check_before(found, name)
        if state is None:
            raise BadInput(
                f"the property {name} does not take a state",
                where=f"{found.file}:{found.line}",
                remedy="annotate its first argument with the record: `s: State`",
            )
        on, under = _others(options)
        decl = PropertyDecl(name, kind, state, expect, on, under, rule=found, module=found.module, **options)
        _note(decl)
        return cast("F", found)

    return decorate


def _plays(name: str, given: Any) -> tuple[tuple[str, str], ...]:
    """Plays by ``mode/instance``.  Raises BadInput for anything else than a dict of texts."""
    sample = '{"mode/instance": "action VALUE; action"}'
    if not isinstance(given, Mapping) or not all(
        isinstance(key, str) and key.count("/") == 1 and isinstance(text, str) for key, text in given.items()
    ):
        raise BadInput(
            f"the property {name} has plays={shown(given)}", where=caller(), remedy=f"write `plays={sample}`"
        )
    return tuple(dict(given).items())


def _check_before(rule: Rule, name: str) -> None:
    """Check that the second argument of a step property is the state before the step.  Raises BadInput."""
    names = rule.parameters()
    hint = rule.hints().get(names[1]) if len(names) > 1 else None
    if hint is None or hint is not rule.state():
        raise BadInput(
            f"the step property {name} does not take the state before the step",
            where=f"{rule.file}:{rule.line}",
            remedy="write two states first: `s: State, was: State`",
        )


def _others(
    options: dict[str, Any],
) -> tuple[tuple[tuple[str, Expectation], ...], tuple[tuple[Reading, Expectation], ...]]:
    """The expectations by instance and by reading, taken out of the options."""
    on, under = (tuple(dict(options.pop(name, None) or {}).items()) for name in ("on", "under"))
    return on, under


def always(name: str, expect: Expectation, **options: Any) -> Callable[[F], F]:
    """Claim that a predicate holds in every settled state, for all values of its arguments.

    Options: ``clauses``, ``instances``, ``on``, ``under``; see :class:`PropertyDecl`.
    """
    return _predicate("always", name, expect, options)


def never(name: str, expect: Expectation, **options: Any) -> Callable[[F], F]:
    """Claim that a predicate holds in no settled state, for no values of its arguments.

    Options as of :func:`always`.
    """
    return _predicate("never", name, expect, options)


def reachable(name: str, expect: Expectation, **options: Any) -> Callable[[F], F]:
    """Claim that a predicate holds in some settled state, for some values of its arguments.

    Options as of :func:`always`; and ``plays``, a dict of plays that lead there, by ``mode/instance``.  In a play
    ``;`` stands between steps, and in a step the name of an action or chance event before its arguments in their order.
    """
    return _predicate("reachable", name, expect, options)


def step(name: str, expect: Expectation, **options: Any) -> Callable[[F], F]:
    """Claim that a predicate holds of every step: ``def f(s: State, was: State, ...)``, after it and before it.

    A step is a choice or a chance event, with what follows by itself.  Options as of ``always``.
    """
    return _predicate("step", name, expect, options)


_SHARED = ("clauses", "instances", "module", "on", "under")
WHOLE = {
    "can_always": ("against", *_SHARED),
    "can_reach": ("against", "since", "target", *_SHARED),
    "ends": ("against", "sure", *_SHARED),
    "bounds": ("greatest", "least", *_SHARED),
}


def _whole(kind: str, name: str, state: type[Record], expect: Expectation, options: dict[str, Any]) -> None:
    for option in options:
        if option not in WHOLE[kind]:
            raise BadInput(
                f"the property {name} has no option {option}=",
                where=caller(),
                remedy=f"the options are {', '.join(f'{o}=' for o in WHOLE[kind] if o != 'module')}",
            )
    _check(name, expect, options)
    require(f"the property {name}", "State", is_class(Record), state=state)
    on, under = _others(options)
    frame_module = options.pop("module")
    decl = PropertyDecl(name, kind, state, expect, on, under, module=frame_module, where=caller(), **options)
    _note(decl)


def can_always(name: str, state: type[Record], expect: Expectation, *, module: str, **options: Any) -> None:
    """Claim that an end can be reached from every reachable state, with everybody's help or ``against`` those named."""
    _whole("can_always", name, state, expect, {"module": module, **options})


def can_reach(
    name: str, state: type[Record], expect: Expectation, *, target: str, module: str, **options: Any
) -> None:
    """Claim that the ``target`` can be reached from every reachable state, with all helping or ``against`` those named.

    ``target`` names a property asked on the same instances: of a ``reachable`` the states where it holds, of an
    ``always`` or ``never`` those where it fails.  With ``since``, which names one in the same way, the question is
    asked of the states that ``since`` means, and of no others.
    """
    _whole("can_reach", name, state, expect, {"module": module, "target": target, **options})


def ends(name: str, state: type[Record], expect: Expectation, *, module: str, **options: Any) -> None:
    """Claim that every play ends, surely (``sure=True``) or with probability one.

    ``against`` names who works against it: ``("players",)``, ``("chance",)``, both, or one player.
    """
    _whole("ends", name, state, expect, {"module": module, **options})


def bounds(name: str, state: type[Record], expect: Expectation, *, module: str, **options: Any) -> None:
    """Claim that final scores range from ``least`` to ``greatest``, both included, and that both are reached."""
    _whole("bounds", name, state, expect, {"module": module, **options})
