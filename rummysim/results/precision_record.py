"""What is kept of a precision that was wanted: with the run, and in the manifest of its folder."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from rummysim.engine.record import write_manifest
from rummysim.engine.store import FolderStore
from rummysim.results.precision import Precision
from rummysim.results.run import Run

__all__ = ["kept_precision", "with_entry", "with_precision"]

ESTIMATES, DIFFERENCES = "estimates", "differences"


def with_precision(run: Run, precision: Precision) -> Run:
    """A run that says what precision of its estimates was wanted and reached."""
    return replace(_noted(run, precision.entry(ESTIMATES, run.n_units)), precision=precision)


def with_entry(runs: Mapping[str, Run], precision: Precision, base: str) -> dict[str, Run]:
    """Runs whose manifests say what precision was wanted and reached; of their differences, if they are several."""
    of = f"{DIFFERENCES} to {base}" if len(runs) > 1 else ESTIMATES
    return {label: _noted(run, precision.entry(of, run.n_units)) for label, run in runs.items()}


def kept_precision(manifest: Mapping[str, Any], n_units: int) -> Precision | None:
    """What a manifest says of the estimates of a run of so many units."""
    entry = manifest.get("precision")
    if entry is None or entry["of"] != ESTIMATES or entry["units"] != n_units:
        return None
    return Precision.from_entry(entry)


def _noted(run: Run, entry: dict[str, Any]) -> Run:
    if isinstance(run.store, FolderStore) and run.index == 0:
        with FolderStore.hold(run.store.folder, run.work, dict(run.manifest)) as store:
            write_manifest(store.folder, {**store.manifest, "precision": entry})
    return replace(run, manifest={**run.manifest, "precision": entry})
