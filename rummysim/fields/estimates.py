"""Columns of every frame of estimates, once: the schemas are the registry, and the frames are validated by them.

An estimate is null nowhere. ``se``, ``lo`` and ``hi`` are null for tests only (:data:`TESTS`), whose estimate is a p
value. They are infinite where nothing bounds the truth: with fewer than two bins, or for a quantile beyond the sample.
"""

from enum import StrEnum

import dataframely as dy
import polars as pl

__all__ = ["CONFIDENCE", "LEVELS", "TESTS", "Distribution", "Effects", "Endings", "Estimates", "Method", "frame_schema"]

CONFIDENCE = 0.95
"""Of every interval."""

LEVELS = ("deal", "match")
"""What a unit can be."""


class Method(StrEnum):
    """How an interval was made; the numbers are those of ``statistics.md``."""

    T = "t over bins"
    """1: cluster-robust ratio, t with one degree of freedom less than bins."""
    WILSON = "Wilson, effective n"
    """1: share with a small count; score interval with the effective sample size, t for its critical value."""
    WILSON_BLOCKS = "Wilson, n = blocks"
    """1: share whose bins do not vary (none, all, or one bin); every block counts once, however many units it has."""
    CONSTANT = "constant over bins"
    """Mean that is the same in every bin: the interval has width zero, because nothing varied."""
    UNBOUNDED = "none: fewer than 2 bins"
    """Mean with one bin: nothing to take an interval from, so the bounds are those that the quantity has by nature."""
    WOODRUFF = "Woodruff over bins"
    """5: quantile; a score interval for the share below, inverted."""
    BOOTSTRAP = "bootstrap over bins"
    """4: percentiles of resampled bins."""
    BOOTSTRAP_SCARCE = "bootstrap over bins, rare wins drawn"
    """7: as before; tables with rare wins from Jeffreys' Dirichlet distribution with their effective n."""
    SEQUENCE = "confidence sequence over bins"
    """8: holds at all looks together."""
    DIRICHLET = "Dirichlet, n = blocks"
    """4: bins do not vary; shares drawn given one winner a block."""
    HOTELLING = "Hotelling F over bins"
    """3: p value of a test on the bin covariance."""
    CHI_SQUARE = "chi-square, n = blocks"
    """3: p value where the bin covariance is singular; every block counts once."""
    PAIRED_T = "paired, t over bins"
    """2: linearised difference on common units."""
    PAIRED_SCORE = "paired, Newcombe"
    """2: difference of shares of which one has a small count, from both score intervals and their correlation."""
    IDENTICAL = "identical in every bin"
    """2: no bin differs; shares: bound on the share of blocks that could differ; means: width zero."""
    WELCH = "unpaired, Welch t"
    """2: independent runs."""
    SCORE = "unpaired, Newcombe"
    """2: difference of shares of which one has a small count, independent runs."""


TESTS = (Method.HOTELLING, Method.CHI_SQUARE)
"""Methods that give a p value without an interval."""


class Estimates(dy.Schema):
    """One row per variant, quantity, level and group."""

    variant = dy.String(primary_key=True, description="Label of the variant.")
    quantity = dy.String(primary_key=True, description="Name of the statistic, see `rummysim.stats.table`.")
    level = dy.Enum(LEVELS, primary_key=True, description="What a unit is: a deal or a match.")
    group = dy.String(primary_key=True, description="Part that is averaged: all, a seat, a player, an end, a quantile.")
    estimate = dy.Float64(description="Point estimate, in the unit of the statistic.")
    se = dy.Float64(nullable=True, min=0, allow_inf=True, description="Standard error. Null for tests.")
    lo = dy.Float64(nullable=True, allow_inf=True, description="Lower limit of the 95 % interval. Null for tests.")
    hi = dy.Float64(nullable=True, allow_inf=True, description="Upper limit of the 95 % interval. Null for tests.")
    n_units = dy.Int64(min=1, description="Units that the estimate averages over: decided ones for wins and margins.")
    n_bins = dy.Int64(min=1, description="Bins that hold such units: the clusters of the interval.")
    method = dy.Enum([method.value for method in Method], description="How the interval was made.")
    share_unfinished = dy.Float64(min=0, max=1, description="Share of undecided units among all of the variant.")

    @dy.rule()
    def interval_holds_estimate(cls) -> pl.Expr:  # noqa: N805 (dataframely passes the schema)
        """Lower limit, estimate and upper limit are in order."""
        return (pl.col("lo") <= pl.col("estimate")) & (pl.col("estimate") <= pl.col("hi"))

    @dy.rule()
    def interval_missing_for_tests_only(cls) -> pl.Expr:  # noqa: N805 (dataframely passes the schema)
        """No interval for tests, one for everything else."""
        is_test = pl.col("method").cast(pl.String).is_in([method.value for method in TESTS])
        return pl.all_horizontal(pl.col(name).is_null() == is_test for name in ("se", "lo", "hi"))


class Effects(Estimates):
    """One row per contrast: ``variant`` minus ``base``; n is the smaller and share_unfinished the larger of the two."""

    base = dy.String(primary_key=True, description="Label of the variant that is subtracted.")
    variance_factor = dy.Float64(
        nullable=True, min=0, description="Paired over unpaired variance: below 1 pairing helped. Null when unpaired."
    )


class Distribution(dy.Schema):
    """One row per value that occurred; intervals hold for each value by itself."""

    value = dy.Float64(primary_key=True, description="Value, in the unit of the quantity.")
    share = dy.Float64(min=0, max=1, description="Share of units (points: of units and players) with that value.")
    lo = dy.Float64(min=0, max=1, description="Lower limit of the 95 % interval.")
    hi = dy.Float64(min=0, max=1, description="Upper limit of the 95 % interval.")
    n = dy.Int64(min=0, description="How often the value occurred.")


class Endings(dy.Schema):
    """One row per way a unit can end, zeros shown."""

    end = dy.String(primary_key=True, description="Name of the end.")
    share = dy.Float64(min=0, max=1, description="Share of the units that ended so.")
    lo = dy.Float64(min=0, max=1, description="Lower limit of the 95 % interval.")
    hi = dy.Float64(min=0, max=1, description="Upper limit of the 95 % interval.")
    n = dy.Int64(min=0, description="How often it happened.")


def frame_schema(schema: type[dy.Schema]) -> dict[str, pl.DataType]:
    """Names and Polars types of a schema's columns, in order."""
    return {name: column.dtype for name, column in schema.columns().items()}
