"""Operations on terms of z3: moving, exchanging and simplifying many conditions at once.

The conditions of a question are first brought into its context.  Those that have parts in common are brought there
together, as the arguments of one term, so that z3 moves common parts once.  The functions of z3's C
interface are called for this: its Python ones look up the sorts of every term that is exchanged.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import z3


class Exchange:
    """An exchange of terms for others of the same sort, in one context."""

    def __init__(self, pairs: Sequence[tuple[Any, Any]]) -> None:
        self.pairs = list(pairs)  # they keep their terms from being freed
        self.old = (z3.Ast * len(self.pairs))(*(old.ast for old, _ in self.pairs))
        self.new = (z3.Ast * len(self.pairs))(*(new.ast for _, new in self.pairs))

    def __call__(self, term: Any) -> Any:
        """Exchange the terms in a condition or a number, the largest first."""
        if not self.pairs:
            return term
        found = z3.Z3_substitute(term.ctx.ref(), term.ast, len(self.pairs), self.old, self.new)
        return type(term)(found, term.ctx)


class Simplifier:
    """Simplifies conditions of one context; sums of the same terms in any order become one term."""

    def __init__(self, context: Any) -> None:
        self.context = context
        self.params = z3.ParamsRef(context)
        self.params.set("sort_sums", True)

    def __call__(self, term: Any) -> Any:
        """Simplify a condition."""
        found = z3.Z3_simplify_ex(self.context.ref(), term.ast, self.params.params)
        return z3.BoolRef(found, self.context)


def moved(term: Any, context: Any) -> Any:
    """Move a condition to another context."""
    return z3.BoolRef(z3.Z3_translate(term.ctx.ref(), term.ast, context.ref()), context)


def packed(terms: Sequence[Any]) -> Any:
    """Pack conditions as the arguments of one condition that has no meaning of its own."""
    context, count = terms[0].ctx, len(terms)
    ref, truth = context.ref(), z3.BoolSort(context)
    name = z3.Z3_mk_string_symbol(ref, "pack!")
    pack = z3.FuncDeclRef(
        z3.Z3_mk_func_decl(ref, name, count, (z3.Sort * count)(*[truth.ast] * count), truth.ast), context
    )
    array = (z3.Ast * count)(*(term.ast for term in terms))
    return z3.BoolRef(z3.Z3_mk_app(ref, pack.ast, count, array), context)


def unpacked(term: Any) -> list[Any]:
    """Unpack such a condition."""
    context, ref = term.ctx, term.ctx.ref()
    number = z3.Z3_get_app_num_args(ref, term.ast)
    return [z3.BoolRef(z3.Z3_get_app_arg(ref, term.ast, i), context) for i in range(number)]


def terms_of(condition: Any) -> float:
    """Count the different terms of a condition."""
    goal = z3.Goal(ctx=condition.ctx)
    goal.add(condition)
    return float(z3.Probe("num-exprs", condition.ctx)(goal))


def symbols_of(term: Any) -> set[int]:
    """The symbols in a condition, by their numbers in z3."""
    context, ref = term.ctx, term.ctx.ref()
    found: set[int] = set()
    seen: set[int] = set()
    todo = [term]
    while todo:
        node = todo.pop()
        number = node.get_id()
        if number in seen:
            continue
        seen.add(number)
        count = z3.Z3_get_app_num_args(ref, node.ast)
        if (
            not count
            and z3.Z3_get_decl_kind(ref, z3.Z3_get_app_decl(ref, node.ast)) == z3.Z3_OP_UNINTERPRETED
        ):
            found.add(number)
        todo += (z3.ExprRef(z3.Z3_get_app_arg(ref, node.ast, i), context) for i in range(count))
    return found


def cased(term: Any, most: int, simplify: Simplifier) -> Any:
    """Split a condition by the ``most`` conditions on which most choices of numbers in its first part depend.

    Once every condition is settled, a count over cells that have changed places is the count before.
    """
    condition = _asked(term.arg(0) if z3.is_or(term) else term) if most else None
    if condition is None:
        return term
    parts = []
    for value in (True, False):
        settled = simplify(Exchange([(condition, z3.BoolVal(value, term.ctx))])(term))
        if not z3.is_false(settled):
            parts.append(
                z3.And(condition if value else z3.Not(condition), cased(settled, most - 1, simplify))
            )
    return z3.Or(*parts) if parts else z3.BoolVal(False, term.ctx)


def _asked(term: Any) -> Any:
    """Find the condition on which most choices of a term depend; choices between two constants do not count."""
    times: dict[int, list[Any]] = {}
    seen: set[int] = set()
    todo = [term]
    while todo:
        node = todo.pop()
        if node.ast.value in seen:
            continue
        seen.add(node.ast.value)
        children = node.children()
        if z3.is_app_of(node, z3.Z3_OP_ITE) and not all(map(z3.is_int_value, children[1:])):
            times.setdefault(children[0].ast.value, []).append(children[0])
        todo += children
    return max(times.values(), key=len)[0] if times else None


__all__ = ["Exchange", "Simplifier", "cased", "moved", "packed", "symbols_of", "terms_of", "unpacked"]
