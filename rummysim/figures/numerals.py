"""Numbers as text: as many digits as the interval's width supports, one minus sign, no minus zero, infinity shown."""

import math
from collections.abc import Sequence

__all__ = ["INFINITY", "MINUS", "count", "decimals_for", "fixed", "interval", "percent", "spread"]

MINUS = "\N{MINUS SIGN}"
INFINITY = "\N{INFINITY}"

MOST_DECIMALS = 8
DIGITS_OF_CONSTANT = 4
"""Significant digits of a value whose interval has no width."""
DIGITS_OF_UNBOUNDED = 3
"""Significant digits of a value that nothing bounds."""
TWO_DIGITS_BELOW, TWO_DIGITS_FROM = 3.55, 9.5
"""Leading digits of a half-width that is given to two digits; to one in between."""
SMALLEST_PERCENT = 0.01


def decimals_for(estimate: float, lo: float, hi: float, *, signed: bool = False) -> int:
    """Decimals that show the interval's half-width to one or two significant digits.

    A limit is infinite: the distance to the other one counts. With ``signed`` up to two more decimals are given where a
    limit other than 0 would read as 0, because its sign is the finding.
    """
    distances = [abs(limit - estimate) for limit in (lo, hi) if math.isfinite(limit)]
    half = sum(distances) / len(distances) if distances else math.inf
    if not 0 < half < math.inf:
        return _decimals_of(estimate, DIGITS_OF_CONSTANT if half == 0 else DIGITS_OF_UNBOUNDED)
    exponent = math.floor(math.log10(half))
    leading = half / 10.0**exponent
    decimals = (1 if leading < TWO_DIGITS_BELOW else 0) - exponent
    decimals = min(max(decimals, 0), MOST_DECIMALS)
    if signed and any(limit != 0 and _reads_as_zero(limit, decimals) for limit in (lo, hi)):
        decimals = next((more for more in (decimals + 1, decimals + 2) if _all_show(lo, hi, more)), decimals)
    return decimals


def _decimals_of(value: float, digits: int) -> int:
    text = f"{value:.{digits}g}"
    shown = float(text)
    return next((n for n in range(MOST_DECIMALS) if round(shown, n) == shown), MOST_DECIMALS)


def _reads_as_zero(value: float, decimals: int) -> bool:
    return math.isfinite(value) and float(f"{value:.{decimals}f}") == 0


def _all_show(lo: float, hi: float, decimals: int) -> bool:
    return not any(limit != 0 and _reads_as_zero(limit, decimals) for limit in (lo, hi))


def fixed(value: float, decimals: int, *, signed: bool = False) -> str:
    """Value with that many decimals and thousands marked; a plus where ``signed``, none at zero."""
    if math.isnan(value):
        return "unknown"
    text = INFINITY if math.isinf(value) else f"{abs(value):,.{decimals}f}"
    if _reads_as_zero(value, decimals):
        return text
    return (MINUS if value < 0 else "+" if signed else "") + text


def interval(estimate: float, lo: float, hi: float, *, signed: bool = False) -> str:
    """Estimate with its limits in brackets: ``+2.1 (+1.2 … +3.0)``."""
    decimals = decimals_for(estimate, lo, hi, signed=signed)
    shown = [fixed(value, decimals, signed=signed) for value in (estimate, lo, hi)]
    return f"{shown[0]} ({shown[1]} … {shown[2]})"


def count(n: int) -> str:
    """Whole number with thousands marked."""
    return f"{n:,d}"


def percent(share: float) -> str:
    """Share without an interval as per cent, to a tenth or two digits; only 0 reads as 0 and only 1 as 100."""
    hundredths = 100 * share
    if 0 < hundredths < SMALLEST_PERCENT:
        return f"<{SMALLEST_PERCENT} %"
    if 0 < 100 - hundredths < SMALLEST_PERCENT:
        return f">{100 - SMALLEST_PERCENT} %"
    far = min(hundredths, 100 - hundredths)
    text = f"{hundredths:.1f}" if far >= 1 else f"{hundredths:.2f}"
    return f"{text.rstrip('0').rstrip('.')} %"


def spread(values: Sequence[str]) -> str:
    """Texts of the least and the greatest value: one where they are equal."""
    first, last = values[0], values[-1]
    return first if first == last else f"{first} to {last}"
