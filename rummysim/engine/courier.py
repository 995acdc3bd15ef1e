"""A work on its way to another process: what is played as plain data, bots of one's own with it.

The parcel says with which kernels it was made; a worker that has others refuses it. A bot's functions travel by value
and are compiled on arrival, once for each parcel that a worker opens; kernels of the package travel by name.
"""

import hashlib
import io
import pickle
import sys
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import cache, lru_cache
from importlib import import_module
from types import FunctionType, MappingProxyType
from typing import Any

import cloudpickle
from numba import jit
from numba.core.dispatcher import Dispatcher

from rummysim import __version__
from rummysim.core.jit import compiled, kernel_sources
from rummysim.engine.lineup import called_by
from rummysim.engine.packing import Packed, pack
from rummysim.engine.part import play_part
from rummysim.engine.work import STREAM_VERSION, Work
from rummysim.errors import EngineError
from rummysim.games.bot import Bot
from rummysim.games.family import Variant
from rummysim.games.registry import FAMILIES

__all__ = ["make_parcel", "n_opened", "play_packed", "unpacked"]

PACKAGE = "rummysim"
OPENING = threading.Lock()


@cache
def _state() -> tuple[str, int, str]:
    """What decides which rows are played: version, streams, sources of the kernels."""
    digest = hashlib.blake2b(digest_size=8)
    for path in kernel_sources():
        digest.update(path.read_bytes())
    return __version__, STREAM_VERSION, digest.hexdigest()


def _by_name(module: str, name: str) -> Any:
    return getattr(import_module(module), name)


def _again(function: FunctionType, options: Mapping[str, Any]) -> Any:
    return jit(**options)(function)


class _Pickler(cloudpickle.CloudPickler):  # type: ignore[misc]
    """Kernels of the package by name, other compiled functions as their source functions."""

    def reducer_override(self, obj: Any) -> Any:
        if isinstance(obj, Dispatcher):
            function = obj.py_func
            module = function.__module__
            if module.split(".")[0] == PACKAGE and _by_name(module, function.__name__) is obj:
                return _by_name, (module, function.__name__)
            return _again, (function, dict(obj.targetoptions))
        if isinstance(obj, MappingProxyType):
            return MappingProxyType, (dict(obj),)
        return super().reducer_override(obj)


@contextmanager
def _by_value(bots: Mapping[str, Bot]) -> Iterator[None]:
    """Let functions of bots travel by value, also those of modules that a worker may not have."""
    functions = [each for bot in bots.values() for hook in bot.hooks.values() for each in called_by(hook)]
    modules = {function.__module__ for function in functions if function.__module__ in sys.modules}
    before = cloudpickle.list_registry_pickle_by_value()
    added = {name for name in modules if name.split(".")[0] not in (PACKAGE, "numba", "numpy")} - set(before)
    for name in added:
        cloudpickle.register_pickle_by_value(sys.modules[name])
    try:
        yield
    finally:
        for name in added:
            cloudpickle.unregister_pickle_by_value(sys.modules[name])


def _is_packed(hook: Any) -> bool:
    return not str(hook.py_func.__module__).startswith(f"{PACKAGE}.")


def _own_bots(work: Work) -> dict[str, Bot]:
    built_in = set(work.variant.family.bot_names) - set(work.own)
    return {name: work.bots[name] for name in dict.fromkeys(work.lineup) if name not in built_in}


def make_parcel(work: Work, per_bin: int, keep: str) -> bytes:
    """The work as bytes."""
    bots = _own_bots(work)
    told = [
        {
            **{name: getattr(bot, name) for name in ("name", "notes", "reads", "has_memory", "family", "borrowed")},
            "parameters": dict(bot.parameters),
            "hooks": {name: hook.py_func if _is_packed(hook) else hook for name, hook in bot.hooks.items()},
        }
        for bot in bots.values()
    ]
    content = {
        "family": work.variant.family.name,
        "variants": [(variant.name, variant.preset, variant.options()) for variant in work.variants],
        "lineup": work.lineup,
        "seed": work.seed,
        "level": work.level,
        "per_bin": per_bin,
        "keep": keep,
        "bots": told,
    }
    file = io.BytesIO()
    with _by_value(bots):
        _Pickler(file, protocol=pickle.HIGHEST_PROTOCOL).dump(content)
    return pickle.dumps((_state(), file.getvalue()))


def _bot(told: dict[str, Any], signature: Any) -> Bot:
    hooks = {
        name: compiled(hook, signature) if isinstance(hook, FunctionType) else hook
        for name, hook in told["hooks"].items()
    }
    wrapped = {"hooks": MappingProxyType(hooks), "parameters": MappingProxyType(told["parameters"])}
    return Bot(**{**told, **wrapped})


@lru_cache(maxsize=16)
def _opened(parcel: bytes) -> tuple[Work, int, str]:
    state, inside = pickle.loads(parcel)
    if state != _state():
        raise EngineError(
            f"a worker has rummysim {_state()[0]} (kernels {_state()[2]}) and the run is played with {state[0]} "
            f"(kernels {state[2]}): they would deal other cards; allowed is the same version everywhere; install it"
        )
    content = pickle.loads(inside)
    family = FAMILIES[content["family"]]
    family.bots()
    signature = family.kernels().Player.signature
    work = Work(
        variants=tuple(
            Variant(name=name, preset=preset, family=family, rules=family.rules.checked(rules))
            for name, preset, rules in content["variants"]
        ),
        lineup=content["lineup"],
        seed=content["seed"],
        level=content["level"],
        own={told["name"]: _bot(told, signature) for told in content["bots"]},
    )
    return work, content["per_bin"], content["keep"]


def unpacked(parcel: bytes) -> tuple[Work, int, str]:
    """Work, blocks a bin and what is kept of a parcel; opened once in a process."""
    with OPENING:
        return _opened(parcel)


def n_opened() -> int:
    """Parcels this process has opened."""
    return _opened.cache_info().misses


def play_packed(parcel: bytes, first: int, count: int) -> Packed:
    """Play the blocks ``first`` … ``first + count - 1`` of a parcel's work."""
    work, per_bin, keep = unpacked(parcel)
    return pack(play_part(work, first, count, per_bin, keep))
