"""The same deals under other scoring options."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from rummysim.errors import InputError
from rummysim.fields.rule import Layer, rule_fields
from rummysim.results.manifest import make_manifest
from rummysim.results.run import Run

__all__ = ["rescored_run"]


def rescored_run(run: Run, options: Mapping[str, Any]) -> Run:
    """Run that shares the deals of ``run`` and scores them anew; refused where the deals would not stay the same."""
    variant = run.variant.with_options(options)
    if run.keep != "deals":
        raise InputError("rescore needs the deals and this run keeps bins only; play it again with keep='deals'")
    if run.level == "match":
        raise InputError(
            "rescore works on a run of deals and this is one of matches: scoring decides who plays on; "
            "play the other variant with matches="
        )
    fields = rule_fields(variant.family.rules)
    played = [name for name in options if fields[name].layer == Layer.PLAY]
    if played:
        allowed = [name for name, entry in fields.items() if entry.layer == Layer.SCORING]
        raise InputError(
            f"{', '.join(played)} decides the play, so other deals would be played; allowed are the scoring options "
            f"{', '.join(allowed)}; use compare or simulate instead"
        )
    read = run.work.reads & set(options)
    if read:
        raise InputError(
            f"{', '.join(sorted(read))} is read by a bot of this line-up, so its deals depend on it; simulate instead"
        )
    return Run(
        variant=variant,
        work=run.work,
        index=run.index,
        store=run.store,
        n_blocks=run.n_blocks,
        per_bin=run.per_bin,
        keep=run.keep,
        manifest=make_manifest(replace(run.work, variants=(variant,)), run.n_blocks, run.per_bin, run.keep),
        rescored=True,
    )
