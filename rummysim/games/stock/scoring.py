"""Facts -> points of the stock family: Polars expressions, one function per scoring option.

Whole deals, all with the same number of players, the rows of a deal one after the other. Points are
stored in 840ths (``POINTS_UNIT``), so that equal shares of up to eight players are exact.
"""

import polars as pl

from rummysim.core.codes import STOCK_ENDS, AceMode, CallRummy, SplitRounding, StockScoring
from rummysim.games.stock.rules import POINTS_UNIT, StockRules

__all__ = ["closed", "fired", "needs_points", "points", "wins_match"]

EXHAUSTED, MAX_TURNS, OUT_BY_DISCARD, OUT_BY_PLAY = range(len(STOCK_ENDS))
TENS, SIMPLE, LOW_ACE = 10, 5, 1
"""Points of a ten or a figure, of a small card or a low ace in simple scoring, and of a low ace in any other."""


def fact(name: str) -> pl.Expr:
    """A column of the facts, wide enough for what is done with it; Int64."""
    return pl.col(name).cast(pl.Int64)


def small_points(rules: StockRules, where: str) -> pl.Expr:
    """Points of the cards 2 to 9, ``tabled`` or ``left`` (simple_scoring)."""
    return SIMPLE * fact(f"{where}_small") if rules.simple_scoring else fact(f"{where}_pips")


def low_ace_points(rules: StockRules) -> int:
    """Points of a low ace (simple_scoring, BA-2)."""
    return SIMPLE if rules.simple_scoring else LOW_ACE


def left_ace_points(rules: StockRules) -> int:
    """Points of an ace left in hand: low where aces are always low (BA-1)."""
    return low_ace_points(rules) if rules.ace_mode == AceMode.LOW else rules.ace_points_high


def joker_points(rules: StockRules, where: str) -> pl.Expr:
    """Points of the jokers, ``tabled`` or ``left``."""
    return rules.joker_points * fact(f"{where}_jokers")


def tabled(rules: StockRules) -> pl.Expr:
    """Points of the cards that a player melded, laid off or claimed (BR-9)."""
    aces = low_ace_points(rules) * fact("tabled_aces_low") + rules.ace_points_high * fact("tabled_aces_high")
    return small_points(rules, "tabled") + TENS * fact("tabled_tens") + aces + joker_points(rules, "tabled")


def left(rules: StockRules) -> pl.Expr:
    """Points of the cards left in hand."""
    aces = left_ace_points(rules) * fact("left_aces")
    return small_points(rules, "left") + TENS * fact("left_tens") + aces + joker_points(rules, "left")


def nobody_out() -> pl.Expr:
    """Whether nobody went out: the stock was exhausted, or the turns were used up (rules.md 0.7)."""
    return pl.col("end") <= MAX_TURNS


def by_deal(value: pl.Expr, n_players: int) -> pl.Expr:
    """A value of each player as one array a deal."""
    return value.reshape((-1, n_players))


def to_players(value: pl.Expr, n_players: int) -> pl.Expr:
    """A value of each deal for each of its players."""
    return value.repeat_by(n_players).list.to_array(n_players).reshape((-1,))


def melded_hand(rules: StockRules) -> pl.Expr:
    """What a player laid less what is left in hand, the latter not after exhaustion with the option (BR-9)."""
    if rules.exhausted_no_penalty:
        return tabled(rules) - pl.when(nobody_out()).then(0).otherwise(left(rules))
    return tabled(rules) - left(rules)


def positive(rules: StockRules, n_players: int) -> pl.Expr:
    """What the others are left with, to who is left with least (BR-10 to BR-12); in 1/POINTS_UNIT."""
    least = to_players(by_deal(left(rules), n_players).arr.min(), n_players)
    is_lowest = left(rules) == least
    taken_off = pl.when(nobody_out()).then(least).otherwise(0)
    given = pl.when(is_lowest).then(0).otherwise(left(rules) - taken_off)
    pot = to_players(by_deal(given, n_players).arr.sum(), n_players)
    sharers = to_players(by_deal(is_lowest.cast(pl.Int64), n_players).arr.sum(), n_players)
    return pl.when(is_lowest).then(share(rules, pot, sharers)).otherwise(0)


def share(rules: StockRules, pot: pl.Expr, sharers: pl.Expr) -> pl.Expr:
    """What each of the sharers gets, in 1/POINTS_UNIT (split_rounding)."""
    if rules.split_rounding == SplitRounding.FLOOR:
        return POINTS_UNIT * (pot // sharers)
    return POINTS_UNIT * pot // sharers


def rummy() -> pl.Expr:
    """Whether a player went out in one turn with nothing laid before."""
    return (pl.col("out") == 1) & (pl.col("rummy") == 1)


def doubled(rules: StockRules, n_players: int) -> pl.Expr:
    """Whose points count ``rummy_bonus`` times: who went rummy, or in ``negative`` the others (rules.md 8.8)."""
    if rules.scoring == StockScoring.NEGATIVE:
        somebody = to_players(by_deal(rummy().cast(pl.Int64), n_players).arr.max(), n_players) == 1
        return somebody & ~rummy()
    return rummy()


def points(rules: StockRules, n_players: int) -> pl.Expr:
    """Points of each player of a deal in 1/POINTS_UNIT, Int32."""
    if rules.scoring == StockScoring.MELDED_HAND:
        scored = POINTS_UNIT * melded_hand(rules)
    elif rules.scoring == StockScoring.POSITIVE:
        scored = positive(rules, n_players)
    else:
        scored = POINTS_UNIT * left(rules)
    if rules.rummy_bonus > 1:
        scored = pl.when(doubled(rules, n_players)).then(rules.rummy_bonus * scored).otherwise(scored)
    return scored.cast(pl.Int32)


def needs_points(_rules: StockRules) -> bool:
    """Whether a deal is won by points above 0 only: never, the best points win it whatever they are."""
    return False


def wins_match(_rules: StockRules) -> pl.Expr:
    """Whether a player won the match outright in this deal: nobody does."""
    return pl.lit(value=False)


def closed(_rules: StockRules) -> pl.Expr:
    """Whether a player went out."""
    return pl.col("out") == 1


def fired(rules: StockRules) -> dict[str, pl.Expr]:
    """Things that happen to a player in a deal, for the coverage of the rules."""
    things = {
        "pile_taken": pl.col("takes") > 0,
        "new_meld": pl.col("new_melds") > 0,
        "lay_off": pl.col("laid_off") > pl.col("claims"),
        "reshuffle": pl.col("reshuffles") > 0,
        "rummy": rummy(),
        "exhausted": pl.col("end") == EXHAUSTED,
        "out_by_discard": pl.col("end") == OUT_BY_DISCARD,
        "out_by_play": pl.col("end") == OUT_BY_PLAY,
        "low_ace_laid": pl.col("tabled_aces_low") > 0,
    }
    if rules.extended_discard:
        things["deep_take"] = pl.col("taken_cards") > pl.col("takes")
    if rules.call_rummy != CallRummy.NONE:
        things["claim"] = pl.col("claims") > 0
    if rules.jokers:
        things["joker_laid"] = pl.col("tabled_jokers") > 0
        things["joker_left"] = pl.col("left_jokers") > 0
    return things
