"""The one place with numba options, the cache folder and numba's insides.

Compiled code is cached on disk in a folder whose name carries a hash of everything that reaches machine
code: every source file of the package's kernels, numba's and numpy's versions and the flags that change what is
compiled. An edited callee, a new numba or a bounds-checked job therefore never meets the machine code of another state.
The folder is the first writable one of ``NUMBA_CACHE_DIR``, the package's ``__pycache__``,
``XDG_CACHE_HOME`` and ``~/.cache``; with none of them the kernels are compiled anew in each process.

Bots reach the kernels as a table of addresses: :func:`address_of` takes the address of a compiled function of one
declared signature, :func:`call_at` is the intrinsic that turns it back into a function inside a kernel.
"""

import hashlib
import os
import re
import shutil
import tempfile
import time
import warnings
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

import llvmlite
import numba
import numpy as np
from numba import types
from numba.core import cgutils
from numba.core.errors import NumbaError, NumbaWarning
from numba.extending import intrinsic

__all__ = [
    "CACHE_KEPT_DAYS",
    "address_of",
    "cache_folder",
    "call_at",
    "compiled",
    "kernel",
    "kernel_sources",
    "named",
    "record",
    "record_at",
]

CONFIG: Any = numba.config
NJIT: Any = numba.njit

RECORD = re.compile(r"Record\((?:[^()]|\([^()]*\))*\)")
VIEW = re.compile(r"\b(\w+View)\([^()]*\)")
LONGEST_SAID = 400
"""Numba's messages of a view hold the layout of each record; what is wrong comes first."""

PACKAGE = Path(__file__).resolve().parent.parent
KERNEL_ROOMS = ("core", "melds", "games")
"""Folders of the package whose sources can reach compiled code."""

FLAGS = ("BOUNDSCHECK", "OPT", "DEBUGINFO_DEFAULT", "CPU_NAME", "CPU_FEATURES", "DISABLE_JIT", "FULL_TRACEBACKS")
CACHE_KEPT_DAYS = 14
"""Cache folders of other states of the sources are removed when they were not used for that many days."""


def kernel_sources() -> list[Path]:
    """Files whose text takes part in the cache key, sorted."""
    return sorted(path for room in KERNEL_ROOMS for path in (PACKAGE / room).rglob("*.py"))


@cache
def _state_hash() -> str:
    digest = hashlib.blake2b(digest_size=8)
    for path in kernel_sources():
        digest.update(str(path.relative_to(PACKAGE)).encode())
        digest.update(path.read_bytes())
    flags = [f"{flag}={getattr(CONFIG, flag, None)}" for flag in FLAGS]
    digest.update(repr((numba.__version__, llvmlite.__version__, np.__version__, flags)).encode())
    return digest.hexdigest()


def _candidate_roots() -> list[Path]:
    roots = []
    if folder := os.environ.get("NUMBA_CACHE_DIR"):
        roots.append(Path(folder))
    roots.append(PACKAGE / "__pycache__")
    if folder := os.environ.get("XDG_CACHE_HOME"):
        roots.append(Path(folder) / "rummysim")
    with suppress(OSError, RuntimeError):
        roots.append(Path.home() / ".cache" / "rummysim")
    return roots


def _is_writable(folder: Path) -> bool:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return True
    except OSError:
        return False


def _prune(root: Path, keep: str) -> None:
    limit = time.time() - CACHE_KEPT_DAYS * 86400
    for old in root.glob("kernels-*"):
        try:
            if old.name != keep and old.stat().st_mtime < limit:
                shutil.rmtree(old, ignore_errors=True)
        except OSError:
            continue


@cache
def cache_folder() -> Path | None:
    """Folder of the compiled kernels of this state of the sources; None if no place can be written."""
    name = f"kernels-{_state_hash()}"
    for root in _candidate_roots():
        if _is_writable(root / name):
            _prune(root, name)
            os.utime(root / name)
            return root / name
    warnings.warn(
        "no writable folder for compiled kernels: each start compiles anew; set NUMBA_CACHE_DIR to a writable folder",
        RuntimeWarning,
        stacklevel=2,
    )
    return None


def kernel(signature: Any = None, *, inline: bool = False) -> Callable[[Callable[..., Any]], Any]:
    """Decorate a kernel: compiled at once for ``signature`` if given, released GIL, cached on disk.

    ``inline`` asks LLVM to inline the function into its callers (leaf functions of the hot path).
    """
    folder = cache_folder()

    def decorate(function: Callable[..., Any]) -> Any:
        before = CONFIG.CACHE_DIR
        CONFIG.CACHE_DIR = str(folder or "")
        options = {"nogil": True, "cache": folder is not None, "error_model": "numpy", "forceinline": inline}
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore", NumbaWarning)
                return NJIT(**options)(function) if signature is None else NJIT(signature, **options)(function)
        finally:
            CONFIG.CACHE_DIR = before

    return decorate


def compiled(function: Callable[..., Any], signature: Any) -> Any:
    """A function that is not of the package, compiled for one signature and not kept on disk.

    Raises TypeError with numba's words if it cannot be compiled, or if it gives something else than a whole number
    where the signature says int64.
    """
    source = getattr(function, "py_func", function)
    options = {"nogil": True, "error_model": "numpy"}
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", NumbaWarning)
            dispatcher = NJIT(**options)(source)
            dispatcher.compile(signature.args)
            given = dispatcher.overloads[signature.args].signature.return_type
            if given == signature.return_type:
                return dispatcher
            if not isinstance(given, types.Integer | types.Boolean):
                raise TypeError(f"it gives {given}, wanted is {signature.return_type}")
            return NJIT(signature, **options)(source)
    except NumbaError as error:
        raise TypeError(_said(str(error))) from None


def _said(message: str) -> str:
    """What numba says, in one line: without the steps of its pipeline and the insides of records."""
    lines = [line.strip() for line in message.splitlines()]
    told = [line for line in lines if line and not line.startswith(("Failed in", "During:", "^", "<source"))]
    text, n_found = " ".join(told[:6]), 1
    while n_found:
        text, n_found = RECORD.subn("a record", text)
    text = VIEW.sub(r"\1", text)
    return text if len(text) <= LONGEST_SAID else f"{text[:LONGEST_SAID]} …"


def named(cls: type, *fields: Any) -> Any:
    """Numba's type of the named tuple ``cls`` with fields of these types."""
    if len(set(fields)) == 1:
        return types.NamedUniTuple(fields[0], len(fields), cls)
    return types.NamedTuple(fields, cls)


def record(**fields: Any) -> tuple[np.dtype[Any], Any]:
    """Layout of one block of memory with named fields, as numpy's dtype and numba's type.

    A field is a scalar dtype, ``(dtype, shape)`` for an array inside the block, or another record's dtype. Kernels get
    a record as one pointer: no copies, no reference counting. The caller keeps the block alive.
    """
    layout = [(name, *(form if isinstance(form, tuple) else (form,))) for name, form in fields.items()]
    dtype = np.dtype(layout, align=True)
    return dtype, numba.from_dtype(dtype)


def address_of(function: Any, signature: Any) -> int:
    """Address of the machine code of ``function`` for ``signature``.

    Raises TypeError if the function was not compiled for exactly that signature (return type included).
    """
    compiled = function.overloads.get(signature.args)
    if compiled is None or compiled.signature.return_type != signature.return_type:
        raise TypeError(f"{function.__name__} is not compiled for {signature}")
    library = compiled.library
    return int(library.get_pointer_to_function(compiled.fndesc.llvm_func_name))


def call_at(signature: Any) -> Any:
    """Intrinsic ``f(address)`` that gives the function of ``signature`` at an address (int64) as a callable value."""
    function_type = types.FunctionType(signature)

    @intrinsic
    def function_at(typing_context, address):
        def build(context, builder, _signature, arguments):
            value = cgutils.create_struct_proxy(function_type)(context, builder)
            pointer = builder.inttoptr(arguments[0], cgutils.voidptr_t)
            value.c_addr = pointer
            value.py_addr = cgutils.get_null_value(value.py_addr.type)
            value.jit_addr = pointer
            return value._getvalue()

        return function_type(types.int64), build

    return function_at


def record_at(record_type: Any) -> Any:
    """Intrinsic ``f(address)`` that gives the record of ``record_type`` at an address (int64). Unchecked."""

    @intrinsic
    def at(typing_context, address):
        def build(context, builder, _signature, arguments):
            return builder.inttoptr(arguments[0], context.get_value_type(record_type))

        return record_type(types.int64), build

    return at
