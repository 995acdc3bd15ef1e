"""Differences: the naive form, pairing, small counts, coverage; and the frame of effects."""

import math

import numpy as np
import pytest
from polars.testing import assert_frame_equal

from rummysim.fields.estimates import Effects, Method
from rummysim.stats.contrast import effects
from rummysim.stats.paired import difference
from rummysim.stats.ratio import NORMAL, Ratio, interval, t_quantile, wilson
from rummysim.stats.statistic import StatisticError
from rummysim.stats.summary import estimates
from rummysim.stats.table import STATISTICS
from tests.stats import synthetic

BASE = synthetic.units(seed=31, n_blocks=81)
OTHER = synthetic.units(seed=31, n_blocks=81, edge=0.25)


def ratio(a, b, n_blocks=None, **options) -> Ratio:
    a, b = np.asarray(a, dtype=float), np.asarray(b, dtype=float)
    return Ratio(group="g", a=a, b=b, n_units=int(b.sum()), n_blocks=n_blocks or int(b.sum()), **options)


def made(seed: int, n_bins: int = 30) -> tuple[np.ndarray, ...]:
    rng = np.random.default_rng(seed)
    b1, b0 = rng.integers(5, 15, (2, n_bins))
    luck = rng.normal(0, 2, n_bins)
    return b1 * (4 + luck) + rng.normal(0, 3, n_bins), b1, b0 * (3 + luck) + rng.normal(0, 3, n_bins), b0


def test_paired__equals_the_naive_form():
    a1, b1, a0, b0 = made(1)
    found = difference(ratio(a1, b1, scale=2.0), ratio(a0, b0, scale=2.0, shift=7.0), paired=True)
    theta1, theta0 = sum(a1) / sum(b1), sum(a0) / sum(b0)
    d = [2 * ((a1[k] - theta1 * b1[k]) / (sum(b1) / 30) - (a0[k] - theta0 * b0[k]) / (sum(b0) / 30)) for k in range(30)]
    se = math.sqrt(sum((each - sum(d) / 30) ** 2 for each in d) / (30 * 29))
    assert found.estimate.estimate == pytest.approx(2 * theta1 - 2 * theta0 - 7)
    assert found.estimate.se == pytest.approx(se)
    assert found.estimate.hi - found.estimate.lo == pytest.approx(2 * t_quantile(29) * se)
    separate = [interval(ratio(a, b, scale=2.0)).se for a, b in ((a1, b1), (a0, b0))]
    assert found.variance_factor == pytest.approx(se**2 / (separate[0] ** 2 + separate[1] ** 2))
    assert found.variance_factor < 0.5
    assert found.estimate.method == Method.PAIRED_T


def test_paired__of_equal_bins_is_the_paired_t_test():
    from scipy.stats import ttest_rel

    a1, _, a0, _ = made(2)
    found = difference(ratio(a1, np.full(30, 7)), ratio(a0, np.full(30, 7)), paired=True).estimate
    reference = ttest_rel(a1 / 7, a0 / 7)
    assert found.estimate / found.se == pytest.approx(reference.statistic)
    limits = reference.confidence_interval()
    assert (found.lo, found.hi) == pytest.approx((limits.low, limits.high))


def test_unpaired__of_equal_bins_is_the_welch_test():
    from scipy.stats import ttest_ind

    a1, _, a0, _ = made(3)
    found = difference(ratio(a1[:20], np.full(20, 7)), ratio(a0, np.full(30, 7)), paired=False)
    limits = ttest_ind(a1[:20] / 7, a0 / 7, equal_var=False).confidence_interval()
    assert (found.estimate.lo, found.estimate.hi) == pytest.approx((limits.low, limits.high))
    assert (found.variance_factor, found.estimate.method) == (None, Method.WELCH)


def test_unpaired__small_counts_are_the_published_newcombe_interval():
    # Newcombe 1998, method 10: 56/70 - 48/80: 0.0524 to 0.3339; 9/10 - 3/10: 0.1705 to 0.8090.
    # One block counts one unit, bins that do not vary: plain Wilson margins.
    for (x1, n1, x0, n0), limits in {(56, 70, 48, 80): (0.0524, 0.3339), (9, 10, 3, 10): (0.1705, 0.8090)}.items():
        found = difference(ratio([x1], [n1], share=True), ratio([x0], [n0], share=True), paired=False).estimate
        assert (found.lo, found.hi) == pytest.approx(limits, abs=1e-4)
        assert found.method == Method.SCORE


def test_paired__shares_that_no_bin_tells_apart_are_bounded():
    wins = np.random.default_rng(4).binomial(20, 0.4, 50)
    one = ratio(wins, np.full(50, 20), n_blocks=500, share=True, scale=2.0)
    found = difference(one, one, paired=True)
    bound = 2 * NORMAL**2 / (500 + NORMAL**2)
    assert (found.estimate.lo, found.estimate.hi) == pytest.approx((-bound, bound))
    assert found.estimate.method == Method.IDENTICAL
    assert found.variance_factor == 0


def test_paired__shares_without_an_event_on_either_side_have_a_width():
    none = ratio(np.zeros(40), np.full(40, 5), n_blocks=100, share=True)
    found = difference(none, none, paired=True)
    assert (found.estimate.lo, found.estimate.hi) == pytest.approx((-wilson(0, 100)[1], wilson(0, 100)[1]))
    assert (found.estimate.method, found.variance_factor) == (Method.PAIRED_SCORE, None)


def test_paired__means_with_one_bin_have_no_interval():
    found = difference(ratio([3], [2]), ratio([5], [2]), paired=True).estimate
    assert (found.estimate, found.lo, found.hi, found.method) == (-1, -math.inf, math.inf, Method.UNBOUNDED)


@pytest.mark.slow
@pytest.mark.parametrize("paired", [True, False])
@pytest.mark.parametrize(("p1", "p0"), [(0.35, 0.25), (0.02, 0.01)])
def test_difference_of_shares__covers_in_simulation(p1, p0, paired):
    # Common luck: the same uniform number decides both variants in a block; 0.02 and 0.01 count 12 and 6 blocks.
    rng = np.random.default_rng(5)
    luck = rng.random((2000, 60, 10))
    other = luck if paired else rng.random(luck.shape)
    one, zero = 3 * (luck < p1).sum(axis=2), 3 * (other < p0).sum(axis=2)
    found = [
        difference(
            ratio(a1, np.full(60, 30), n_blocks=600, share=True), ratio(a0, np.full(60, 30), n_blocks=600, share=True),
            paired=paired,
        )
        for a1, a0 in zip(one, zero, strict=True)
    ]  # fmt: skip
    covered = np.mean([each.estimate.lo <= p1 - p0 <= each.estimate.hi for each in found])
    assert 0.93 <= covered <= (0.97 if p1 > 0.1 else 0.99)
    if paired:
        assert np.mean([each.variance_factor for each in found]) < 0.7


@pytest.mark.slow
def test_difference_of_means__covers_in_simulation():
    rng = np.random.default_rng(6)
    luck = rng.gamma(3.0, 1.0, (2000, 30))
    b1, b0 = rng.integers(5, 15, (2, 2000, 30))
    a1, a0 = b1 * (luck + rng.normal(1, 1, luck.shape)), b0 * (luck + rng.normal(0, 1, luck.shape))
    for paired in (True, False):
        # Unpaired on common luck is wide: it covers more.
        covered = []
        for k in range(2000):
            found = difference(ratio(a1[k], b1[k]), ratio(a0[k], b0[k]), paired=paired).estimate
            covered.append(found.lo <= 1 <= found.hi)
        assert 0.93 <= np.mean(covered) <= (0.97 if paired else 1.0)


def test_effects__are_the_differences_of_the_estimates():
    base, other = (synthetic.tallies(run, variant=name) for run, name in ((BASE, "b"), (OTHER, "o")))
    frame = effects(base, other, common_units=True)
    keys = ["quantity", "group"]
    both = estimates(other).join(estimates(base), on=keys, suffix="_base").join(frame, on=keys, suffix="_effect")
    assert both.height == frame.height
    for row in both.iter_rows(named=True):
        assert row["estimate_effect"] == pytest.approx(row["estimate"] - row["estimate_base"], abs=1e-12)
    ratios = {each.name for each in STATISTICS if each.ratios is not None and each.refusal(base) is None}
    assert set(frame["quantity"]) == ratios
    assert frame["variant"].unique().to_list() == ["o"]
    assert frame["base"].unique().to_list() == ["b"]
    assert frame.columns == [*estimates(base).columns, "base", "variance_factor"] == list(Effects.columns())
    assert_frame_equal(frame, frame.sort("variant", "quantity", "level", "group"))


def test_effects__of_common_units_are_sharper_than_of_independent_ones():
    base, other = synthetic.tallies(BASE), synthetic.tallies(OTHER, variant="o")
    paired, unpaired = (effects(base, other, common_units=common) for common in (True, False))
    assert paired["estimate"].to_list() == unpaired["estimate"].to_list()
    assert paired.filter(quantity="first_player_advantage")["variance_factor"].item() < 1
    assert unpaired["variance_factor"].null_count() == unpaired.height


def test_effects__change_sign_with_the_order():
    base, other = synthetic.tallies(BASE), synthetic.tallies(OTHER, variant="o")
    there, back = effects(base, other, common_units=True), effects(other, base, common_units=True)
    for name, mirrored in (("estimate", "estimate"), ("lo", "hi"), ("hi", "lo")):
        assert there[name].to_list() == pytest.approx([-value for value in back[mirrored]], abs=1e-12)


def test_effects__between_numbers_of_players_are_unpaired():
    base = synthetic.tallies(synthetic.units(n_players=2))
    frame = effects(base, synthetic.tallies(BASE, variant="three"), common_units=True)
    assert frame["variance_factor"].null_count() == frame.height
    assert "seat 2" not in frame["group"]
    assert frame["n_units"].min() >= 1


def test_effects__of_a_variant_on_itself_are_zero_and_shares_keep_a_width():
    base = synthetic.tallies(BASE)
    frame = effects(base, base, common_units=True)
    assert set(frame["estimate"]) == {0}
    shares = frame.filter(frame["quantity"].str.contains("share|advantage"))
    assert (shares["hi"] - shares["lo"]).min() > 0


def test_effects__refuse_units_that_are_not_common():
    base, shorter = synthetic.tallies(BASE), synthetic.tallies(OTHER[:120], variant="o")
    with pytest.raises(StatisticError, match="n_blocks is 81 in made-up and 40 in o; common units have the same"):
        effects(base, shorter, common_units=True)
    moved = [dict(unit, bin=unit["bin"] + 1) for unit in OTHER]
    with pytest.raises(StatisticError, match="different bins"):
        effects(base, synthetic.tallies(moved, variant="o"), common_units=True)
    assert effects(base, shorter, common_units=False).height > 0


def test_effects__refuse_levels_that_differ():
    with pytest.raises(StatisticError, match="level is deal in made-up and match in o"):
        effects(synthetic.tallies(BASE), synthetic.tallies(OTHER, level="match", variant="o"), common_units=False)
