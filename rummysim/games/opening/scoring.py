"""Facts -> points of the opening family: Polars expressions, one function per scoring option.

Whole deals, all with the same number of players, the rows of a deal one after the other.
"""

import polars as pl

from rummysim.core.codes import OPENING_ENDS, OpeningScoring, Unopened
from rummysim.games.opening.rules import ACE_WORTHS, OpeningRules

__all__ = ["closed", "counted", "fired", "needs_points", "points", "wins_match"]

EXHAUSTED, MAX_TURNS, OUT_BY_DISCARD, OUT_BY_PLAY = range(len(OPENING_ENDS))
TEN, HUNDRED = 10, 100


def fact(name: str) -> pl.Expr:
    """A column of the facts, wide enough for what is done with it; Int64."""
    return pl.col(name).cast(pl.Int64)


def of_deal(value: pl.Expr, n_players: int, *, most: bool) -> pl.Expr:
    """The most, or the sum, of a deal's values for each of its players."""
    grid = value.reshape((-1, n_players))
    whole = grid.arr.max() if most else grid.arr.sum()
    return whole.repeat_by(n_players).list.to_array(n_players).reshape((-1,))


def is_out() -> pl.Expr:
    """Whether a player went out."""
    return pl.col("out") == 1


def held(rules: OpeningRules) -> pl.Expr:
    """Points of the cards left in hand, an ace as high (RM-14, RM-15)."""
    _, ace = ACE_WORTHS[rules.ace_points]
    naturals = fact("left_pips") + TEN * fact("left_tens") + ace * fact("left_aces")
    return naturals + rules.joker_in_hand * fact("left_jokers")


def unopened(rules: OpeningRules) -> pl.Expr:
    """Points of a loser who has not opened, before they are multiplied (RM-16)."""
    if rules.unopened == Unopened.HUNDRED:
        return pl.lit(HUNDRED, pl.Int64)
    return held(rules) * (2 if rules.unopened == Unopened.CARDS_DOUBLED else 1)


def losers(rules: OpeningRules, n_players: int) -> pl.Expr:
    """Points of a player who did not go out (2.5, RA-16)."""
    plain = pl.when(pl.col("opened") > 0).then(held(rules)).otherwise(unopened(rules))
    if rules.hand_multiplier == 1:
        return plain
    by_hand = of_deal(fact("hand"), n_players, most=True)
    return plain * (1 + (rules.hand_multiplier - 1) * by_hand)


def winners(rules: OpeningRules) -> pl.Expr:
    """Points of the player who went out where each scores the own hand (2.5)."""
    by_hand = pl.when(pl.col("cut") == 1).then(rules.cutcard_hand_bonus).otherwise(rules.hand)
    return pl.when(pl.col("hand") == 1).then(by_hand).otherwise(rules.go_out)


def points(rules: OpeningRules, n_players: int) -> pl.Expr:
    """Points of each player of a deal, Int32."""
    lost = charged(rules, n_players)
    if rules.scoring == OpeningScoring.OWN_HAND:
        return pl.when(is_out()).then(winners(rules)).otherwise(lost).cast(pl.Int32)
    return pl.when(is_out()).then(of_deal(lost, n_players, most=False)).otherwise(0).cast(pl.Int32)


def charged(rules: OpeningRules, n_players: int) -> pl.Expr:
    """What a player's cards, or their never having opened, bring in points: to them or to the winner."""
    return pl.when(is_out()).then(0).otherwise(losers(rules, n_players))


def counted(rules: OpeningRules, n_players: int) -> dict[str, pl.Expr]:
    """What is added up over the players of a deal for the family's own statistics (statistics.md 5)."""
    never = pl.col("opened") == 0
    lost = charged(rules, n_players)
    return {
        "never_opened": never.cast(pl.Int64),
        "charged": lost,
        "charged_unopened": pl.when(never).then(lost).otherwise(0),
    }


def needs_points(_rules: OpeningRules) -> bool:
    """Whether a deal is won by points above 0 only: never, who goes out has the best points."""
    return False


def wins_match(_rules: OpeningRules) -> pl.Expr:
    """Whether a player won the match outright in this deal: nobody does."""
    return pl.lit(value=False)


def closed(_rules: OpeningRules) -> pl.Expr:
    """Whether a player went out."""
    return is_out()


def fired(rules: OpeningRules) -> dict[str, pl.Expr]:
    """Things that happen to a player in a deal, for the coverage of the rules."""
    things = {
        "opened": pl.col("opened") > 0,
        "opened_first_turn": pl.col("opened") == 1,
        "pile_taken": pl.col("takes") > 0,
        "lay_off": pl.col("laid_off") > 0,
        "reshuffle": pl.col("reshuffles") > 0,
        "hand": pl.col("hand") == 1,
        "exhausted": pl.col("end") == EXHAUSTED,
        "out_by_discard": pl.col("end") == OUT_BY_DISCARD,
        "lost_unopened": (pl.col("opened") == 0) & (pl.col("end") > MAX_TURNS),
    }
    if not rules.final_discard_required:
        things["out_by_play"] = pl.col("end") == OUT_BY_PLAY
    if rules.cut_card:
        things["cut_card_hand"] = pl.col("cut") == 1
    if rules.jokers:
        things["joker_laid"] = pl.col("tabled_jokers") > 0
        things["joker_left"] = pl.col("left_jokers") > 0
        things["swap"] = pl.col("swaps") > 0
    return things
