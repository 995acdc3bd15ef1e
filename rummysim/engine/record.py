"""The manifest of a folder: read and checked entry by entry, written whole, and compared with what is asked for."""

import hashlib
import json
import math
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from rummysim.engine.files import write_whole
from rummysim.engine.part import KEEP
from rummysim.errors import StoreError
from rummysim.fields.estimates import LEVELS

__all__ = ["MANIFEST", "SEAL", "check_same", "read_manifest", "write_manifest"]

MANIFEST = "manifest.json"
STORE_VERSION = 3
"""2: with checksums, and parts listed in a ledger."""

MOST_BYTES = 1 << 24
LONGEST_TEXT = 10_000
MOST_BLOCKS = 10**12


def _is_count(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 1 <= value <= MOST_BLOCKS


def _is_text(value: Any) -> bool:
    return isinstance(value, str) and len(value) <= LONGEST_TEXT and value.isprintable()


def _is_variants(value: Any) -> bool:
    return (
        isinstance(value, list)
        and bool(value)
        and all(
            isinstance(each, dict)
            and isinstance(each.get("rules"), dict)
            and _is_text(each.get("name"))
            and _is_text(each.get("preset"))
            for each in value
        )
    )


def _is_precision(value: Any) -> bool:
    return (
        isinstance(value, dict)
        and _is_text(value.get("of"))
        and _is_count(value.get("units"))
        and _is_widths(value.get("wanted"))
        and _is_widths(value.get("reached"), missing=True)
        and value["wanted"].keys() == value["reached"].keys()
    )


def _is_widths(value: Any, *, missing: bool = False) -> bool:
    return isinstance(value, dict) and all(
        _is_text(name)
        and (
            (missing and width is None)
            or (isinstance(width, int | float) and not isinstance(width, bool) and 0 <= width < math.inf)
        )
        for name, width in value.items()
    )


ENTRIES: dict[str, Callable[[Any], bool]] = {
    "rummysim": _is_text,
    "key": _is_text,
    "family_version": lambda value: isinstance(value, int),
    "stream_version": lambda value: isinstance(value, int),
    "keep": lambda value: value in KEEP,
    "level": lambda value: value in LEVELS,
    "bots": lambda value: (
        isinstance(value, list) and all(isinstance(each, dict) and _is_text(each.get("name")) for each in value)
    ),
    "variants": _is_variants,
    "commands": lambda value: isinstance(value, list) and all(_is_text(each) for each in value),
    "blocks": _is_count,
    "blocks_per_bin": lambda value: _is_count(value) and value & (value - 1) == 0,
}
"""What a manifest must say, and whether a value will do."""
MORE_ENTRIES = {"precision": _is_precision}
"""What it may say."""


SEAL = ("store_version", "checksum")
"""What the file says of itself beside the run."""


def _unsealed(manifest: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in manifest.items() if name not in SEAL}


def _checksum(manifest: Mapping[str, Any]) -> str:
    said = {name: value for name, value in manifest.items() if name != "checksum"}
    return hashlib.blake2b(json.dumps(said, sort_keys=True).encode(), digest_size=16).hexdigest()


def read_manifest(folder: Path) -> dict[str, Any]:
    """Manifest of the run in ``folder``, checked entry by entry."""
    path = folder / MANIFEST
    mend = "restore it or play the run again"
    try:
        if path.stat().st_size > MOST_BYTES:
            raise StoreError(f"{path} is larger than allowed ({MOST_BYTES:,} bytes); {mend}")
        manifest: dict[str, Any] = json.loads(path.read_text())
    except FileNotFoundError:
        raise StoreError(f"{folder} holds no run: {MANIFEST} is not there; name a folder written with out=") from None
    except (OSError, ValueError, RecursionError) as error:
        raise StoreError(f"{path} cannot be read: {error}; {mend}") from None
    if not isinstance(manifest, dict) or "key" not in manifest:
        raise StoreError(f"{path} is no manifest of a run; {mend}")
    version = manifest.get("store_version", 1)
    if version != STORE_VERSION:
        raise StoreError(
            f"{folder} was written in version {str(version)[:20]} of the format of folders and this is version "
            f"{STORE_VERSION}: parts of version 1 have no checksums, matches of version 2 no distances to the leader; "
            "remove it and play the run again"
        )
    for name, is_right in (ENTRIES | {name: each for name, each in MORE_ENTRIES.items() if name in manifest}).items():
        if name not in manifest or not is_right(manifest[name]):
            raise StoreError(f"{path} is wrong ({name} is {str(manifest.get(name))[:200]!r}); {mend}")
    if len(manifest["commands"]) != len(manifest["variants"]):
        raise StoreError(f"{path} is wrong (commands and variants differ in number); {mend}")
    if manifest.get("checksum") != _checksum(manifest):
        raise StoreError(f"{path} is damaged: it is not what was written (checksum); {mend}")
    return _unsealed(manifest)


def write_manifest(folder: Path, manifest: Mapping[str, Any]) -> None:
    """Write the manifest with its checksum."""
    sealed = {**_unsealed(manifest), "store_version": STORE_VERSION}
    sealed["checksum"] = _checksum(sealed)
    write_whole(folder / MANIFEST, (json.dumps(sealed, indent=2) + "\n").encode())


def check_same(folder: Path, found: Mapping[str, Any], manifest: Mapping[str, Any]) -> None:
    """Refuse to mix a run with another one."""
    remedy = "name another folder, or remove this one"
    for entry, what in (("family_version", f"family {manifest['family']}"), ("stream_version", "random streams")):
        if found.get("family") == manifest["family"] and found[entry] != manifest[entry]:
            raise StoreError(
                f"{folder} holds another run: it was made by version {found[entry]} of the {what} and this is version "
                f"{manifest[entry]}: the same seed gives other deals, which are never mixed; {remedy}"
            )
    for entry in ("key", "keep", "level", "seed", "bots", "family"):
        if found.get(entry) != manifest[entry]:
            raise StoreError(
                f"{folder} holds another run: its {entry} is {found.get(entry)} and {manifest[entry]} was asked for; "
                f"{remedy}"
            )
    if found["variants"] != manifest["variants"]:
        raise StoreError(
            f"{folder} holds another run: its variants {_names(found)} have other rules or names than "
            f"{_names(manifest)}, which were asked for; {remedy}"
        )


def _names(manifest: Mapping[str, Any]) -> str:
    return ", ".join(str(variant.get("name")) for variant in manifest["variants"])
