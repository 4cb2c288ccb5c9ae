"""The kernel as one piece of machine code, so that a warm start needs nothing of numba, whose
import alone takes half a second.

Knows how numba passes numbers and arrays, how to put what it compiled into one object file, and how
to load that with llvmlite alone.  Knows no function of the kernel by name.

An array is passed as the address of its first number; how many there are is not asked, as nothing
in the kernel asks for it.
"""

from __future__ import annotations

import ctypes
import json
import os
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

OBJECT, INDEX = "kernel.o", "kernel.json"
ENDLESS = 1 << 40
"""The length of an array, as far as compiled code is told: only a slice asks for it."""
EMPTY = "define void @NRT_MemInfo_call_dtor(ptr %x) {\n  ret void\n}\n"
"""Numba counts who uses an array; ours belong to nobody, so that there is nothing to do when the
last one has left."""


class CannotKeep(RuntimeError):
    """What numba compiled asks for something outside of itself."""


def processor() -> str:
    """What machine code is made for."""
    from llvmlite import binding as llvm  # type: ignore[import-untyped]

    return f"{llvm.get_host_cpu_name()} {llvm.get_host_cpu_features().flatten()}"


def write(folder: Path, functions: Mapping[str, Any]) -> None:
    """Put what numba has compiled of these functions into an object file."""
    from llvmlite import binding as llvm

    kinds, doors, whole = dict[str, str](), list[str](), llvm.parse_assembly(EMPTY)
    machine: Any = None
    for name, made in functions.items():
        (signature,) = made.overloads
        found = made.overloads[signature]
        kinds[name] = "".join("a" if hasattr(kind, "ndim") else "n" for kind in signature)
        doors.append(door(name, found.fndesc.llvm_func_name, kinds[name]))
        whole.link_in(llvm.parse_bitcode(found.library._final_module.as_bitcode()))
        machine = found.library.codegen._tm
    whole.triple = machine.triple
    whole.link_in(llvm.parse_assembly("".join(doors)))
    for thing in (*whole.functions, *whole.global_variables):
        if not thing.is_declaration and thing.name not in kinds:
            thing.linkage = "internal"
    builder = llvm.create_pass_builder(machine, llvm.create_pipeline_tuning_options(speed_level=3))
    # what nobody outside calls is thrown away, the rest improved once more: 15 % less time, for
    # numba had to keep every function
    builder.getModulePassManager().run(whole, builder)
    whole.verify()
    asked = {
        thing.name for thing in (*whole.functions, *whole.global_variables) if thing.is_declaration
    }
    if outside := sorted(name for name in asked if not name.startswith("llvm.")):
        raise CannotKeep(", ".join(outside))
    for name, content in (
        (OBJECT, machine.emit_object(whole)),
        (INDEX, json.dumps({"processor": processor(), "kinds": kinds}).encode()),
    ):
        part = folder / f"{name}.{os.getpid()}"
        part.write_bytes(content)
        part.replace(folder / name)


def door(name: str, inside: str, kinds: str) -> str:
    """A way in from C: whole numbers and addresses go in, one whole number comes out."""
    given = ", ".join(("i64" if kind == "n" else "ptr") + f" %a{i}" for i, kind in enumerate(kinds))
    array = f"ptr null, ptr null, i64 {ENDLESS}, i64 8, ptr %a{{0}}, i64 {ENDLESS}, i64 8"
    passed = [
        "ptr %out",
        "ptr %trouble",
        *((f"i64 %a{i}" if kind == "n" else array.format(i)) for i, kind in enumerate(kinds)),
    ]
    types = ", ".join(part.split()[0] for part in ", ".join(passed).split(", "))
    return (
        f'declare i32 @"{inside}"({types})\n'
        f"define i64 @{name}({given}) {{\n"
        "  %out = alloca i64\n  %trouble = alloca ptr\n"
        f'  %status = call i32 @"{inside}"({", ".join(passed)})\n'
        "  %value = load i64, ptr %out\n  ret i64 %value\n}\n"
    )


def read(folder: Path) -> dict[str, Callable[..., int]]:
    """The functions of an object file that this machine has made.  Raises where it was made for
    another processor."""
    from llvmlite import binding as llvm

    index = json.loads((folder / INDEX).read_text(encoding="utf-8"))
    if index["processor"] != processor():
        raise CannotKeep("made for another processor")
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    machine = llvm.Target.from_default_triple().create_target_machine(
        jit=True, codemodel="jitdefault"
    )
    engine = llvm.create_mcjit_compiler(llvm.parse_assembly(""), machine)
    engine.add_object_file(llvm.ObjectFileRef.from_data((folder / OBJECT).read_bytes()))
    engine.finalize_object()
    return {name: called(engine, name, kinds) for name, kinds in index["kinds"].items()}


def called(engine: Any, name: str, kinds: str) -> Callable[..., int]:
    """A function of the engine to be called with whole numbers and arrays; the engine lives as
    long as it does."""
    from numpy import dtype

    code = ctypes.CFUNCTYPE(
        ctypes.c_int64, *[ctypes.c_int64 if kind == "n" else ctypes.c_void_p for kind in kinds]
    )(engine.get_function_address(name))
    whole_number = dtype("int64")

    def address(array: Any) -> int:
        if array.dtype != whole_number or not array.flags.c_contiguous:
            raise TypeError(f"{name} takes arrays of whole numbers of 64 bits, in one row")
        return int(array.ctypes.data)

    def call(*given: Any, engine: Any = engine) -> int:
        return int(
            code(
                *[
                    int(x) if kind == "n" else address(x)
                    for kind, x in zip(kinds, given, strict=True)
                ]
            )
        )

    return call
