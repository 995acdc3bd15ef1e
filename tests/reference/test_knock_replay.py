"""Deals of Conga that its referee plays against itself and judges, spoilt ones too."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any, ClassVar

import pytest

from tests.reference.knock import Table, judge, play
from tests.reference.knock_melds import rules_of
from tests.reference.knock_settle import Row

Log = list[Row]
Facts = list[dict[str, int]]


def lay_offs(rows: Log) -> Log:
    return [row for row in rows if row[1] == 8]


def test_view__shows_what_lies_and_what_was_taken() -> None:
    """CONTRACT 4.7: after a take, and at the hook close, where the discard is in neither hand nor pile."""
    table = Table(rules_of({}), 3, 1, 4, [0, 1], 1)
    top, hand = table.pile[0], sum(1 << card for card in table.hand)
    assert table.view() == [hand, 1 << top, *[0] * 8, top, -1, -1, 0, 0, 2, 25]
    assert table.draw(1) == [(0, 2, top, -1, -1)]
    assert table.view() == [hand | 1 << top, 0, 1 << top, *[0] * 7, -1, top, top, 0, 0, 2, 25]
    assert table.view(top) == [hand, 0, *[0] * 8, -1, top, top, 0, 0, 2, 25]
    table.discard(top)
    assert table.view()[1:] == [1 << top, *[0] * 8, top, -1, -1, 1, 1, 2, 25]


VARIANTS: list[dict[str, Any]] = [
    {},
    {"deck": 48, "ace_mode": "either", "figures": "8_9_10"},
    {"deck": 50, "max_wilds_when_knocking": 2, "layoff_targets": "knocker_only"},
    {"deck": 50, "starter_has_eight": True, "no_return_discard": True, "wild_layoff": False},
    {"deck": 50, "knock_without_draw": True, "no_knock_first_round": True, "ace_mode": "either", "knock_limit": 10},
    {"ace_of_coins_wild": False, "max_reshuffles": 1, "layoff_targets": "none"},
]
LINE_UPS = [["random", "random"], ["probe", "random", "probe"], ["random", "probe", "random", "probe"]]


@pytest.mark.parametrize("rules", VARIANTS)
@pytest.mark.parametrize("bots", LINE_UPS)
def test_judge__agrees_with_its_own_deals(rules: dict[str, Any], bots: list[str]) -> None:
    n = len(bots)
    for unit in range(4):
        holders = [(place + unit) % n for place in range(n)]
        log, facts = play(rules, bots, 7, unit, holders, unit % n)
        assert judge(rules, bots, 7, unit, 0, holders, unit % n, log, facts) == []


def test_judge__reads_a_log_of_unknown_bots_with_two_jokers(monkeypatch: pytest.MonkeyPatch) -> None:
    """An X in the log may be either joker; in these deals the first one is the wrong guess."""
    rules = {"deck": 50, "max_turns": 40}
    for unit in (19, 29, 35, 42, 43, 49):
        log, facts = play(rules, ["probe"] * 3, 3, unit, [0, 1, 2], 0)
        deal_of = (rules, ["somebody", "probe", "somebody"], 3, unit, 0, [0, 1, 2], 0, log, facts)
        assert judge(*deal_of) == []
        with monkeypatch.context() as only_one_reading:
            only_one_reading.setattr("tests.reference.knock.JOKER_TRIES", 1)
            assert judge(*deal_of)


def test_judge__end_exhausted_when_no_reshuffle_is_left() -> None:
    """CG-6, CONTRACT 4.1: one reshuffle is logged before the draw that needed it."""
    rules = {"max_reshuffles": 1, "knock_limit": 0, "max_leftover_cards": 0}
    ends = set()
    for unit in range(8):
        log, facts = play(rules, ["probe"] * 4, 2, unit, [0, 1, 2, 3], 1)
        ends.add(facts[0]["end"])
        resorted = [i for i, row in enumerate(log) if row[1] == 5]
        assert all(log[i + 1][:2] == (log[i][0], 1) for i in resorted)
        assert len(resorted) == facts[0]["reshuffles"] <= 1
    assert 0 in ends


@dataclass
class Recorded:
    """A deal with lay-offs, and how it is judged under names of bots that are the referee's own or unknown."""

    unit: int
    log: Log
    facts: Facts

    rules: ClassVar[dict[str, Any]] = {"deck": 50, "max_wilds_when_knocking": 2}
    own = ("random", "probe", "random")
    unknown = ("a", "b", "c")

    def judged(self, bots: Sequence[str], log: Sequence[Sequence[int]], facts: Facts) -> list[str]:
        return judge(self.rules, bots, 1, self.unit, 0, [0, 1, 2], 0, log, facts)


@pytest.fixture(scope="module")
def recorded() -> Recorded:
    for unit in range(100):
        log, facts = play(Recorded.rules, list(Recorded.own), 1, unit, [0, 1, 2], 0)
        if lay_offs(log):
            return Recorded(unit, log, facts)
    raise LookupError("no deal with a lay-off")


@pytest.mark.parametrize("bots", [Recorded.own, Recorded.unknown])
def test_judge__objects_to_every_changed_row(recorded: Recorded, bots: Sequence[str]) -> None:
    log, facts = recorded.log, recorded.facts
    assert recorded.judged(bots, log, facts) == []
    for i, row in enumerate(log):
        for column, change in product(range(5), (-1, 1)):
            spoilt = list(row)
            spoilt[column] += change
            assert recorded.judged(bots, [*log[:i], tuple(spoilt), *log[i + 1 :]], facts), row
        assert recorded.judged(bots, [*log[:i], *log[i + 1 :]], facts), row
    assert recorded.judged(bots, [*log, log[-1]], facts)


def test_judge__objects_to_every_changed_fact(recorded: Recorded) -> None:
    facts = recorded.facts
    for i, fact in enumerate(facts):
        for key in fact:
            spoilt = [*facts[:i], {**fact, key: fact[key] + 1}, *facts[i + 1 :]]
            assert recorded.judged(recorded.own, recorded.log, spoilt), key
        assert recorded.judged(recorded.own, recorded.log, [*facts[:i], *facts[i + 1 :]])


def test_judge__names_cards_in_its_objections(recorded: Recorded) -> None:
    first = next(i for i, row in enumerate(recorded.log) if row[1] == 3)
    spoilt = [(*row[:2], 99, *row[3:]) if i == first else row for i, row in enumerate(recorded.log)]
    (said,) = recorded.judged(recorded.unknown, spoilt, recorded.facts)
    assert re.search(r"expected a discard of seat 0 out of (\d+[oceb] |X )+", said)
    assert "logged is seat 0 discards card 99" in said


def test_judge__objects_to_a_knock_that_the_cards_do_not_allow(recorded: Recorded) -> None:
    """CG-9."""
    first = next(i for i, row in enumerate(recorded.log) if row[1] == 3)
    spoilt = [(row[0], 4, *row[2:]) if i == first else row for i, row in enumerate(recorded.log)]
    (said,) = recorded.judged(recorded.unknown, spoilt, recorded.facts)
    assert "expected no knock of seat 0 keeping" in said
