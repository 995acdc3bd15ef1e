"""Properties of hands and whole deals that hold whatever is dealt."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import rummysim as rs
from rummysim.core.decks import JOKERS
from rummysim.games.bot import Bot
from rummysim.games.opening.bots.table import BOTS
from rummysim.games.opening.play import FACT_COLUMNS
from rummysim.games.opening.rules import OpeningRules
from rummysim.games.opening.state import ACT
from rummysim.games.registry import find_variant
from rummysim.melds.spread import best_worth, is_worth
from tests.courses import Course, masks, turns_twice
from tests.opening.judged import JUDGE
from tests.opening.positions import Table
from tests.opening.probe import PROBE

FIXED = settings(max_examples=300, derandomize=True, deadline=None, database=None)
FEW = settings(max_examples=60, derandomize=True, deadline=None, database=None)
ALL_BOTS: dict[str, Bot] = {**BOTS, "probe": PROBE}
WITHOUT_CHANCE = ("greedy", "holder", "careful", "expert")
N_LOG_ROWS = 32768
JOKER = 13

TABLES = [
    Table(),
    Table(ace_mode="either", ace_points="1_low_11", max_jokers_when_laid=2),
    Table(jokers=8, max_jokers_when_laid=None, max_jokers_total="less_or_equal"),
    Table(jokers=8, pure_run_required=True, adjacent_jokers=False, ace_mode="low"),
]
PACKS = [card for _ in range(2) for card in (16 * suit + place for suit in range(4) for place in range(13))]


@st.composite
def hands(draw: st.DrawFn, n_places: int = 5) -> tuple[Table, list[int], int]:
    """A table, naturals of its packs, half of the time of a few neighbouring places, and a number of jokers."""
    table, cards = draw(st.sampled_from(TABLES)), PACKS
    if draw(st.booleans()):
        low = draw(st.integers(0, 13 - n_places))
        cards = [card for card in PACKS if low <= card % 16 < low + n_places]
    chosen = draw(st.lists(st.integers(0, len(cards) - 1), min_size=8, max_size=14, unique=True))
    return table, [cards[index] for index in chosen], draw(st.integers(0, 2))


def worth(table: Table, cards: Sequence[int], n_jokers: int, scale: str = "points") -> int:
    """Most that melds of a hand are worth."""
    return int(best_worth(table.code[scale], *masks(cards), np.int64(n_jokers)))


# hands


@FIXED
@given(hand=hands(), suits=st.permutations(range(4)))
def test_worth__does_not_depend_on_the_names_of_suits(hand: tuple[Table, list[int], int], suits: list[int]) -> None:
    """Suits may be renamed: most points, and most cards."""
    table, cards, n_jokers = hand
    renamed = [16 * suits[card >> 4] + card % 16 for card in cards]
    for scale in ("points", "cover"):
        assert worth(table, renamed, n_jokers, scale) == worth(table, cards, n_jokers, scale)


@FIXED
@given(hand=hands(), data=st.data())
def test_worth__grows_with_the_hand(hand: tuple[Table, list[int], int], data: st.DataObject) -> None:
    """A card more, or a joker more, never makes it less; no bound on it is passed."""
    table, cards, n_jokers = hand
    gone = data.draw(st.integers(0, len(cards) - 1))
    total = worth(table, cards, n_jokers)
    assert worth(table, cards[:gone] + cards[gone + 1 :], n_jokers) <= total
    assert total <= worth(table, cards, n_jokers + 1)
    for least, reached in ((total, 1), (total + 1, 0)):
        assert is_worth(table.code["points"], *masks(cards), np.int64(n_jokers), np.int64(least)) == reached


# whole deals


def lineup_of(rng: np.random.Generator, n_players: int) -> list[Bot]:
    """Random bots."""
    return [list(ALL_BOTS.values())[number] for number in rng.integers(len(ALL_BOTS), size=n_players)]


def jobs_of(seed: int, units: int, n_players: int) -> tuple[np.ndarray, np.ndarray]:
    """Jobs of all seatings of some units, players in places of their own."""
    jobs = [[seed, unit, 0, n_players, starter] for unit in range(units) for starter in range(n_players)]
    return np.array(jobs), np.tile(np.arange(n_players), (len(jobs), 1))


def any_table(seed: int) -> tuple[OpeningRules, list[Bot], int]:
    """Random rules, bots and number of players."""
    rng = np.random.default_rng(seed)
    options = JUDGE.random_rules(rng)
    n_players = int(rng.integers(2, options["seats"] + 1))
    return OpeningRules.checked(options), lineup_of(rng, n_players), n_players


def name(card: int) -> int:
    """A card as logs name it: all jokers are 13."""
    return JOKER if card % 16 >= JOKER else card


def names(kinds: int, twice: int) -> list[int]:
    """Cards of a hand as logs name them, sorted."""
    return sorted(name(card) for card in range(64) for mask in (kinds, twice) if mask >> card & 1)


def move(log: list[list[int]], held: list[Counter[int]], pile: list[int], table: Counter[int]) -> None:
    """Move the cards as a log says; a swap gives one card for a joker."""
    for seat, act, card, a, b in log:
        laid: list[int] = []
        if act in (ACT["stock"], ACT["take"], ACT["cut"]):
            held[seat][card] += 1
        if act == ACT["take"]:
            assert pile.pop() == card
        if act == ACT["discard"]:
            held[seat][card] -= 1
            pile.append(card)
        if act == ACT["set"]:
            laid = [16 * suit + card for suit in range(4) if a >> suit & 1] + [JOKER] * b
        if act == ACT["run"]:
            laid = [JOKER if b >> step & 1 else card // 16 * 16 + (card % 16 + step) % 13 for step in range(a)]
        if act in (ACT["layoff"], ACT["more"], ACT["swap"]):
            laid = [card]
        if act == ACT["swap"]:
            held[seat][JOKER] += 1
            table[JOKER] -= 1
        if act == ACT["reshuffle"]:
            assert a == len(pile) - 1
            del pile[:-1]
        held[seat].subtract(laid)
        table.update(laid)


@FEW
@given(seed=st.integers(0, 1 << 40))
def test_deal__keeps_its_cards(seed: int) -> None:
    """Rules 0.7, from the log: every card lies where the moves put it."""
    rules, lineup, n = any_table(seed)
    if rules.set_joker_swap == "both_missing":
        rules = OpeningRules.checked(rules.model_dump() | {"jokers": 0})
    player = JUDGE.seated(rules, lineup, N_LOG_ROWS)
    jobs, holders = jobs_of(seed, 1, n)
    dealt, cut = player.dealt(jobs[-1])
    held, pile, table = [Counter(names(*hand)) for hand in dealt], [], Counter[int]()
    facts, _ = player.play(jobs[-1:], holders[-1:])
    log = player.read_log().tolist()
    move(log, held, pile, table)
    deal = player.game["deal"]
    kept = zip(deal["hands"][:n].tolist(), deal["spares"][:n].tolist(), strict=True)
    assert [sorted(hand.elements()) for hand in held] == [names(*hand) for hand in kept]
    assert pile == [name(card) for card in deal["public"]["pile_cards"][: deal["public"]["n_pile"]].tolist()]
    stock = [name(card) for card in deal["deck"][deal["stock_at"] : deal["stock_end"]].tolist()]
    is_cut_there = cut >= 0 and not any(act == ACT["cut"] for _, act, *_ in log)
    everywhere = Counter(stock) + Counter(pile) + table + Counter([name(cut)] if is_cut_there else [])
    for hand in held:
        everywhere += hand
    assert everywhere == Counter(name(card) for card in rules.encode(n)["card_of"] if card >= 0)
    row = dict(zip(FACT_COLUMNS, facts, strict=True))
    n_swaps = row["swaps"].sum()
    assert sum(table.values()) == row["tabled_cards"].sum() - n_swaps
    assert table[JOKER] == row["tabled_jokers"].sum() - n_swaps
    assert set(row["reshuffles"]) == {sum(act == ACT["reshuffle"] for _, act, *_ in log)}


@FEW
@given(seed=st.integers(0, 1 << 40))
def test_deal__of_the_same_seed_has_the_same_log(seed: int) -> None:
    """Rules 0.7: same seed, same policies, same log: also after other deals, and on another table."""
    rules, lineup, n = any_table(seed)
    jobs, holders = jobs_of(seed, 2, n)
    first, second = JUDGE.seated(rules, lineup, N_LOG_ROWS), JUDGE.seated(rules, lineup, N_LOG_ROWS)
    first.play(jobs[:1], holders[:1])
    log = first.read_log()
    second.play(jobs[::-1].copy(), holders)
    assert np.array_equal(second.read_log(), log)
    first.play(jobs[-1:], holders[-1:])
    assert not np.array_equal(first.read_log(), log)


@pytest.mark.parametrize("bot", WITHOUT_CHANCE)
@pytest.mark.parametrize("preset", ["rummy51", "kalooki40", "scala40"])
def test_deal__of_bots_without_chance_does_not_depend_on_who_they_are(preset: str, bot: str) -> None:
    """Players may be renamed: equal bots that use no random words play the same deal whoever sits where."""
    rules: Any = find_variant(preset).rules
    player = JUDGE.seated(rules, [BOTS[bot]] * 4)
    jobs, places = jobs_of(4, 30, 4)
    plain, _ = player.play(jobs, places)
    other, _ = player.play(jobs, (places + 1) % 4)
    who = FACT_COLUMNS.index("player")
    assert np.array_equal(other[who], (plain[who] + 1) % 4)
    assert np.array_equal(np.delete(other, who, axis=0), np.delete(plain, who, axis=0))


def test_rows__are_the_same_for_one_thread_and_two() -> None:
    """Design 3: bit for bit; table and facts."""
    runs = [
        rs.simulate("rummy51", ["greedy", "holder", "careful"], deals=6000, seed=3, threads=threads, progress=False)
        for threads in (1, 2)
    ]
    first, second = (run.deals.collect() for run in runs)
    assert first.equals(second)


# no peeking


def test_turn__does_not_depend_on_what_its_player_cannot_see() -> None:
    """bots.md 8: the next card of the stock apart, hidden cards are dealt out anew and every move stays the same."""
    n_compared = 0
    for seed in range(60):
        rules, lineup, _ = any_table(1000 + seed)
        for seat, plain, other in turns_twice(Course("opening", rules, lineup), seed, 40):
            assert other == plain, (rules, lineup, seed, seat)
            n_compared += 1
    assert n_compared > 500


def test_jokers__are_the_cards_behind_the_places() -> None:
    """What this file takes for jokers are those of the deck."""
    assert {name(card) for card in JOKERS} == {JOKER}
