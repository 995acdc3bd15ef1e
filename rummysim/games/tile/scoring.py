"""Facts -> points of the tile family: Polars expressions, one function per scoring option.

Whole deals, all with the same number of players, the rows of a deal one after the other. Points in twelfths.
"""

import polars as pl

from rummysim.core.codes import TILE_ENDS, InitialDiscard, PoolEmptyScoring, TileScoring
from rummysim.games.tile.rules import POINTS_UNIT, TileRules

__all__ = ["closed", "counted", "fired", "needs_points", "points", "wins_deal", "wins_match"]

EXHAUSTED, MAX_TURNS, OUT = range(len(TILE_ENDS))
MANY = 10


def fact(name: str) -> pl.Expr:
    """A column of the facts, wide enough for what is done with it; Int64."""
    return pl.col(name).cast(pl.Int64)


def of_deal(value: pl.Expr, n_players: int, what: str) -> pl.Expr:
    """The ``sum``, ``min`` or ``max`` of a deal's values for each of its players."""
    grid = value.reshape((-1, n_players)).arr
    whole = {"sum": grid.sum, "min": grid.min, "max": grid.max}[what]()
    return whole.repeat_by(n_players).list.to_array(n_players).reshape((-1,))


def is_out() -> pl.Expr:
    """Whether a player went out."""
    return pl.col("out") == 1


def left(rules: TileRules) -> pl.Expr:
    """Points of the tiles left on a rack (TR-25)."""
    return POINTS_UNIT * (fact("left_pips") + rules.joker_points * fact("left_jokers"))


def above_lowest(rules: TileRules, n_players: int) -> pl.Expr:
    """What a rack counts more than the lowest of the deal; that of who went out is empty."""
    lowest = of_deal(left(rules), n_players, "min")
    return pl.when(of_deal(fact("out"), n_players, "max") == 1).then(left(rules)).otherwise(left(rules) - lowest)


def winners_part(rules: TileRules, n_players: int) -> pl.Expr:
    """What each winner gets of what the others lose: who went out, or all who have the lowest rack (8.8)."""
    total = of_deal(above_lowest(rules, n_players), n_players, "sum")
    return total // of_deal(is_winner(rules, n_players).cast(pl.Int64), n_players, "sum")


def is_winner(rules: TileRules, n_players: int) -> pl.Expr:
    """Whether a player went out, or has the lowest rack where nobody did."""
    somebody_out = of_deal(fact("out"), n_players, "max") == 1
    return pl.when(somebody_out).then(is_out()).otherwise(above_lowest(rules, n_players) == 0)


def points(rules: TileRules, n_players: int) -> pl.Expr:
    """Points of each player of a deal in twelfths, Int32."""
    if rules.scoring == TileScoring.OWN_RACK:
        difference = rules.pool_empty_scoring == PoolEmptyScoring.DIFFERENCE
        return (above_lowest(rules, n_players) if difference else left(rules)).cast(pl.Int32)
    lost = -above_lowest(rules, n_players) if rules.scoring == TileScoring.ZERO_SUM else pl.lit(0, pl.Int64)
    won = winners_part(rules, n_players)
    return pl.when(is_winner(rules, n_players)).then(won).otherwise(lost).cast(pl.Int32)


def wins_deal(_rules: TileRules) -> pl.Expr:
    """Whether a player won the deal whatever the points are: who went out."""
    return is_out()


def counted(_rules: TileRules, _n_players: int) -> dict[str, pl.Expr]:
    """What is added up over the players of a deal for the family's own statistics (statistics.md 5)."""
    return {"never_opened": (pl.col("opened") == 0).cast(pl.Int64)}


def needs_points(_rules: TileRules) -> bool:
    """Whether a deal is won by points above 0 only: never."""
    return False


def wins_match(_rules: TileRules) -> pl.Expr:
    """Whether a player won the match outright in this deal: nobody does."""
    return pl.lit(value=False)


def closed(_rules: TileRules) -> pl.Expr:
    """Whether a player went out."""
    return is_out()


def fired(rules: TileRules) -> dict[str, pl.Expr]:
    """Things that happen to a player in a deal, for the coverage of the rules."""
    things = {
        "opened": pl.col("opened") > 0,
        "opened_first_turn": pl.col("opened") == 1,
        "pool_emptied": pl.col("pool_left") == 0,
        "exhausted": pl.col("end") == EXHAUSTED,
        "out": pl.col("end") == OUT,
        "lost_unopened": (pl.col("opened") == 0) & (pl.col("end") != MAX_TURNS),
        "ten_tiles_at_once": pl.col("most_played") >= MANY,
        "not_proved_best": pl.col("unproved") > 0,
    }
    if rules.jokers:
        things["joker_played"] = pl.col("played_jokers") > 0
        things["joker_left"] = pl.col("left_jokers") > 0
    if rules.initial_discard == InitialDiscard.TAKEABLE:
        things["laid_out_taken"] = pl.col("took") > 0
    return things
