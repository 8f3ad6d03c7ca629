"""Kernels that know no model and work on plain arrays; they are compiled into a module of their own."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from queensbench.engines.runtime.kernel_compiler import compile_kernels
from queensbench.engines.runtime.kernel_signatures import native_call
from queensbench.readers.native.code_cache import Making

_kept: list[Any] = []


def compiled(
    name: str, kernels: Iterable[Callable[..., int]], constants: Mapping[str, int] | None = None
) -> dict[str, Callable[..., int]]:
    """Kernels by name, called as :mod:`queensbench.engines.runtime.kernel_signatures` says.

    ``constants``: integers that take the place of those of the same name in the kernels' modules.
    """
    import llvmlite.binding as llvm

    from queensbench.readers.native import llvm_text as ll

    sources = tuple(kernels)
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    target = llvm.Target.from_default_triple()
    machine = target.create_target_machine(opt=2, jit=True)
    module = ll.Module(name)
    module.triple = target.triple
    module.data_layout = str(machine.target_data)
    compile_kernels(module, sources, constants)
    engine = Making(str(module), target, "", "").engine(2)
    _kept.append(engine)  # owns the code
    return {
        source.__name__: native_call(source, engine.get_function_address(source.__name__))
        for source in sources
    }
