"""Many contrasts at once: p values of a frame of effects, corrected for how many there are (statistics.md 9).

Holm bounds the chance of one false difference among contrasts that were declared before; Benjamini and Hochberg bound
the share of false ones among those found, for grids that are searched.
"""

import numpy as np
import polars as pl
from numpy.typing import ArrayLike

from rummysim.errors import InputError
from rummysim.fields.tallies import Floats

__all__ = ["CORRECTIONS", "adjusted", "benjamini_hochberg", "holm", "p_values"]


def holm(p: ArrayLike) -> Floats:
    """Holm's corrected p values: the k-th smallest of n times n - k + 1, made not to fall, at most 1. (n,) -> (n,)."""
    raw = np.asarray(p, float)
    order = np.argsort(raw, kind="stable")
    stepped = np.maximum.accumulate(raw[order] * np.arange(len(raw), 0, -1))
    result = np.empty(len(raw))
    result[order] = np.minimum(stepped, 1.0)
    return result


def benjamini_hochberg(p: ArrayLike) -> Floats:
    """Corrected p values of Benjamini and Hochberg. (n,) -> (n,)."""
    from scipy.stats import false_discovery_control

    raw = np.asarray(p, float)
    corrected: Floats = false_discovery_control(raw) if len(raw) else raw
    return corrected


CORRECTIONS = {"holm": holm, "benjamini-hochberg": benjamini_hochberg}
"""By name; the first is for declared contrasts, the second for explored ones."""


def p_values(effects: pl.DataFrame) -> Floats:
    """Two-sided p value of each effect, of Student's t with one degree of freedom less than bins.

    1 where nothing differs or nothing bounds the effect, 0 where bins differ all by the same.
    """
    from scipy.special import stdtr

    found, se = (effects[name].to_numpy().astype(float) for name in ("estimate", "se"))
    df = np.maximum(effects["n_bins"].to_numpy().astype(float) - 1, 1)
    with np.errstate(divide="ignore", invalid="ignore"):
        ratio = np.where(found == 0, 0.0, np.abs(found) / se)
    p: Floats = 2 * stdtr(df, -ratio)
    return p


def adjusted(effects: pl.DataFrame, correction: str = "holm") -> pl.DataFrame:
    """Effects with the columns ``p`` and ``p_adjusted``, smallest first; all rows count as one family of contrasts."""
    if correction not in CORRECTIONS:
        raise InputError(f"correction is {correction!r}; allowed {', '.join(CORRECTIONS)}; choose one of these")
    p = p_values(effects)
    columns = {"p": p, "p_adjusted": CORRECTIONS[correction](p)}
    return effects.with_columns(**{name: pl.Series(values) for name, values in columns.items()}).sort("p")
