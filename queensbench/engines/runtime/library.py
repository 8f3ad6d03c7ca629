"""Kernels that know no model, compiled by themselves: they work on plain arrays."""

from __future__ import annotations

import ctypes
import inspect
from collections.abc import Callable, Iterable
from typing import Any

import numpy as np

from queensbench.engines.runtime.kernel_language import compile_kernels
from queensbench.readers.native.code_cache import Making

_kept: list[Any] = []


def compiled(name: str, kernels: Iterable[Callable[..., int]]) -> dict[str, Callable[..., int]]:
    """Kernels by name, callable with integers and arrays; calls release Python's lock.

    An array must be contiguous and of the element type that the kernel declares; it must outlive the call.
    """
    import llvmlite.binding as llvm
    from llvmlite import ir as ll

    sources = tuple(kernels)
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    target = llvm.Target.from_default_triple()
    machine = target.create_target_machine(opt=2, jit=True)
    module = ll.Module(name, context=ll.Context())
    module.triple = target.triple
    module.data_layout = str(machine.target_data)
    compile_kernels(module, sources)
    engine = Making(str(module), target, "", "").engine(2)
    _kept.append(engine)  # owns the code
    return {source.__name__: _callable(source, engine) for source in sources}


def _callable(source: Callable[..., int], engine: Any) -> Callable[..., int]:
    arity = len(inspect.signature(source).parameters)
    prototype = ctypes.CFUNCTYPE(ctypes.c_int64, *[ctypes.c_int64] * arity)
    native = prototype(engine.get_function_address(source.__name__))

    def call(*arguments: Any) -> int:
        plain = [int(a.ctypes.data) if isinstance(a, np.ndarray) else int(a) for a in arguments]
        return int(native(*plain))

    return call
