"""Facts -> points of the knock family: Polars expressions, one function per scoring option. Lower is better."""

import polars as pl

from rummysim.core.codes import CLOSED, CONGA, OWN_ACE_CONGA, WILD_CONGA, WIN_MATCH
from rummysim.games.knock.rules import KnockRules

__all__ = ["closed", "fired", "points", "wins_match"]


def leftover(rules: KnockRules) -> pl.Expr:
    """Card points left, a wild counting ``wild_points`` (CG-20)."""
    return pl.col("left_points").cast(pl.Int32) + rules.wild_points * pl.col("left_wilds").cast(pl.Int32)


def invalid_conga(rules: KnockRules) -> int:
    """Points of a conga with a wild (CG-16)."""
    return rules.invalid_conga


def conga(rules: KnockRules) -> int:
    """Points of a natural conga (CG-15); where it wins the match, those of any hand with all cards combined."""
    return rules.close_bonus if rules.conga_bonus == WIN_MATCH else int(rules.conga_bonus)


def own_ace_conga(rules: KnockRules) -> int:
    """Points of a conga of coins with the ace in its own place (CA-3)."""
    return conga(rules) if rules.wild_natural_in_conga else invalid_conga(rules)


def points(rules: KnockRules) -> pl.Expr:
    """Points of each player of a deal, Int32."""
    by_close = {
        CLOSED: rules.close_bonus,
        WILD_CONGA: invalid_conga(rules),
        OWN_ACE_CONGA: own_ace_conga(rules),
        CONGA: conga(rules),
    }
    scored = leftover(rules)
    for close, value in by_close.items():
        scored = pl.when(pl.col("close") == close).then(pl.lit(value, pl.Int32)).otherwise(scored)
    return scored


def natural_conga(rules: KnockRules) -> pl.Expr:
    """Whether a player closed with a natural conga."""
    natural = pl.col("close") == CONGA
    return natural | (pl.col("close") == OWN_ACE_CONGA) if rules.wild_natural_in_conga else natural


def wins_match(rules: KnockRules) -> pl.Expr:
    """Whether a player won the match outright in this deal (CG-15)."""
    return natural_conga(rules) if rules.conga_bonus == WIN_MATCH else pl.lit(value=False)


def closed(_rules: KnockRules) -> pl.Expr:
    """Whether a player closed the deal."""
    return pl.col("close") >= 0


def fired(_rules: KnockRules) -> dict[str, pl.Expr]:
    """Things that happen to a player in a deal, for the coverage of the rules."""
    return {
        "upcard_taken": pl.col("takes") > 0,
        "reshuffle": pl.col("reshuffles") > 0,
        "lay_off": pl.col("laid_cards") > 0,
        "wild_laid_off": pl.col("laid_wilds") > 0,
        "wild_left": pl.col("left_wilds") > 0,
    }
