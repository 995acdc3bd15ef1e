"""Who holds which place and who starts (design, words: seating), in the tables and in the rows of runs."""

from itertools import permutations

import numpy as np
import polars as pl
import pytest

import rummysim as rs
from rummysim.engine.lineup import scheme_of
from rummysim.engine.seating import deal_jobs, first_seats, seatings
from tests.engine.rows import CASES, undisturbed

PLAYERS = (2, 3, 4, 5, 8)


@pytest.mark.parametrize("n_players", PLAYERS)
def test_starter_scheme__every_place_acts_first_once_and_keeps_its_player(n_players: int) -> None:
    starters, holders = seatings("starter", n_players)
    assert sorted(starters) == list(range(n_players))
    assert (holders == np.arange(n_players)).all()


@pytest.mark.parametrize("n_players", PLAYERS)
def test_players_scheme__each_player_gets_each_place_once_and_place_0_starts(n_players: int) -> None:
    starters, holders = seatings("players", n_players)
    assert (starters == 0).all()
    for seating in range(n_players):
        assert sorted(holders[seating]) == list(range(n_players))
        for player in range(n_players):
            assert holders[seating][(player + seating) % n_players] == player
    for place in range(n_players):
        assert sorted(holders[:, place]) == list(range(n_players))


@pytest.mark.parametrize("scheme", ["starter", "players"])
@pytest.mark.parametrize("n_players", PLAYERS)
def test_first_seat__is_the_distance_from_the_starter(scheme: str, n_players: int) -> None:
    starters, holders = seatings(scheme, n_players)
    for seating, starter in enumerate(starters):
        places = {int(player): place for place, player in enumerate(holders[seating])}
        expected = [(places[player] - starter) % n_players for player in range(n_players)]
        assert first_seats(scheme, n_players)[seating].tolist() == expected


@pytest.mark.parametrize("scheme", ["starter", "players"])
def test_jobs__hold_all_seatings_of_every_block_with_the_same_cards(scheme: str) -> None:
    jobs, holders = deal_jobs(scheme, 3, 99, 10, 4)
    starters, by_place = seatings(scheme, 3)
    assert jobs.tolist() == [[99, block, 0, 3, starters[seating]] for block in range(10, 14) for seating in range(3)]
    assert holders.tolist() == by_place.tolist() * 4


def test_scheme__is_starter_only_if_all_bots_are_equal() -> None:
    assert scheme_of(["greedy"] * 3) == "starter"
    for lineup in set(permutations(["greedy", "greedy", "random"])):
        assert scheme_of(lineup) == "players"


@pytest.mark.parametrize("case", CASES)
def test_rows__have_every_seat_place_and_player_once_a_deal(case: str) -> None:
    for name in ("seat", "place", "player"):
        found = undisturbed(case).deals.group_by("deal").agg(pl.col(name).sort(), pl.len().alias("n")).collect()
        if name == "player":
            assert found.select((pl.col(name).list.n_unique() == pl.col("n")).all()).item()
        else:
            wanted = found.select(pl.int_ranges(0, pl.col("n")).cast(pl.List(pl.Int16)).alias(name))
            assert found[name].equals(wanted[name])


@pytest.mark.parametrize("case", CASES)
def test_rows__count_seats_from_the_starters_place(case: str) -> None:
    rows = undisturbed(case).deals.collect()
    start = rows.filter(pl.col("seat") == 0).select("deal", pl.col("place").alias("start"))
    sizes = rows.group_by("deal").agg(pl.len().cast(pl.Int16).alias("n"))
    joined = rows.join(start, on="deal").join(sizes, on="deal")
    assert len(joined) == len(rows)
    assert joined.select(((pl.col("place") - pl.col("start")) % pl.col("n") == pl.col("seat")).all()).item()


@pytest.mark.parametrize("case", CASES)
def test_rows__of_a_block_follow_the_scheme(case: str) -> None:
    run = undisturbed(case)
    rows = run.deals.filter(pl.col("round") == 0).collect()
    n = run.work.n_players
    assert rows["seating"].n_unique() == n
    p, r = pl.col("player"), pl.col("seating").cast(pl.Int16)
    if run.work.scheme == "starter":
        holds = (pl.col("place") == p) & ((pl.col("place") == r) == (pl.col("seat") == 0))
    else:
        holds = (pl.col("place") == (p + r) % n) & (pl.col("seat") == pl.col("place"))
    assert rows.select(holds.all()).item()
    names = [run.work.lineup[player] for player in rows["player"]]
    assert rows["bot"].cast(pl.String).to_list() == names


@pytest.mark.parametrize("case", CASES)
def test_won__adds_to_one_in_decided_deals_and_to_zero_in_undecided_ones(case: str) -> None:
    run = undisturbed(case)
    sums = run.deals.group_by("deal").agg(pl.col("won").sum(), pl.col("end").first()).collect()
    decided = ~sums["end"].cast(pl.String).is_in(run.variant.family.undecided_ends)
    assert ((sums["won"] - decided.cast(pl.Float64)).abs() < 1e-12).all()
    if run.level == "match":
        totals = run.matches.group_by("match").agg(pl.col("won").sum())["won"]
        assert ((totals - 1).abs() < 1e-12).all()


def test_won__is_zero_for_all_where_no_deal_can_be_decided() -> None:
    variant = rs.variant("conga", max_turns=2)
    rows = rs.simulate(variant, ["random", "greedy", "random"], deals=900, progress=False).deals.collect()
    stopped = rows.filter(pl.col("end") == "max_turns")
    assert len(stopped) > 2_000
    assert stopped["won"].sum() == 0
    assert rows.filter(pl.col("end") != "max_turns")["won"].sum() == pytest.approx((len(rows) - len(stopped)) / 3)
