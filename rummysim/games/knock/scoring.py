"""Facts -> points of the knock family: Polars expressions, one function per scoring option.

Whole deals, the rows of a deal one after the other. Lower is better where everybody scores their own leftover, higher
where one player scores the difference.
"""

import polars as pl

from rummysim.core.codes import (
    BIG_GIN,
    CLOSED,
    CONGA,
    GIN,
    KNOCK_ENDS,
    OWN_ACE_CONGA,
    PLAIN_KNOCK,
    WILD_CONGA,
    WIN_MATCH,
    DealScoring,
)
from rummysim.games.knock.rules import KnockRules

__all__ = ["closed", "fired", "needs_points", "points", "wins_match"]

DEAD_HAND = KNOCK_ENDS.index("dead_hand")
FIRST_OF_LAST_SUIT = 48
N_IN_DIFFERENCE = 2


def leftover(rules: KnockRules) -> pl.Expr:
    """Card points left, a wild counting ``wild_points`` (CG-20); Int32."""
    wilds = rules.wild_points * pl.col("left_wilds").cast(pl.Int32)
    return pl.col("left_points").cast(pl.Int32) + (wilds if rules.wild_penalty_knocker else spared_closer(wilds))


def spared_closer(wilds: pl.Expr) -> pl.Expr:
    """Points of left wilds, none for who closed (option wild_penalty_knocker)."""
    return pl.when(pl.col("close") >= PLAIN_KNOCK).then(0).otherwise(wilds)


def invalid_conga(rules: KnockRules) -> int:
    """Points of a conga with a wild (CG-16)."""
    return rules.invalid_conga


def conga(rules: KnockRules) -> int:
    """Points of a natural conga (CG-15); where it wins the match, those of any hand with all cards combined."""
    return rules.close_bonus if rules.conga_bonus == WIN_MATCH else int(rules.conga_bonus)


def own_ace_conga(rules: KnockRules) -> int:
    """Points of a conga of coins with the ace in its own place (CA-3)."""
    return conga(rules) if rules.wild_natural_in_conga else invalid_conga(rules)


def each_own(rules: KnockRules) -> pl.Expr:
    """Points where everybody scores what they are left with (CG-15 … CG-20), and nobody in a dead hand (GN-5)."""
    by_close = {
        CLOSED: rules.close_bonus,
        BIG_GIN: rules.close_bonus,
        WILD_CONGA: invalid_conga(rules),
        OWN_ACE_CONGA: own_ace_conga(rules),
        CONGA: conga(rules),
    }
    scored = pl.when(pl.col("end") == DEAD_HAND).then(pl.lit(0, pl.Int32)).otherwise(leftover(rules))
    for close, value in by_close.items():
        scored = pl.when(pl.col("close") == close).then(pl.lit(value, pl.Int32)).otherwise(scored)
    return scored


def of_other(value: pl.Expr) -> pl.Expr:
    """Value of the other player; two rows a deal."""
    is_first = pl.int_range(pl.len()) % N_IN_DIFFERENCE == 0
    return pl.when(is_first).then(value.shift(-1)).otherwise(value.shift(1))


def undercut(rules: KnockRules) -> pl.Expr:
    """Whether a player is left with no more than the other, who knocked (GN-4)."""
    return (of_other(pl.col("close")) == PLAIN_KNOCK) & (leftover(rules) <= of_other(leftover(rules)))


def undercut_bonus(rules: KnockRules) -> int:
    """Points for an undercut (GN-4)."""
    return rules.undercut_bonus


def gin_bonus(rules: KnockRules) -> int:
    """Points for gin (GN-4)."""
    return rules.gin_bonus


def big_gin_bonus(rules: KnockRules) -> int:
    """Points for big gin (GN-3)."""
    return rules.big_gin_bonus


def spade_factor(rules: KnockRules) -> pl.Expr:
    """What the points of a deal are multiplied with: 2 if a spade was turned up (GN-8); Int32."""
    if not rules.oklahoma_spade_double:
        return pl.lit(1, pl.Int32)
    return pl.when(pl.col("upcard") >= FIRST_OF_LAST_SUIT).then(pl.lit(2, pl.Int32)).otherwise(pl.lit(1, pl.Int32))


def difference(rules: KnockRules) -> pl.Expr:
    """Points where one of two players scores the difference of what both are left with (GN-4)."""
    ahead = of_other(leftover(rules)) - leftover(rules)
    close = pl.col("close")
    scored = (
        pl.when(undercut(rules))
        .then(ahead + undercut_bonus(rules))
        .when(close == PLAIN_KNOCK)
        .then(pl.max_horizontal(ahead, pl.lit(0, pl.Int32)))
        .when(close == GIN)
        .then(of_other(leftover(rules)) + gin_bonus(rules))
        .when(close == BIG_GIN)
        .then(of_other(leftover(rules)) + big_gin_bonus(rules))
        .otherwise(0)
    )
    return (scored * spade_factor(rules)).cast(pl.Int32)


def points(rules: KnockRules, _n_players: int) -> pl.Expr:
    """Points of each player of a deal, Int32."""
    return difference(rules) if rules.deal_scoring == DealScoring.DIFFERENCE else each_own(rules)


def needs_points(rules: KnockRules) -> bool:
    """Whether a deal is won by points above 0 only: nobody wins it where all have 0."""
    return rules.deal_scoring == DealScoring.DIFFERENCE


def natural_conga(rules: KnockRules) -> pl.Expr:
    """Whether a player closed with a natural conga."""
    natural = pl.col("close") == CONGA
    return natural | (pl.col("close") == OWN_ACE_CONGA) if rules.wild_natural_in_conga else natural


def wins_match(rules: KnockRules) -> pl.Expr:
    """Whether a player won the match outright in this deal (CG-15)."""
    return natural_conga(rules) if rules.conga_bonus == WIN_MATCH else pl.lit(value=False)


def closed(_rules: KnockRules) -> pl.Expr:
    """Whether a player closed the deal."""
    return pl.col("close") >= PLAIN_KNOCK


def fired(rules: KnockRules) -> dict[str, pl.Expr]:
    """Things that happen to a player in a deal, for the coverage of the rules."""
    things = {
        "upcard_taken": pl.col("takes") > 0,
        "reshuffle": pl.col("reshuffles") > 0,
        "lay_off": pl.col("laid_cards") > 0,
        "wild_laid_off": pl.col("laid_wilds") > 0,
        "wild_left": pl.col("left_wilds") > 0,
    }
    if rules.deal_scoring == DealScoring.DIFFERENCE:
        things |= {"undercut": undercut(rules), "gin": pl.col("close") == GIN, "big_gin": pl.col("close") == BIG_GIN}
    if rules.oklahoma_spade_double:
        things["points_doubled"] = closed(rules) & (pl.col("upcard") >= FIRST_OF_LAST_SUIT)
    return things
