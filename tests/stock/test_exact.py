"""The best play of a turn, exact under every option: against brute force, played out, and in worked examples."""

from typing import Any

import numpy as np
import pytest

from rummysim.games.actions import STOP
from rummysim.games.stock.actions import is_legal, is_stop_legal
from rummysim.games.stock.exact.bound import TOO_MANY, best_state
from rummysim.games.stock.exact.plans import (
    CARDS,
    MOST_ACTIONS,
    POINTS,
    best_plan,
    exact_action,
    exact_take,
    exact_value,
    try_plan,
)
from rummysim.games.stock.exact.prepare import set_up
from rummysim.games.stock.exact.room import ROOM_DTYPE
from rummysim.games.stock.exact.states import VALUE
from rummysim.games.stock.laying import NOTHING, lay_value, layable_on
from tests.stock import brute
from tests.stock.brute import Worth
from tests.stock.plays import Case, drawn, masks, set_table
from tests.stock.positions import Table

FIVE_HUNDRED = "bga_500"
Plan = tuple[Worth | None, list[int]]


def plan_of(table: Table, aim: int) -> Plan:
    """What the best play gains, what was aimed at first, and its actions; None if no play ends the turn."""
    actions = np.zeros(MOST_ACTIONS, np.int64)
    points, cards, n_actions = best_plan(table.code, table.public, table.own, np.int64(aim), actions)
    if points == NOTHING:
        return None, []
    return (points, cards) if aim == POINTS else (cards, points), actions[:n_actions].tolist()


def gained(table: Table) -> Worth:
    """Points and cards that A has laid since the table was set: classes of the facts, and what was in the hand."""
    small, pips, tens, low, high, jokers = table.deal["tabled"][0].tolist()
    ace = 1 if table.rules.ace_mode == "low" else 15
    points = 2 * pips + 20 * tens + (1 + ace) * low + 2 * ace * high + 30 * jokers
    return points, small + tens + low + high + jokers


def played(table: Table, actions: list[int]) -> Worth:
    """What legal actions gain, played one after the other until the turn can end."""
    for action in actions:
        assert is_legal(table.code, table.public, table.own, np.int64(action))
        table.play(action)
    assert table.own["hand"] == 0 or is_stop_legal(table.own)
    return gained(table)


def seen(table: Table) -> tuple[Any, ...]:
    """What the player at turn sees, but for the rest of the room for melds."""
    public = table.public
    others = [public[name].tobytes() for name in public.dtype.names if name != "melds"]
    return table.own.tobytes(), others, table.melds()


def check_case(case: Case) -> bool:
    """Compare both aims with brute force and play the plans; whether there is a play at all."""
    expected = brute.best(case.rules, case.position)
    for aim in (POINTS, CARDS):
        table = set_table(case)
        before = seen(table)
        found, actions = plan_of(table, aim)
        assert seen(table) == before, f"the position is not put back: {case}"
        assert found == (expected and expected[aim]), case
        if found is not None:
            worth = played(table, actions)
            assert found == (worth if aim == POINTS else worth[::-1]), case
    return expected is not None


# against brute force


@pytest.mark.parametrize("seed", range(4))
def test_plan__is_the_best_of_all_under_random_options(seed: int) -> None:
    """Points and cards, by the search through every sequence of legal actions; the plan is legal and gains that."""
    n_possible = sum(check_case(case) for case in drawn(seed, 250, 5))
    assert 120 < n_possible < 250


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(10, 30))
def test_plan__is_the_best_of_thousands(seed: int) -> None:
    """The same with hands of up to seven cards, of neighbouring numbers and of any."""
    for wide in (False, True):
        assert sum(check_case(case) for case in drawn(seed, 1000, 7, wide=wide)) > 500


def check_floors(case: Case, aim: int) -> bool:
    """Compare the bound of all states with those above floors, also the bound itself; whether it is seen."""
    table, room, actions = set_table(case), np.zeros(1, ROOM_DTYPE)[0], np.zeros(MOST_ACTIONS, np.int64)
    bound, _, _ = try_plan(table.code, table.public, table.own, np.int64(aim), actions)
    set_up(table.code, table.public, table.own, room, np.int64(aim))
    states, slots = np.zeros((1 << 13, 6), np.int64), np.zeros(1 << 14, np.int64)
    for floor in (-1, bound):
        room["floor"] = floor
        best = best_state(table.code, table.public, table.own, room, states, slots)
        if best == TOO_MANY:
            return False
        assert (states[best, VALUE] if best >= 0 else -1) == bound, case
        slots[:] = 0
    return True


@pytest.mark.parametrize("wide", [False, True])
def test_bound__loses_nothing_by_leaving_states_out(wide: bool) -> None:
    """Larger hands: states that cannot reach a floor are left out, and the bound is that of all states."""
    cases = [case for case in drawn(1, 400, 12, wide=wide) if case.rules.ace_mode != "wrap" or not case.jokers]
    assert sum(check_floors(case, number % 2) for number, case in enumerate(cases)) > 300


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2, 8))
def test_bound__loses_nothing_in_thousands(seed: int) -> None:
    for wide in (False, True):
        cases = [case for case in drawn(seed, 3000, 10, wide=wide) if case.rules.ace_mode != "wrap" or not case.jokers]
        assert sum(check_floors(case, number % 2) for number, case in enumerate(cases)) > 2000


@pytest.mark.parametrize("ace_mode", ["low", "either"])
def test_plan__gains_what_the_fast_way_finds_where_that_is_exact(ace_mode: str) -> None:
    """One pack, no jokers, nothing restricted."""
    rng, table = np.random.default_rng(3), Table(ace_mode=ace_mode)
    pack, n_laid = [16 * suit + place for suit in range(4) for place in range(13)], 0
    texts = (["4s-5s-6s", "9c-9d-9h", "10d-Jd-Qd"], {51, 52, 53, 8, 24, 40, 25, 26, 27})
    for number in range(600):
        melds, gone = texts if number % 2 else ([], set[int]())
        cards = [card for card in pack if card not in gone]
        hand = rng.choice(cards, int(rng.integers(3, 20)), replace=False).tolist()
        table.put("", melds=melds)
        kinds, none = masks(hand)
        where = layable_on(table.code, table.public, table.own)
        must = int(rng.choice(hand)) if number % 3 == 0 else -1
        expected = int(lay_value(table.code, kinds, where, np.int64(must)))
        value = int(exact_value(table.code, table.public, table.own, kinds, none, np.int64(must)))
        assert value == (expected if expected >= 0 else NOTHING), (hand, must)
        n_laid += value > 0
    assert n_laid > 200


# as bots use it


@pytest.mark.parametrize("seed", range(2))
def test_exact_action__played_to_its_stop_gains_the_most(seed: int) -> None:
    n_played = 0
    for case in drawn(seed, 150, 8):
        table = set_table(case)
        found, _ = plan_of(table, POINTS)
        if found is None:
            continue
        actions = []
        while table.own["hand"]:
            action = int(exact_action(table.code, table.public, table.own))
            if action == STOP:
                break
            assert is_legal(table.code, table.public, table.own, np.int64(action)), case
            table.play(action)
            actions.append(action)
        assert table.own["hand"] == 0 or is_stop_legal(table.own), case
        assert gained(table)[0] == found[0], case
        n_played += len(actions) > 1
    assert n_played > 10


def value_of_take(table: Table, depth: int, *, is_used: bool = False) -> int:
    """What the best play gains after a take."""
    return int(exact_take(table.code, table.public, table.own, np.int64(depth), np.int64(is_used)))


def test_take__is_worth_what_the_hand_then_gains() -> None:
    """B6: 5d must lie with 5s and 5h; B7: 5d cannot be used."""
    table = Table(preset=FIVE_HUNDRED)
    table.put("5h Kc Kd", pile="5d 9c 5s 2h")
    assert [value_of_take(table, depth) for depth in (1, 2, 3, 4)] == [0, NOTHING, NOTHING, 30]
    table.put("6d Kc", pile="5d 9c 5s 2h")
    assert value_of_take(table, 4) == NOTHING
    strict = Table(preset=FIVE_HUNDRED, pile_card_reuse=False)
    strict.put("5h Kc Kd", pile="5d 9c 5s 2h")
    assert value_of_take(strict, 4) == NOTHING
    strict.put("5c 5h Kc", pile="5d 9c 5s 2h")
    assert value_of_take(strict, 4) == 4 * 10


def test_take__of_the_top_may_be_asked_to_use_it() -> None:
    table = Table(preset=FIVE_HUNDRED)
    table.put("4c 4d 4h Kc Kd", pile="7d Kh")
    assert (value_of_take(table, 1), value_of_take(table, 1, is_used=True)) == (24 + 60, 24 + 60)
    table.put("4c 4d 4h Kc", pile="7d Kh")
    assert (value_of_take(table, 1), value_of_take(table, 1, is_used=True)) == (24, NOTHING)
    strict = Table(preset="rum500_howstuffworks")
    strict.put("4c 4d 4h Kc", pile="7d Kh")
    assert value_of_take(strict, 1) == NOTHING


def test_take__may_not_leave_the_barred_card_alone() -> None:
    """B9, BR-5: after the take of 7d the fours stay in the hand, unless 7d can be laid too."""
    table = Table()
    table.put("4c 4h 4s", pile="2c 7d")
    assert value_of_take(table, 1) == 0
    table.put("4c 4h 4s", pile="2c 7d", melds=["7c-7h-7s"])
    assert value_of_take(table, 1) == 24 + 14
    table.put("4c 4h 4s 9c", pile="2c 7d")
    assert value_of_take(table, 1) == 24


@pytest.mark.parametrize("seed", range(2))
def test_value__is_that_of_brute_force_after_a_take(seed: int) -> None:
    """exact_take of random piles: the position after it, searched through."""
    n_possible = 0
    for case in drawn(seed, 120, 4):
        at = case.position
        if at.n_new or at.must >= 0 or len(at.hand) < 2:
            continue
        table, pile = set_table(case), at.hand[:2]
        own, public = table.own, table.public
        held = at.hand[2:]
        own["hand"], own["spare"] = own["usable"], own["usable_spare"] = masks(held)
        own["barred"], public["n_pile"] = -1, 2
        public["pile_cards"][:2] = pile
        usable = held if not case.reuses else at.hand
        usable = tuple(sorted({*usable, pile[0]})) if pile[0] not in usable else usable
        usable = tuple(sorted((*held, pile[0]))) if not case.reuses else at.hand
        then = brute.Position(at.hand, usable, at.table, pile[0], -1, 0, at.has_melded)
        expected = brute.best(case.rules, then)
        assert value_of_take(table, 2) == (expected[0][0] if expected else NOTHING), case
        n_possible += expected is not None
    assert n_possible > 5


# worked examples and ties


def best(table: Table, aim: int = POINTS) -> tuple[Worth | None, list[int]]:
    """What the best play gains, and the actions in the order of their codes."""
    found, actions = plan_of(table, aim)
    return found, sorted(actions)


def codes(table: Table, *plays: str) -> list[int]:
    """Actions in notation, in the order of their codes."""
    return sorted(table.action(play) for play in plays)


@pytest.mark.parametrize(
    ("options", "hand", "melds", "plays", "points"),
    [
        ({}, "9c 9d 9s", [], ["9c-9d-9s"], 54),
        ({}, "2c 3c 4c 5c 6c 7c 8c 9c 10c Jc Qc Kc Ac", [], ["Ac-2c-3c-4c-5c-6c-7c-8c-9c-10c-Jc-Qc-Kc"], 170),
        ({"ace_mode": "either"}, "Ac 2c 3c Qc Kc", [], ["Qc-Kc-Ac"], 70),
        ({"ace_mode": "either"}, "As 2s 3s Ad", [], ["As-2s-3s"], 26),
        ({"ace_mode": "either"}, "As", ["2s-3s-4s"], ["As<0"], 16),
        ({"ace_mode": "either"}, "As", ["Js-Qs-Ks"], ["As>0"], 30),
        ({"ace_mode": "wrap"}, "Ks As 2s", [], ["Ks-As-2s"], 54),
        ({"ace_mode": "wrap"}, "As 2s 3s 8c", [], ["As-2s-3s"], 26),
        ({}, "7s 7h 8s 9s", ["4s-5s-6s", "7c-7d-X"], ["7s-8s-9s>0", "7h>1"], 62),
        ({}, "7s", ["4s-5s-6s", "7c-7d-7h"], None, 14),
        ({"one_meld_per_turn": True}, "3c 3d 3h 8s 8d 8h Kc", [], ["8d-8h-8s"], 48),
        ({"meld_layoff_restriction": True}, "3c 3d 3h 9s Kc", ["6s-7s-8s"], ["3c-3d-3h", "9s>0"], 36),
        ({"layoff_requires_meld": "round"}, "9s Kc", ["6s-7s-8s"], [], 0),
    ],
)
def test_example(options: dict[str, Any], hand: str, melds: list[str], plays: list[str] | None, points: int) -> None:
    """B1, B10, B11, B17, cases.md 51: what is laid, and the points it gains on the table and in the hand."""
    table = Table(**{"jokers": 2, **options})
    table.put(hand, melds=melds)
    found, actions = best(table)
    assert found is not None
    assert found[0] == points
    assert plays is None or actions == codes(table, *plays)


@pytest.mark.parametrize(
    ("hand", "melds", "points", "n_cards"),
    [
        ("X 7c 7d", [], 58, 3),
        ("X 7c", [], 0, 0),
        ("X X 7c", [], 74, 3),
        ("X 5h 7h 9c", [], 54, 3),
        ("X 5h", ["7h-8h-9h"], 40, 2),
        ("X 9d", ["7c-7d-7h-7s"], 0, 0),
        ("X 9d", ["7c-7d-7h"], 30, 1),
        ("X Ah Ah", ["2h-3h-4h-5h-6h-7h-8h-9h-10h-Jh-Qh-Kh"], 30, 1),
        ("X", ["Ah-2h-3h-4h-5h-6h-7h-8h-9h-10h-Jh-Qh-Kh"], 0, 0),
        ("X X X 5c 5c", [], 100, 4),
        ("X X X X Kd", [], 140, 5),
        ("6h 6h 5h 5h 7h 7h", [], 72, 6),
        ("7c 7c 7d 7d 7h 7h", [], 84, 6),
    ],
)
def test_jokers_and_two_packs__lie_where_they_gain_most(hand: str, melds: list[str], points: int, n_cards: int) -> None:
    """STOCK 3: a joker fills a gap or stands in for a card too few, and lies wherever there is room."""
    table = Table(preset="rum500_jokers", two_packs_from=2)
    table.put(hand, melds=melds)
    assert plan_of(table, POINTS)[0] == (points, n_cards)


def test_plan__uses_the_card_that_must_be_used_in_its_first_action() -> None:
    """BA-5: 8s reaches 5s-6s only with 7s; after that the rest as it pleases."""
    table = Table(preset=FIVE_HUNDRED)
    table.put("7s 8s 3c 3d 3h", melds=["4s-5s-6s"])
    table.own["must"] = 16 * 3 + 7
    found, actions = plan_of(table, POINTS)
    assert found == (18 + 2 * 15, 5)
    assert actions[0] == table.action("7s-8s>0")


def test_aims__most_points_and_most_cards_may_differ() -> None:
    """One new meld a turn: the kings gain more, the run has more cards."""
    table = Table(preset=FIVE_HUNDRED, one_meld_per_turn=True)
    table.put("Kc Kd Kh 2s 3s 4s 5s 9d")
    assert plan_of(table, POINTS)[0] == (60, 3)
    assert plan_of(table, CARDS)[0] == (4, 28)


def test_ties__go_to_more_cards_and_to_more_points() -> None:
    """One new meld a turn: of equal points more cards, of equal cards more points."""
    table = Table(preset=FIVE_HUNDRED, one_meld_per_turn=True)
    table.put("8c 8d 8h 2s 3s 4s 5s 6s 9d")
    assert plan_of(table, POINTS)[0] == (48, 3)
    table.put("7c 7d 7h 2s 3s 4s 5s 7s 9d")
    assert plan_of(table, CARDS)[0] == (4, 56)
    table.put("6c 6d 6h 3s 4s 5s 6s")
    assert plan_of(table, POINTS)[0] == (48, 4)
    table.put("4c 4d 4h 2s 3s 4s 3d")
    assert plan_of(table, POINTS)[0] == (32, 4)


def test_plan__of_nothing_that_can_be_laid_is_empty() -> None:
    table = Table()
    table.put("2c 5d 9h Ks")
    assert plan_of(table, POINTS) == ((0, 0), [])
    assert exact_action(table.code, table.public, table.own) == STOP
