"""The record of a run: resolved rules, line-up, seed, versions, and the command that makes it again."""

from typing import Any

from rummysim import __version__
from rummysim.engine.command import command_line
from rummysim.engine.work import Work
from rummysim.games.family import Variant

__all__ = ["command_of", "make_manifest"]


def command_of(verb: str, variant: Variant, work: Work, n_units: int) -> str:
    """Command line that makes a run again."""
    units = f"--{'deals' if work.level == 'deal' else 'matches'} {n_units}"
    return command_line(verb, variant, work.lineup, units, f"--seed {work.seed}")


def make_manifest(work: Work, n_blocks: int, per_bin: int, keep: str) -> dict[str, Any]:
    """Manifest of a run of ``n_blocks`` blocks."""
    return {
        "rummysim": __version__,
        "key": work.key,
        **work.identity,
        "variants": [
            {"name": variant.name, "preset": variant.preset, "rules": variant.options()} for variant in work.variants
        ],
        "keep": keep,
        "blocks": n_blocks,
        "units": n_blocks * work.n_players,
        "blocks_per_bin": per_bin,
        "commands": [command_of("simulate", variant, work, n_blocks * work.n_players) for variant in work.variants],
    }
