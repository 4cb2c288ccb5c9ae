"""The kernel as machine code: compiled by numba once, loaded by llvmlite alone.

Knows how to have numba compile the kernel on bare addresses, how to put all of it into one object
file, and how to load that.  Knows nothing of cards, and no function of the kernel but by the names
in `ENTRIES`.

An array is passed as the address of its first number; how many there are is not asked.  So nothing
is counted, checked or freed in compiled code, and it needs nothing but itself.

Why not the cache of numba itself (``cache=True``)?  Both were measured with the same kernel, on a
machine with two busy cores; the time is that from a running Python to a kernel that answers:

====================  ==========================  ========================
                      machine code, as here       ``cache=True``
====================  ==========================  ========================
warm start            0.11 s of CPU, 0.22 s       0.53 s of CPU, 1.08 s
of that               llvmlite and numpy          numba 0.31 s of CPU
on disk               1 file, 52 kB               181 files, 4.2 MB
compiling             20 s of CPU, 235 MB         20 s of CPU
====================  ==========================  ========================

A page waits for a warm start, and half a second is as long as it may.
"""

from __future__ import annotations

import ctypes
import hashlib
import json
import os
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from types import FunctionType
from typing import Any

from cardlab.solver import kernel
from cardlab.solver.fixing import for_pairs

FOLDER = Path(kernel.__file__).parent
BITS = "bits"
"""The module whose functions are single instructions of the machine."""
INLINED = ("legal_mask",)
"""Put into each function that calls it: 4 % of a search.  For all others LLVM does best by itself."""


WHOLE, PAIRS = "kernel", "pairs"
PARTS = (WHOLE, PAIRS)
"""What is compiled, one after the other: the kernel for all tables, and the search once more for
those of `fixing.PAIRS`."""


class CannotLoad(ValueError):
    """Machine code is damaged, was made for another processor, or asks for something outside of
    itself."""


@dataclass(frozen=True)
class MachineCode:
    """The compiled kernel.

    processor: what it was made for; entries: of each function that can be called, a letter for each
    argument, "n" for a number and "a" for an array; code: the object file.
    """

    processor: str
    entries: dict[str, str]
    code: bytes

    def write(self, path: Path) -> None:
        """Write it to a file, at once or not at all."""
        head = {
            "processor": self.processor,
            "entries": self.entries,
            "hash": hashlib.sha256(self.code).hexdigest(),
        }
        part = path.with_suffix(f".{os.getpid()}")
        part.write_bytes(json.dumps(head).encode() + b"\n" + self.code)
        part.replace(path)


def read(path: Path) -> MachineCode:
    """The machine code in a file.  Raises `CannotLoad` if it is damaged or for another processor,
    OSError if there is none."""
    first, _, code = path.read_bytes().partition(b"\n")
    try:
        head = json.loads(first)
        whole = head["hash"] == hashlib.sha256(code).hexdigest()
        made = MachineCode(head["processor"], head["entries"], code)
    except (ValueError, KeyError, TypeError) as trouble:
        raise CannotLoad("the file is damaged") from trouble
    if not whole:
        raise CannotLoad("the file is damaged")
    if made.processor != processor():
        raise CannotLoad("made for another processor")
    return made


BASELINE = {"x86-64-v2": {"cx16", "popcnt", "sahf", "sse3", "ssse3", "sse4.1", "sse4.2"}}
"""What a processor has to know to be of this sort; every one for x86-64 since some 2009 is."""


@cache
def processor() -> str:
    """The sort of processor that machine code is made for here, as LLVM calls it.

    A wide sort, so that what one machine has compiled runs on others.  Code for exactly the
    processor at hand was measured with the benchmark of the solver: 2 % faster at most.
    """
    from llvmlite import binding as llvm  # type: ignore[import-untyped]

    knows = {name for name, has in llvm.get_host_cpu_features().items() if has}
    return next((sort for sort, needs in BASELINE.items() if needs <= knows), "generic")


# --- compiling


def functions() -> dict[str, FunctionType]:
    """The kernel's functions by name, as plain Python."""
    modules = [import_module(f"{kernel.__name__}.{m.name}") for m in iter_modules([str(FOLDER)])]
    return {
        name: function
        for module in modules
        for name, function in vars(module).items()
        if isinstance(function, FunctionType) and function.__module__ == module.__name__
    }


def compile_part(part: str) -> MachineCode:
    """Compile one of `PARTS` with numba: a quarter of a minute, or half of one.  Raises `CannotLoad`
    if the result asks for something outside of itself, or numba was not told before it was imported
    to compile for this sort of processor."""
    import numba
    from numba import types

    if processor() != numba.config.CPU_NAME:
        raise CannotLoad(f"numba compiles for {numba.config.CPU_NAME}, not for {processor()}")

    plain, names = functions(), [*kernel.ENTRIES]
    arguments = {name: [*plain[name].__annotations__.values()][:-1] for name in names}
    if part == PAIRS:
        names = ["drive"]
        plain = {name: for_pairs(function) for name, function in plain.items()}
    space: dict[str, Any] = {}
    for function in plain.values():
        space |= function.__globals__
    for name, function in plain.items():
        if function.__module__.endswith(f".{BITS}"):
            continue
        # one name space for all, in which each finds the others compiled
        here = FunctionType(function.__code__, space, name)
        space[name] = numba.njit(
            error_model="numpy",
            no_cpython_wrapper=True,
            no_cfunc_wrapper=True,
            forceinline=name in INLINED,
        )(here)
    space |= _instructions()
    entries = {}
    for name in names:
        entries[name] = "".join("a" if kind == "Array" else "n" for kind in arguments[name])
        array = types.CPointer(types.int64)
        space[name].compile(tuple(array if kind == "a" else types.int64 for kind in entries[name]))
    return MachineCode(processor(), entries, _object_file({name: space[name] for name in entries}))


def _instructions() -> dict[str, Any]:
    """The functions of `BITS`, as instructions."""
    from llvmlite import ir
    from numba import types
    from numba.extending import intrinsic

    def instruction(code: Callable[[Any, Any], Any]) -> Any:
        def typed(typing: Any, x: Any) -> Any:
            return types.int64(types.int64), lambda ctx, b, sig, args: code(b, args[0])

        return intrinsic(typed)

    never_zero, top = ir.Constant(ir.IntType(1), 1), ir.Constant(ir.IntType(64), 63)
    return {
        "popcount": instruction(lambda b, x: b.ctpop(x)),
        "ctz": instruction(lambda b, x: b.cttz(x, never_zero)),
        "topbit": instruction(lambda b, x: b.sub(top, b.ctlz(x, never_zero))),
    }


def _object_file(compiled: dict[str, Any]) -> bytes:
    """What numba has compiled of these functions, linked, improved once more, and as one object
    file that needs nothing else."""
    from llvmlite import binding as llvm

    whole = llvm.parse_assembly("")
    machine: Any = None
    for name, function in compiled.items():
        (made,) = function.overloads.values()
        module = llvm.parse_bitcode(made.library._final_module.as_bitcode())
        module.get_function(made.fndesc.llvm_func_name).name = name
        whole.link_in(module)
        machine = made.library.codegen._tm
    whole.triple = machine.triple
    things = [*whole.functions, *whole.global_variables]
    for thing in things:
        if not thing.is_declaration and thing.name not in compiled:
            thing.linkage = "internal"
    # what nobody outside calls is thrown away, and the rest improved once more, for numba had to
    # keep every function
    builder = llvm.create_pass_builder(machine, llvm.create_pipeline_tuning_options(speed_level=3))
    builder.getModulePassManager().run(whole, builder)
    whole.verify()
    things = [*whole.functions, *whole.global_variables]
    outside = {thing.name for thing in things if thing.is_declaration}
    if outside := {name for name in outside if not name.startswith("llvm.")}:
        raise CannotLoad(f"compiled code asks for {', '.join(sorted(outside))}")
    code: bytes = machine.emit_object(whole)
    return code


# --- loading


def load(made: MachineCode) -> dict[str, Callable[..., int]]:
    """The functions of machine code by name, to be called with whole numbers and numpy arrays."""
    from llvmlite import binding as llvm

    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    machine = llvm.Target.from_default_triple().create_target_machine(
        jit=True, codemodel="jitdefault"
    )
    engine = llvm.create_mcjit_compiler(llvm.parse_assembly(""), machine)
    engine.add_object_file(llvm.ObjectFileRef.from_data(made.code))
    engine.finalize_object()
    return {name: _called(engine, name, kinds) for name, kinds in made.entries.items()}


def _called(engine: Any, name: str, kinds: str) -> Callable[..., int]:
    """A function of the engine, which lives as long as it does."""
    from numpy import dtype

    # numba's functions return a status, and write their result and any error to two addresses
    arguments = [ctypes.c_int64 if kind == "n" else ctypes.c_void_p for kind in kinds]
    code = ctypes.CFUNCTYPE(ctypes.c_int32, ctypes.c_void_p, ctypes.c_void_p, *arguments)(
        engine.get_function_address(name)
    )
    whole_number = dtype("int64")

    def address(array: Any) -> int:
        try:
            if array.dtype == whole_number:
                return ctypes.addressof(ctypes.c_int64.from_buffer(array))
        except (AttributeError, TypeError, ValueError):
            pass
        raise TypeError(f"{name} takes contiguous arrays of 64-bit integers")

    def call(*given: Any, engine: Any = engine) -> int:
        result, trouble = ctypes.c_int64(), ctypes.c_void_p()
        code(
            ctypes.addressof(result),
            ctypes.addressof(trouble),
            *(int(x) if kind == "n" else address(x) for kind, x in zip(kinds, given, strict=True)),
        )
        return result.value

    return call
