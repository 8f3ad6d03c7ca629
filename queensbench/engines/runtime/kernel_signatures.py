"""What kernels take, flat: records are passed field by field, by kernels to kernels and by Python to machine code."""

from __future__ import annotations

import ast
import ctypes
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, TypeAlias, TypeGuard

import numpy as np

from queensbench.engines.runtime.kernel_language import POINTEES, KernelError, View
from queensbench.language.source import functions

Kind: TypeAlias = str | type[tuple[Any, ...]]
"""What a value is: ``i64``, a pointer type by name, or the class of a record."""

Native: TypeAlias = Callable[..., int]


@dataclass(frozen=True)
class Signature:
    """The name of a kernel, and its parameters in order, each with its kind."""

    name: str
    params: tuple[tuple[str, Kind], ...]


# --------------------------------------------------------------------------------------- records


def is_record(kind: object) -> TypeGuard[type[tuple[Any, ...]]]:
    """Whether something is the class of a record: a ``NamedTuple``."""
    return isinstance(kind, type) and issubclass(kind, tuple) and hasattr(kind, "_fields")


def kind_of(annotation: str, names: Mapping[str, Any]) -> Kind | None:
    """The kind that an annotation stands for, where ``names`` are those of its module; None for no kind."""
    if annotation == "i64" or annotation in POINTEES:
        return annotation
    found = names.get(annotation)
    return found if is_record(found) else None


@cache
def fields(record: type[tuple[Any, ...]]) -> tuple[tuple[str, Kind], ...]:
    """The fields of a record in order, each with its kind.  Raises KernelError for one of another type."""
    names = vars(sys.modules[record.__module__])
    found: list[tuple[str, Kind]] = []
    for name, declared in record.__annotations__.items():
        annotation = str(getattr(declared, "__forward_arg__", declared))
        kind = kind_of(annotation, names)
        if kind is None:
            raise KernelError(
                f"{record.__module__}.{record.__name__}: `{name}: {annotation}`: "
                f"annotate a field with i64, one of {', '.join(POINTEES)}, or a record"
            )
        found.append((name, kind))
    return tuple(found)


@cache
def leaves(kind: Kind) -> tuple[str, ...]:
    """The integers and pointers that a value of a kind consists of."""
    if isinstance(kind, str):
        return (kind,)
    return tuple(leaf for _, inner in fields(kind) for leaf in leaves(inner))


def place_of(record: type[tuple[Any, ...]], field: str) -> tuple[int, Kind] | None:
    """Behind how many leaves of a record a field begins, and its kind; None if there is no such field."""
    place = 0
    for name, kind in fields(record):
        if name == field:
            return place, kind
        place += len(leaves(kind))
    return None


def called(kind: Kind) -> str:
    """The name of a kind, as messages have it."""
    return kind if isinstance(kind, str) else kind.__name__


# ------------------------------------------------------------------------------------ signatures


def parsed(function: Callable[..., Any]) -> tuple[ast.FunctionDef, str]:
    """The definition of a kernel, and the name of its file, which is read once for all its kernels."""
    code = function.__code__
    for tree in functions(code.co_filename, code.co_name):
        if code.co_firstlineno in (tree.lineno, *(decorator.lineno for decorator in tree.decorator_list)):
            return tree, Path(code.co_filename).name
    raise OSError(f"no source text: {code.co_filename}:{code.co_firstlineno}")


def refused(place: str, tree: ast.FunctionDef, node: ast.AST, fault: str) -> KernelError:
    """The error of a part of a kernel."""
    lines = ast.unparse(node).split("\n")
    text = next(line for line in lines if not line.startswith("@"))
    return KernelError(f"{place}:{getattr(node, 'lineno', tree.lineno)}: `{text}`: {fault}")


def signature(tree: ast.FunctionDef, place: str, names: Mapping[str, Any]) -> Signature:
    """The signature of a kernel, where ``names`` are those of its module.  Raises KernelError for no such thing."""
    arguments = tree.args
    if arguments.vararg or arguments.kwarg or arguments.kwonlyargs or arguments.defaults:
        raise refused(place, tree, tree, "a kernel has plain parameters only")
    params: list[tuple[str, Kind]] = []
    for a in arguments.args:
        kind = kind_of(ast.unparse(a.annotation), names) if a.annotation else None
        if kind is None:
            raise refused(
                place, tree, a, f"annotate a parameter with i64, one of {', '.join(POINTEES)}, or a record"
            )
        params.append((a.arg, kind))
    if tree.returns is None or ast.unparse(tree.returns) != "i64":
        raise refused(place, tree, tree, "a kernel returns i64")
    return Signature(tree.name, tuple(params))


# ----------------------------------------------------------------------------------------- calls


def native_call(source: Callable[..., int], address: int) -> Native:
    """The machine code of a kernel, called as the kernel is; calls release Python's lock.

    It takes an integer for ``i64``, an array, a :class:`View` or an address for a pointer, and records of these.  An
    array must be contiguous and outlive the call.  Raises TypeError for an argument of another kind.
    """
    taken = (kind_of(str(a), source.__globals__) for p, a in source.__annotations__.items() if p != "return")
    params = tuple(kind for kind in taken if kind is not None)
    arity = sum(len(leaves(kind)) for kind in params)
    native = ctypes.CFUNCTYPE(ctypes.c_int64, *[ctypes.c_int64] * arity)(address)

    def call(*arguments: Any) -> int:
        return int(native(*_flat(params, arguments)))

    return call


def _flat(kinds: Sequence[Kind], values: Sequence[Any]) -> Iterator[int]:
    for kind, value in zip(kinds, values, strict=True):
        if not isinstance(kind, str):
            if not isinstance(value, kind):
                raise TypeError(f"a {kind.__name__} is wanted, not {value!r}")
            yield from _flat(tuple(inner for _, inner in fields(kind)), value)
        elif isinstance(value, View):
            yield _address(kind, value)
        elif isinstance(value, np.ndarray):
            yield _address(kind, View(value))
        else:
            yield int(value)


def _address(kind: str, view: View) -> int:
    """Where the elements of a view lie, if they are of the size that a kernel takes them to be."""
    bits, signed = POINTEES.get(kind, (0, False))
    if view.bits != bits or (bits < 64 and view.signed != signed):
        raise TypeError(f"{kind} is wanted, not an array of {view.array.dtype}")
    return view.address
