"""Logged deals of the opening family that are spoilt, and what its judge says (OPENING 4 and 5)."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import pytest

from tests.reference.opening import facts_of, judge, points, rules_of, won
from tests.reference.opening_bots import choose_action
from tests.reference.opening_explorer import explore
from tests.reference.opening_positions import card, opening, table_with
from tests.reference.opening_replay import Replay
from tests.reference.opening_rows import Row, rows_of_opening

Log = list[Row]
Facts = list[dict[str, int]]
Rules = dict[str, Any]

EVERYTHING: Rules = {
    "jokers": 8,
    "hand_size": 13,
    "opening_min": 30,
    "max_jokers_when_laid": None,
    "joker_reuse": "any_meld",
    "joker_swap_before_opening": True,
    "discard_take": "free",
    "decks": 1,
    "max_turns": 90,
}
OWN, UNKNOWN = ("any", "probe", "random"), ("any", "b", "c")
SEED, HOLDERS, STARTER = 1, [2, 0, 1], 1
KINDS = {1, 2, 3, 5, 6, 7, 8, 10, 11, 12}


@dataclass(frozen=True)
class Recorded:
    """A deal that has every kind of row but the cut card."""

    unit: int
    log: Log
    facts: Facts
    views: list[list[int]]

    def judged(
        self,
        bots: Sequence[str],
        log: Sequence[Sequence[int]] | None = None,
        facts: Facts | None = None,
        rules: Rules | None = None,
        **given: Any,
    ) -> list[str]:
        log, facts = self.log if log is None else log, self.facts if facts is None else facts
        its_rules = EVERYTHING | (rules or {})
        return judge(its_rules, bots, SEED, self.unit, 0, HOLDERS, STARTER, log, facts, **given)

    def first(self, op: int) -> int:
        return next(i for i, row in enumerate(self.log) if row[1] == op)


@cache
def a_deal_with_everything() -> Recorded:
    for unit in range(43, 3000):  # the first is a short one
        table, players = explore(rules_of(EVERYTHING), OWN, unit, HOLDERS, STARTER)
        if {row[1] for row in players.log} >= KINDS:
            return Recorded(unit, players.log, facts_of(table), players.views)
    raise LookupError("no deal with every kind of row")


@pytest.fixture(scope="module")
def recorded() -> Recorded:
    return a_deal_with_everything()


def with_row(log: Log, at: int, row: Sequence[int], instead: int = 1) -> Log:
    return [*log[:at], tuple(row), *log[at + instead :]]  # type: ignore[list-item]


def changed(op: int, column: int, change: int) -> Callable[[Recorded], Log]:
    """The first row of an op with a change in one column."""

    def spoil(deal: Recorded) -> Log:
        at = deal.first(op)
        row = list(deal.log[at])
        row[column] += change
        return with_row(deal.log, at, row)

    return spoil


def replaced(op: int, *values: int) -> Callable[[Recorded], Log]:
    """The first row of an op with other op, card, a and b."""
    return lambda deal: with_row(deal.log, at := deal.first(op), (deal.log[at][0], *values))


def before(op: int, *values: int) -> Callable[[Recorded], Log]:
    """A row of the same seat before the first row of an op."""
    return lambda deal: with_row(deal.log, at := deal.first(op), (deal.log[at][0], *values), instead=0)


def without(op: int) -> Callable[[Recorded], Log]:
    """The log without the first row of an op."""
    return lambda deal: [row for i, row in enumerate(deal.log) if i != deal.first(op)]


def exchanged(deal: Recorded) -> Log:
    at = deal.first(3)
    return [*deal.log[:at], deal.log[at + 1], deal.log[at], *deal.log[at + 2 :]]


SPOILT: dict[str, Callable[[Recorded], Log]] = {
    "another card drawn": changed(1, 2, 1),
    "a draw of another seat": changed(1, 0, 1),
    "no draw": without(1),
    "a draw too many": before(3, 1, 5, -1, -1),
    "a take with a number of cards": changed(2, 3, 2),
    "a take of another card": changed(2, 2, 1),
    "a take of the cut card instead": changed(2, 1, 2),
    "the end of the deal though there is a stock": replaced(1, 9, -1, -1, -1),
    "a discard of a card that nobody has": replaced(3, 3, 14, -1, -1),
    "no discard": without(3),
    "two discards": lambda deal: with_row(deal.log, at := deal.first(3), deal.log[at], instead=0),
    "a discard and the next draw exchanged": exchanged,
    "a run of two": changed(7, 3, -1),
    "a run from another card": changed(7, 2, 1),
    "a run of another suit": lambda deal: changed(7, 2, 16 if deal.log[deal.first(7)][2] < 48 else -16)(deal),
    "a run with other jokers": changed(7, 4, 1),
    "a run without an end": changed(7, 3, 100),
    "a set of another number": changed(6, 2, 1),
    "a set of other suits": changed(6, 3, 1),
    "a set with another joker": changed(6, 4, 1),
    "a set of nothing": replaced(6, 6, 3, 0, 3),
    "a set without a suit": replaced(6, 6, 3, -1, -1),
    "no opening before its melds": without(12),
    "an opening of fewer melds": changed(12, 3, -1),
    "an opening of more melds": changed(12, 3, 1),
    "an opening of very many melds": changed(12, 3, 30000),
    "an opening of other points": changed(12, 4, 1),
    "an opening with a card": changed(12, 2, 1),
    "a lay-off on no meld": changed(8, 3, 40),
    "a lay-off on a meld before the first": replaced(8, 8, 13, -1, -1),
    "a lay-off elsewhere": changed(8, 4, 1),
    "a lay-off of another card": changed(8, 2, 1),
    "a further card that stands alone": changed(8, 1, 2),
    "a lay-off without its second card": without(10),
    "a further card elsewhere": changed(10, 4, 1),
    "a swap on no meld": changed(11, 3, 40),
    "a swap on a meld before the first": changed(11, 3, -40),
    "a swap elsewhere": changed(11, 4, 1),
    "a swap of another card": changed(11, 2, 1),
    "no swap": without(11),
    "a swap twice": lambda deal: with_row(deal.log, at := deal.first(11), deal.log[at], instead=0),
    "no reshuffle": without(5),
    "a reshuffle of another number of cards": changed(5, 3, 1),
    "a reshuffle too early": before(1, 5, -1, 3, -1),
    "an op that is none": changed(3, 1, 90),
    "a row too short": lambda deal: with_row(deal.log, 0, deal.log[0][:4]),
    "no rows": lambda deal: [],
    "the last row missing": lambda deal: deal.log[:-1],
    "a row after the end": lambda deal: [*deal.log, deal.log[-1]],
}


@pytest.mark.parametrize("bots", [OWN, UNKNOWN])
@pytest.mark.parametrize("kind", SPOILT)
def test_judge__objects_to(recorded: Recorded, kind: str, bots: Sequence[str]) -> None:
    assert recorded.judged(bots) == []
    spoilt = SPOILT[kind](recorded)
    assert spoilt != recorded.log
    assert recorded.judged(bots, spoilt)


def test_judge__objects_to_changed_rows(recorded: Recorded) -> None:
    """A change in each row, the columns in turn."""
    for i, row in enumerate(recorded.log):
        spoilt = list(row)
        spoilt[i % 5] += 1 if i % 2 else -1
        assert recorded.judged(OWN, with_row(recorded.log, i, spoilt)), row


def test_judge__objects_to_skipped_rows(recorded: Recorded) -> None:
    for i in range(len(recorded.log)):
        assert recorded.judged(UNKNOWN, [*recorded.log[:i], *recorded.log[i + 1 :]])


def test_judge__objects_to_every_changed_fact(recorded: Recorded) -> None:
    facts = recorded.facts
    for at, key in enumerate(facts[0]):
        i = at % len(facts)
        more, none = {**facts[i], key: facts[i][key] + 1}, {name: facts[i][name] for name in facts[i] if name != key}
        assert recorded.judged(OWN, facts=[*facts[:i], more, *facts[i + 1 :]]), key
        assert recorded.judged(UNKNOWN, facts=[*facts[:i], none, *facts[i + 1 :]]), key
    assert recorded.judged(OWN, facts=facts[1:])
    assert recorded.judged(OWN, facts=[{**facts[0], "luck": 1}, *facts[1:]])


def test_judge__objects_to_points_and_shares(recorded: Recorded) -> None:
    scored, shares = points(EVERYTHING, recorded.facts), won(EVERYTHING, recorded.facts)
    assert recorded.judged(OWN, scored=scored, shares=shares) == []
    assert recorded.judged(OWN, scored=[float(one) for one in scored]) == []
    assert recorded.judged(OWN, scored=[scored[0] + 1, *scored[1:]])
    assert recorded.judged(OWN, shares=[one + 1 for one in shares])


def test_judge__objects_to_every_changed_view(recorded: Recorded) -> None:
    views = recorded.views
    assert recorded.judged(OWN, views=views) == []
    assert recorded.judged(OWN, views=views[::7]) == []
    one = views[len(views) // 2]
    for i in range(3, len(one)):
        assert recorded.judged(OWN, views=[[*one[:i], one[i] + 1, *one[i + 1 :]]]), i
    assert recorded.judged(OWN, views=[one[:-1]])
    assert recorded.judged(OWN, views=[[one[0], one[1], 99, *one[3:]]])


@pytest.mark.parametrize(
    "rules",
    [
        {"jokers": 7},
        {"decks": 2},
        {"hand_size": 7},
        {"opening_min": 50},
        {"max_jokers_when_laid": 1},
        {"max_jokers_total": 1},
        {"joker_reuse": "new_meld"},
        {"discard_take": "only_opened"},
        {"stock_exhausted": "end"},
        {"max_turns": 3},
        {"ace_points": "15", "opening_min": 60},
        {"starter_has_extra": False},
        {"cut_card": False},
        {"no_open_first_rounds": 9},
    ],
)
def test_judge__objects_to_a_deal_by_other_rules(recorded: Recorded, rules: Rules) -> None:
    assert recorded.judged(UNKNOWN, rules=rules)


@pytest.mark.parametrize(
    ("seed", "unit", "round_", "holders", "starter"),
    [
        (2, 0, 0, HOLDERS, STARTER),
        (1, 1, 0, HOLDERS, STARTER),
        (1, 0, 1, HOLDERS, STARTER),
        (1, 0, 0, [0, 1, 2], STARTER),
        (1, 0, 0, HOLDERS, 0),
    ],
)
def test_judge__objects_to_other_cards_and_seats(
    recorded: Recorded, seed: int, unit: int, round_: int, holders: list[int], starter: int
) -> None:
    deal = (seed, unit + recorded.unit, round_, holders, starter, recorded.log, recorded.facts)
    assert judge(EVERYTHING, UNKNOWN, *deal)


def test_judge__says_what_was_expected(recorded: Recorded) -> None:
    (said,) = recorded.judged(("a", "b", "c"), replaced(3, 3, 14, -1, -1)(recorded))
    assert "expected a discard of seat" in said
    assert "discards card 14" in said


# openings of own bots


def replayed(hand: str, *melds: str) -> str:
    """What is said of an opening in the first turn in which `random` opens with this hand."""
    round_ = 2
    while choose_action("random", drawn := table_with({}, [f"{hand} 3h", "5h"], round_=round_), 0) is None:
        round_ += 1
    assert drawn.stock == []
    table = table_with({}, [hand, "5h"], stock="3h", round_=round_)
    log = [(0, 1, card("3h"), -1, -1), *rows_of_opening(table.rules, 0, opening(*melds))]
    return Replay(table, ["random", "random"], log).run()[0]


def test_opening__of_an_own_bot_has_most_points() -> None:
    hand = "6s 7s 8s 9s 10d 10c 10h Kd 2c"
    assert "expected of seat 0 an opening of 60 points" in replayed(hand, "6s 7s 8s", "10d 10c 10h")
    assert "expected seat 0 discards" in replayed(hand, "6s 7s 8s 9s", "10d 10c 10h")
    assert "expected seat 0 discards" in replayed(hand, "10d 10c 10h", "6s 7s 8s 9s")
    assert "expected of seat 0 not an opening of 30 points" in replayed(hand, "10d 10c 10h")
    assert "expected of seat 0 not cards" in replayed(hand, "6s 7s 8s 9s", "10d 10c 10s")
    two_ways = "6s 7s 8s 8d 8h 10d 10c 10h 6d Kc"
    assert "expected seat 0 discards" in replayed(two_ways, "8s 8d 8h", "10d 10c 10h")
    assert "expected of seat 0 an opening of 54 points" in replayed(two_ways, "6s 7s 8s", "10d 10c 10h")


def test_opening__of_other_bots_need_not_have_most_points() -> None:
    table = table_with({}, ["6s 7s 8s 9s 10d 10c 10h Kd 2c", "5h"], stock="3h")
    log = [(0, 1, card("3h"), -1, -1), *rows_of_opening(table.rules, 0, opening("6s 7s 8s", "10d 10c 10h"))]
    assert "expected a discard" in Replay(table, ["else", "random"], log).run()[0]
