"""Small models whose ``qb_`` functions are written in the kernel language, for tests of the engines."""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import llvmlite.binding as llvm
import numpy as np
from llvmlite import ir as ll

from queensbench.engines.kernels import add_kernels
from queensbench.readers import ir
from queensbench.readers.kernel import compile_kernels

Functions = Sequence[Callable[..., Any]]


def machine_code(module: Any) -> tuple[Any, Any]:
    """The engine that holds a module's machine code, and the optimised module."""
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    target = llvm.Target.from_default_triple().create_target_machine(opt=2)
    parsed = llvm.parse_assembly(str(module))
    parsed.verify()
    options = llvm.create_pipeline_tuning_options(speed_level=2)
    builder = llvm.create_pass_builder(target, options)
    builder.getModulePassManager().run(parsed, builder)
    engine = llvm.create_mcjit_compiler(parsed, target)
    engine.finalize_object()
    return engine, parsed


class MockNative:
    """What ``compile_system`` would give for a mock model."""

    def __init__(
        self, system: ir.System, model: Functions, constants: Mapping[str, int], kernels: Functions
    ) -> None:
        module = ll.Module("mock")
        compile_kernels(module, model, constants)
        for function in module.functions:
            function.linkage = "internal"
        add_kernels(module, system, kernels)
        self.engine, self.module = machine_code(module)
        self.env_size = 16

    def address(self, name: str) -> int:
        return int(self.engine.get_function_address(name))

    def new_env(self, readings: Any = None, parameters: Any = None) -> np.ndarray[Any, Any]:
        env = np.zeros(self.env_size, np.int64)
        for place, value in (readings or {}).items():
            env[place] = value
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
        rulings=(),
        parameters=(),
        clauses=tuple(f"clause.{i}" for i in range(clauses)),
        sites=tuple(ir.Site("mock.py", 10 + i, text, "out of range") for i, text in enumerate(sites)),
        guards=(),
        silences=tuple(ir.Silence(f"hole {i}", 0, "mock.py", 1) for i in range(silences)),
    )


def call(address: int, *arguments: int) -> int:
    """Call compiled code with integers and addresses."""
    return int(ctypes.CFUNCTYPE(ctypes.c_int64, *[ctypes.c_int64] * len(arguments))(address)(*arguments))
