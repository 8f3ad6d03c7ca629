"""Answers to quiet choices: for a decision of the model, what stands behind it.

``spec/<package>/quiet.toml`` holds one table per answer.  A decision is named by its rule, its kind, its code and, of
several that are alike in a rule, its number; the answer is exactly one of a ruling, a gap, a clause that decides it,
or a reason (``why``).  A table of kind ``field`` answers for every decision that reads no field of the state but that
one: what such a field stands for is the model's own, and no sentence speaks of it.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from pathlib import Path

from queensbench.errors import BadInput
from queensbench.project.register.entries import Entries, nearest

NAME = "quiet.toml"
FIELD = "field"
HEAD: Mapping[str, type] = {"kind": str, "text": str}
REST: Mapping[str, type] = {"rule": str, "number": int, "ruling": str, "gap": str, "clause": str, "why": str}
SORTS = ("ruling", "gap", "clause", "why")

Asked = tuple[str, str, str, int]
"""A rule, a kind, a text and a number."""


@dataclass(frozen=True)
class QuietAnswer:
    """One answer: ``sort`` is ``ruling``, ``gap``, ``clause`` or ``why``, ``said`` the name or the reason.

    ``where``: file, line and entry.
    """

    asked: Asked
    sort: str
    said: str
    where: str


@dataclass(frozen=True)
class QuietAnswers:
    """The answers of one ruleset: by question, and by field of the state."""

    path: Path
    by_question: Mapping[Asked, QuietAnswer]
    by_field: Mapping[str, QuietAnswer]

    def require_asked(
        self, asked: Collection[Asked], fields: Collection[str], besides: Collection[str] = ()
    ) -> None:
        """Raise BadInput for the first answer to a question that is not asked, or for what is no field of the state.

        ``besides``: kinds of questions that are let pass, because nobody knows which of them are asked.
        """
        for question, answer in self.by_question.items():
            if question not in asked and question[1] not in besides:
                raise BadInput(
                    "answers a question that is not asked",
                    where=answer.where,
                    remedy="take it out, or copy the rule, kind and text from `queensbench quiet --json`",
                )
        for name, answer in self.by_field.items():
            if name not in fields:
                remedy = nearest(name, fields)
                raise BadInput(f"{name!r} is no field of a state", where=answer.where, remedy=remedy)


def load_answers(path: Path, known: Mapping[str, Collection[str]]) -> QuietAnswers:
    """Read ``spec/<package>/quiet.toml``; ``known``: the names of rulings, gaps and clauses, by sort.

    A file that is not there holds no answer.  Raises BadInput, in one line that names the file, the answer and the
    remedy, for a file that is no TOML, unknown, missing, mistyped or empty fields, an answer of no sort or of two, a
    name that is not known, and a question that is answered twice.
    """
    by_question: dict[Asked, QuietAnswer] = {}
    by_field: dict[str, QuietAnswer] = {}
    if not path.exists():
        return QuietAnswers(path, by_question, by_field)
    entries = Entries(path, "answer", "text")
    entries.fields({})
    for index, table in enumerate(entries.tables):
        where = entries.where(index)
        fields = entries.fields(HEAD, index, optional=REST)
        given = [sort for sort in SORTS if sort in table]
        if len(given) != 1:
            found = f"has {' and '.join(given)}" if given else "has no answer"
            raise BadInput(found, where=where, remedy=f"give exactly one of {', '.join(SORTS)}")
        [sort] = given
        if sort in known and fields[sort] not in known[sort]:
            raise BadInput(
                f"unknown {sort} {fields[sort]!r}", where=where, remedy=nearest(fields[sort], known[sort])
            )
        asked = (fields["rule"], fields["kind"], fields["text"], fields["number"] or 1)
        answer = QuietAnswer(asked, sort, " ".join(fields[sort].split()), where)
        if asked in by_question or (fields["kind"] == FIELD and fields["text"] in by_field):
            raise BadInput("this question is answered twice", where=where, remedy="give one answer")
        if fields["kind"] == FIELD:
            by_field[fields["text"]] = answer
        else:
            by_question[asked] = answer
    return QuietAnswers(path, by_question, by_field)
