"""Small models whose ``qb_`` functions are written in the kernel language, for tests of the engines."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from types import ModuleType
from typing import Any

import llvmlite.binding as llvm
import numpy as np

from queensbench.engines.explore.kernels import EXPLORER
from queensbench.engines.runtime.kernel_compiler import compile_kernels
from queensbench.engines.runtime.kernel_language import i64, kernel, p_i32, p_i64, shr
from queensbench.engines.runtime.kernels import add_kernels
from queensbench.engines.simulate.kernels import PLAYER
from queensbench.readers.native import llvm_text as ll
from queensbench.readers.native.code_cache import Making
from queensbench.readers.native.layout import OK, layout
from queensbench.rules.typed import ir

CELLS = WORDS = BITS = PER = 1


def machine_code(module: Any) -> Any:
    """The engine that holds a module's machine code, which LLVM finds in order."""
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    llvm.parse_assembly(str(module)).verify()
    return Making(str(module), llvm.Target.from_default_triple(), "", "").engine(2)


@kernel
def qb_settle(cells: p_i32, env: p_i64) -> i64:
    return OK


@kernel
def qb_over(cells: p_i32, env: p_i64) -> i64:
    return 0


@kernel
def qb_weight(cells: p_i32, env: p_i64, code: i64, out: p_i64) -> i64:
    out[0] = 1
    return OK


@kernel
def qb_judges(cells: p_i32, env: p_i64, out: p_i64) -> i64:
    return 0


@kernel
def qb_pack(cells: p_i32, words: p_i64) -> i64:
    for w in range(WORDS):
        words[w] = 0
    for c in range(CELLS):
        words[c // PER] |= cells[c] << BITS * (c % PER)
    return OK


@kernel
def qb_unpack(words: p_i64, cells: p_i32) -> i64:
    for c in range(CELLS):
        cells[c] = shr(words[c // PER], BITS * (c % PER)) & (1 << BITS) - 1
    return OK


DEFAULTS = (qb_settle, qb_over, qb_weight, qb_judges, qb_pack, qb_unpack)


class MockNative:
    """A stand-in for what ``compile_system`` gives, for a model whose functions are the kernels of a module.

    Cells take equal bits; functions that the module lacks are those above.
    """

    def __init__(
        self,
        system: ir.System,
        model: ModuleType,
        kernels: Sequence[Callable[..., Any]] = EXPLORER + PLAYER,
        constants: Mapping[str, int] | None = None,
    ) -> None:
        functions = {f.__name__: f for f in DEFAULTS}
        functions |= {name: f for name, f in vars(model).items() if name.startswith("qb_")}
        bits = max(1, *((t.hi).bit_length() for t in system.cells))
        words = -(-len(system.cells) // (64 // bits))
        assert words == layout(system).words
        sizes = {"CELLS": len(system.cells), "WORDS": words, "BITS": bits, "PER": 64 // bits}
        module = ll.Module("mock")
        compile_kernels(module, functions.values(), sizes | dict(constants or {}))
        for function in module.functions:
            if not function.is_declaration:
                function.linkage = "internal"
        add_kernels(module, system, kernels)
        self.system = system
        self.engine = machine_code(module)

    def address(self, name: str) -> int:
        return int(self.engine.get_function_address(name))

    def new_env(self, readings: Any = None, parameters: Any = None) -> np.ndarray[Any, Any]:
        env = np.zeros(layout(self.system).env_size + 8, np.int64)
        given = list(readings or ())
        env[: len(given)] = given
        return env


def system(
    cells: Sequence[tuple[int, int]],
    *,
    actions: Iterable[Sequence[tuple[int, int]]] = (),
    chances: Iterable[Sequence[tuple[int, int]]] = (),
    judges: Sequence[str] = (),
    silences: int = 0,
    players: int = 0,
    scores: int = 0,
    clauses: int = 0,
    sites: Sequence[str] = (),
    rulings: int = 0,
) -> ir.System:
    """A system without bodies: cells (``$silent`` is added), and the argument domains of its transitions."""
    functions: list[ir.Function] = []

    def function(name: str, params: Sequence[tuple[int, int]], returns: ir.Type | None = None) -> int:
        typed = tuple((f"x{i}", ir.IntType(lo, hi)) for i, (lo, hi) in enumerate(params))
        functions.append(ir.Function(name, "mock.py", 1, typed, (), (), returns, (), False))
        return len(functions) - 1

    transitions = [ir.Transition("action", f"act{i}", function(f"act{i}", a)) for i, a in enumerate(actions)]
    transitions += [
        ir.Transition("chance", f"roll{i}", function(f"roll{i}", a)) for i, a in enumerate(chances)
    ]
    types = tuple(ir.IntType(lo, hi) for lo, hi in cells)
    silent = ir.IntType(0, silences)
    fields = [ir.Field(f"f{i}", (), t, i) for i, t in enumerate(types)]
    fields.append(ir.Field("$silent", (), silent, len(types)))
    return ir.System(
        ruleset="mock",
        mode="game",
        instance="small",
        fields=tuple(fields),
        cells=(*types, silent),
        tables=(),
        initial=function("initial", ()),
        over=None,
        wins=function("wins", [(0, players - 1)], ir.BoolType()) if players else None,
        score=function("score", [(0, scores - 1)], ir.IntType(-1000, 1000)) if scores else None,
        judges=tuple(ir.Judge(name, 0) for name in judges),
        functions=tuple(functions),
        transitions=tuple(transitions),
        rulings=tuple(ir.Ruling(f"ruling {i}", ("a", "b"), 0) for i in range(rulings)),
        parameters=(),
        clauses=tuple(f"clause.{i}" for i in range(clauses)),
        sites=tuple(ir.Site("mock.py", 10 + i, text, "out of range") for i, text in enumerate(sites)),
        guards=(),
        silences=tuple(ir.Silence(f"hole {i}", 0, "mock.py", 1) for i in range(silences)),
    )
