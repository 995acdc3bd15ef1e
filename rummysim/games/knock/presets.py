"""Named variants of the knock family: values and source, nothing else."""

from rummysim.games.family import Preset

__all__ = ["PRESETS"]

PRESETS = (Preset("conga", {}, "seed CONGA; rules.md section 3"),)
