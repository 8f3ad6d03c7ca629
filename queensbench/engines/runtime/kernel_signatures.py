"""The parameters of kernels, flat: kernels and Python pass records field by field."""

from __future__ import annotations

import ast
import ctypes
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, TypeAlias, TypeGuard

import numpy as np

from queensbench.engines.runtime.kernel_language import POINTEES, KernelError, View, pointee
from queensbench.language.source import functions

Kind: TypeAlias = str | type[tuple[Any, ...]]
"""The kind of a value: ``i64``, a pointer type by name, or the class of a record."""

Native: TypeAlias = Callable[..., int]


WANTED = {kind: (bits, signed or bits == 64) for kind, (bits, signed) in POINTEES.items()}
"""The elements of an array that a pointer may stand for; kernels take 64 bits as signed either way."""


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
    """The fields of a record in order, each with its kind.  Raises KernelError for a field of another type."""
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
    """The number of leaves of a record before a field, and the field's kind; None if there is no such field."""
    place = 0
    for name, kind in fields(record):
        if name == field:
            return place, kind
        place += len(leaves(kind))
    return None


def called(kind: Kind) -> str:
    """The name of a kind in messages."""
    return kind if isinstance(kind, str) else kind.__name__


# ------------------------------------------------------------------------------------ signatures


def parsed(function: Callable[..., Any]) -> tuple[ast.FunctionDef, str]:
    """The definition of a kernel, and its file's name; a file is read once for all.  Raises OSError without source."""
    code = function.__code__
    for tree in functions(code.co_filename, code.co_name):
        if code.co_firstlineno in (tree.lineno, *(decorator.lineno for decorator in tree.decorator_list)):
            return tree, Path(code.co_filename).name
    raise OSError(f"no source text: {code.co_filename}:{code.co_firstlineno}")


def refused(place: str, tree: ast.FunctionDef, node: ast.AST, fault: str) -> KernelError:
    """The error about a part of a kernel."""
    lines = ast.unparse(node).split("\n")
    text = next(line for line in lines if not line.startswith("@"))
    return KernelError(f"{place}:{getattr(node, 'lineno', tree.lineno)}: `{text}`: {fault}")


def signature(tree: ast.FunctionDef, place: str, names: Mapping[str, Any]) -> Signature:
    """The signature of a kernel, where ``names`` are those of its module.  Raises KernelError for what is no kernel."""
    arguments = tree.args
    others = (
        arguments.posonlyargs,
        arguments.vararg,
        arguments.kwonlyargs,
        arguments.kwarg,
        arguments.defaults,
    )
    if any(others):
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
    array must be contiguous and outlive the call.  Raises TypeError for an argument of another kind; the class of a
    record inside a record is not looked at.
    """
    names = source.__globals__
    given: list[str] = []
    flat: list[str] = []
    used: dict[str, Any] = {}
    for name, annotation in source.__annotations__.items():
        kind = kind_of(str(annotation), names) if name != "return" else None
        if kind is not None:
            given.append(name)
            flat += _expressions(kind, name)
            used[called(kind)] = kind
    native = ctypes.CFUNCTYPE(ctypes.c_int64, *[ctypes.c_int64] * len(flat))(address)
    # One expression that takes records apart is several times as fast as a loop that does.
    text = f"lambda {', '.join(given)}: native({', '.join(flat)})"
    used |= {"native": native, "int": int, "_address": _address, "_checked": _checked}
    call: Native = eval(text, used)  # noqa: S307 - names of parameters and fields of kernels
    return call


def _expressions(kind: Kind, text: str) -> Iterator[str]:
    """The leaves of a value as expressions; the first of a parameter that is a record also checks its class."""
    if kind == "i64":
        yield f"int({text})"
    elif isinstance(kind, str):
        yield f"_address({text}, {kind!r})"
    else:
        for number, (name, inner) in enumerate(fields(kind)):
            whole = text if number or not text.isidentifier() else f"_checked({text}, {called(kind)})"
            yield from _expressions(inner, f"{whole}.{name}")


def _checked(value: Any, record: type[Any]) -> Any:
    if not isinstance(value, record):
        raise TypeError(f"a {record.__name__} is wanted, not {value!r}")
    return value


def _address(value: Any, kind: str) -> int:
    """The address of a pointer's elements; raises TypeError if they do not have the size that the kernel expects."""
    if isinstance(value, View):
        array, address = value.array, value.address
    elif isinstance(value, np.ndarray):
        array, address = value, int(value.ctypes.data)
    else:
        return int(value)
    if pointee(array.dtype) != WANTED[kind]:
        raise TypeError(f"{kind} is wanted, not an array of {array.dtype}")
    return address
