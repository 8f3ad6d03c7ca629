"""Moves of a mode as texts, as mappings write them: what an event of an engine stands for."""

from __future__ import annotations

import json
from typing import Any

from queensbench.conformance.vocabulary import Pattern, Vocabulary, values_of
from queensbench.errors import BadInput
from queensbench.language.domains import Domain, KindDomain
from queensbench.language.records import described
from queensbench.project.register.entries import nearest


class Variable(str):
    """The name of an argument of an event, in the template of a move that it stands for."""

    __slots__ = ()


def template(text: str, vocabulary: Vocabulary, where: str) -> Pattern:
    """A move as a text such as ``take(card=$card, colour=RED)``; an argument left out, or ``_``, is open.

    ``$name`` stands for an argument of the event.  Raises BadInput.
    """
    name, bracket, rest = text.strip().partition("(")
    inside = rest[:-1] if rest.endswith(")") else ""
    if not name.isidentifier() or (bracket and not rest.endswith(")")):
        raise BadInput(
            f"{text!r} is no move", where=where, remedy="write `move(argument=value, other=$name)`"
        )
    if name not in vocabulary.moves:
        raise BadInput(
            f"{vocabulary.mode} has no move {name}", where=where, remedy=nearest(name, vocabulary.moves)
        )
    domains, found = vocabulary.moves[name], {}
    for part in filter(None, (one.strip() for one in inside.split(","))):
        key, equals, value = (one.strip() for one in part.partition("="))
        if not key or not equals or not value:
            raise BadInput(
                f"{text!r} has no argument and value in {part!r}",
                where=where,
                remedy="write `argument=value`, or leave out what may be anything",
            )
        if key not in domains:
            raise BadInput(f"{name} takes no {key}", where=where, remedy=nearest(key, domains))
        if value.startswith("$"):
            found[key] = Variable(value[1:])
        elif value != "_":
            found[key] = _literal(domains[key], value, f"{key} of {text!r}", where)
    return Pattern(name, found)


def _literal(domain: Domain, text: str, what: str, where: str) -> Any:
    """A value of the model that is written out.  Raises BadInput."""
    known = {value if isinstance(value, str) else json.dumps(value): value for value in values_of(domain)}
    if text not in known:
        remedy = (
            nearest(text, known) if isinstance(domain, KindDomain) else f"give one of {described(domain)}"
        )
        raise BadInput(f"{what} is no value of it", where=where, remedy=remedy)
    return known[text]


__all__ = ["Variable", "template"]
