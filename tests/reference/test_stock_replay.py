"""Deals of the stock family that its referee plays against itself and judges, spoilt ones too."""

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from typing import Any

import pytest

from tests.reference.stock import Replay, Table, judge, play, points, rules_of, won
from tests.reference.stock_actions import Action
from tests.reference.stock_bots import OwnBots
from tests.reference.stock_positions import WRAP, card, table_with
from tests.reference.stock_rows import Row
from tests.reference.stock_turn import play_deal

Log = list[Row]
Facts = list[dict[str, int]]
Rules = dict[str, Any]

EVERYTHING: Rules = {
    "extended_discard": True,
    "ace_mode": "either",
    "jokers": 2,
    "call_rummy": "any",
    "stock_exhausted": "reshuffle_once",
    "hand_sizes": (10, 7),
}
OWN, UNKNOWN = ("random", "probe", "random"), ("a", "b", "c")
SEED = 1


@dataclass(frozen=True)
class Recorded:
    """A deal of three own bots that has every kind of row."""

    unit: int
    log: Log
    facts: Facts

    def judged(
        self, bots: Sequence[str], log: Sequence[Sequence[int]] | None = None, facts: Facts | None = None
    ) -> list[str]:
        log, facts = self.log if log is None else log, self.facts if facts is None else facts
        return judge(EVERYTHING, bots, SEED, self.unit, 0, [2, 0, 1], 1, log, facts)

    def first(self, op: int) -> int:
        return next(i for i, row in enumerate(self.log) if row[1] == op)


@cache
def a_deal_with_everything() -> Recorded:
    for unit in range(1089, 3000):  # the first is a short one
        log, facts = play(EVERYTHING, list(OWN), SEED, unit, [2, 0, 1], 1)
        if {row[1] for row in log} >= {1, 2, 3, 5, 6, 7, 8, 10, 11}:
            return Recorded(unit, log, facts)
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
    "a take of more cards than there are": changed(2, 3, 60),
    "a take of no card": replaced(2, 2, 0, 0, -1),
    "a take of another card": changed(2, 2, 1),
    "a take of the stock": changed(2, 3, -20),
    "the end of the round though there is a stock": replaced(1, 9, -1, -1, -1),
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
    "a lay-off on no meld": changed(8, 3, 40),
    "a lay-off on a meld before the first": replaced(8, 8, 13, -1, -1),
    "a lay-off elsewhere": changed(8, 4, 1),
    "a lay-off of another card": changed(8, 2, 1),
    "a further card that stands alone": changed(8, 1, 2),
    "one lay-off as two, the compulsory card second": changed(10, 1, -2),
    "a lay-off without its second card": without(10),
    "no reshuffle": without(5),
    "a reshuffle of another number of cards": changed(5, 3, 1),
    "a reshuffle too early": before(1, 5, -1, 3, -1),
    "a claim of the discarder": lambda deal: with_row(
        deal.log, at := deal.first(11), (deal.log[at - 1][0], *deal.log[at][1:])
    ),
    "a claim of another card": changed(11, 2, 1),
    "a claim for another meld": changed(11, 3, 50),
    "a claim without a call": lambda deal: with_row(deal.log, deal.first(1) + 1, (0, 11, 5, 0, 5), instead=0),
    "a claim as a lay-off": changed(11, 1, -3),
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


def test_judge__objects_to_changed_rows_of_its_own_bots(recorded: Recorded) -> None:
    """A change in each row, the columns in turn."""
    for i, row in enumerate(recorded.log):
        spoilt = list(row)
        spoilt[i % 5] += 1 if i % 2 else -1
        assert recorded.judged(OWN, with_row(recorded.log, i, spoilt)), row


def test_judge__objects_to_every_changed_fact(recorded: Recorded) -> None:
    facts = recorded.facts
    for at, key in enumerate(facts[0]):
        i = at % len(facts)
        more, none = {**facts[i], key: facts[i][key] + 1}, {name: facts[i][name] for name in facts[i] if name != key}
        assert recorded.judged(OWN, facts=[*facts[:i], more, *facts[i + 1 :]]), key
        assert recorded.judged(UNKNOWN, facts=[*facts[:i], none, *facts[i + 1 :]]), key
    assert recorded.judged(OWN, facts=facts[1:])
    assert recorded.judged(OWN, facts=[{**facts[0], "luck": 1}, *facts[1:]])


@pytest.mark.parametrize(
    "rules",
    [
        {"extended_discard": False},
        {"jokers": 0},
        {"ace_mode": "low", "one_meld_per_turn": True, "layoff_requires_meld": "turn"},
        {"call_rummy": "none"},
        {"stock_exhausted": "end"},
        {"hand_sizes": (9,)},
        {"two_packs_from": 3},
        {"top_discard_must_be_used": True},
        {"max_turns": 3},
    ],
)
def test_judge__objects_to_a_deal_by_other_rules(recorded: Recorded, rules: Rules) -> None:
    keys = (SEED, recorded.unit, 0, [2, 0, 1], 1)
    assert judge(EVERYTHING | rules, UNKNOWN, *keys, recorded.log, recorded.facts)


@pytest.mark.parametrize(
    "keys",
    [
        (2, 0, 0, [2, 0, 1], 1),
        (1, 1, 0, [2, 0, 1], 1),
        (1, 0, 1, [2, 0, 1], 1),
        (1, 0, 0, [0, 1, 2], 1),
        (1, 0, 0, [2, 0, 1], 0),
    ],
)
def test_judge__objects_to_other_cards_and_seats(recorded: Recorded, keys: tuple[Any, ...]) -> None:
    seed, unit, round_, holders, starter = keys
    unit += recorded.unit
    assert judge(EVERYTHING, UNKNOWN, seed, unit, round_, holders, starter, recorded.log, recorded.facts)


def test_judge__says_what_was_expected(recorded: Recorded) -> None:
    (said,) = recorded.judged(UNKNOWN, replaced(3, 3, 14, -1, -1)(recorded))
    assert "expected a discard of seat" in said
    assert "discards card 14" in said


def test_judge__accepts_any_legal_move_of_other_bots() -> None:
    """The same deals under names that the referee does not know."""
    for unit in range(10):
        log, facts = play(EVERYTHING, list(OWN), 5, unit, [0, 1, 2], 0)
        for bots in (UNKNOWN, ("random", "b", "random"), ("a", "probe", "c")):
            assert judge(EVERYTHING, bots, 5, unit, 0, [0, 1, 2], 0, log, facts) == []


class NeverMelds(OwnBots):
    """Seat 0 keeps its jokers as long as it may, and so throws some of them."""

    def action(self, asked_before: int) -> Action | None:
        if self.table.seat == 0 and not self.table.refusal(None):
            return None
        return super().action(asked_before)


def test_judge__reads_a_thrown_joker_either_way(monkeypatch: pytest.MonkeyPatch) -> None:
    """An X may be either joker: in some deals the plainest reading is wrong, and what the probe sees tells."""
    rules = {"jokers": 2, "two_packs_from": 2, "stock_exhausted": "reshuffle", "max_turns": 60}
    wrong = 0
    for unit in range(25):
        table = Table(rules_of(rules), 3, unit, 0, [0, 1], 0)
        players = NeverMelds(table, ["random", "probe"])
        play_deal(table, players)
        deal = (rules, ["a", "probe"], 3, unit, 0, [0, 1], 0, players.log, table.facts())
        assert judge(*deal) == []
        with monkeypatch.context() as only_one_reading:
            only_one_reading.setattr("tests.reference.stock.READINGS", 1)
            wrong += bool(judge(*deal))
    assert wrong


@pytest.mark.parametrize(("reading", "low", "high"), [(0, 1, 0), (1, 0, 1)])
def test_replay__reads_the_last_place_of_a_circle_either_way(reading: int, low: int, high: int) -> None:
    """STOCK 4 and 5: the ace goes below the two or above the king, and the row is the same."""
    ace = card("Ac")
    log = [(0, 1, card("Kd"), -1, -1), (0, 8, ace, 0, 0), (0, 3, card("Kd"), -1, -1)]
    table = table_with(WRAP, ["Ac", "2d"], "7d", "Kd", ("2c 3c 4c 5c 6c 7c 8c 9c 10c Jc Qc Kc",))
    replay = Replay(table, UNKNOWN, log, (reading,))
    replay.run([])
    assert (replay.at, replay.open, table.ended) == (3, [2], 2)
    fact = table.facts()[0]
    assert (fact["tabled_aces_low"], fact["tabled_aces_high"]) == (low, high)


# self-play


def some_rules(draw: random.Random, players: int) -> Rules:
    """Options at random, few cards a hand where many play."""
    chance = draw.random
    return {
        "jokers": draw.choice([0, 2]),
        "hand_sizes": draw.choice([(13, 7, 7, 6), (10, 7, 7, 6), (7, 6, 5), (3,)]),
        "two_packs_from": draw.choice([2, 3, 5, None]),
        "extended_discard": chance() < 0.5,
        "ace_mode": draw.choice(["low", "either", "wrap"]),
        "meld_layoff_restriction": chance() < 0.1,
        "one_meld_per_turn": chance() < 0.2,
        "layoff_requires_meld": draw.choice(["none", "none", "round", "turn"]),
        "final_discard_required": chance() < 0.4,
        "call_rummy": draw.choice(["none", "last_discard", "any"]),
        "top_discard_must_be_used": chance() < 0.3,
        "no_return_discard": chance() < 0.7,
        "stock_exhausted": draw.choice(["may_end", "reshuffle_once", "reshuffle", "end"]),
        "max_reshuffles": draw.choice([None, None, 0, 1, 3]),
        "pile_card_reuse": chance() < 0.6,
        "max_turns": draw.choice([500, 60, 60, 7]),
        "scoring": draw.choice(["melded_hand", "positive", "negative"]),
        "simple_scoring": chance() < 0.3,
        "rummy_bonus": draw.choice([1, 2]),
        "players": players,
    }


def check_end(rules: Rules, log: Log, facts: Facts) -> None:
    """What must be so at the end of any deal."""
    end, out = facts[0]["end"], [fact for fact in facts if fact["out"]]
    assert len(out) == (1 if end >= 2 else 0)
    assert facts[0]["turns"] <= rules["max_turns"]
    assert (facts[0]["turns"] == rules["max_turns"]) or end != 1
    ops = [row[1] for row in log]
    assert sum(fact["new_melds"] for fact in facts) == ops.count(6) + ops.count(7)
    assert sum(fact["laid_off"] for fact in facts) == ops.count(8) + ops.count(10) + ops.count(11)
    assert sum(fact["claims"] for fact in facts) == ops.count(11)
    assert sum(fact["taken_cards"] for fact in facts) == sum(row[3] for row in log if row[1] == 2)
    assert facts[0]["reshuffles"] == ops.count(5)
    assert all(log[i + 1][:2] == (row[0], 1) for i, row in enumerate(log) if row[1] == 5)
    assert sum(won(rules, facts)) == (0 if end == 1 else 1)
    assert len(points(rules, facts)) == len(facts)


@pytest.mark.parametrize("part", range(6))
def test_self_play__ends_conserves_and_is_judged_right(part: int) -> None:
    """Rules 0.7: no seat is ever without a legal answer; conservation and melds are checked at every row."""
    draw = random.Random(part)
    ends = set()
    for unit in range(25):
        n = draw.choice([2, 2, 3, 3, 4, 5, 8])
        rules, bots = some_rules(draw, n), [draw.choice(["random", "probe"]) for _ in range(n)]
        holders = draw.sample(range(n), n)
        deal = (SEED, unit, holders, draw.randrange(n))
        log, facts = play(rules, bots, *deal)
        check_end(rules, log, facts)
        assert judge(rules, bots, SEED, unit, 0, holders, deal[3], log, facts) == []
        assert play(rules, bots, *deal) == (log, facts)
        ends.add(facts[0]["end"])
    assert len(ends) >= 2


def test_self_play__turns_go_round(recorded: Recorded) -> None:
    """Each draw is by the seat after the seat of the draw before."""
    drawers = [row[0] for row in recorded.log if row[1] in (1, 2, 9)]
    assert all(b == (a + 1) % 3 for a, b in pairwise(drawers))
    assert len(drawers) == recorded.facts[0]["turns"]


def test_end__by_choice_counts_the_turn() -> None:
    """STOCK 5, a choice of this referee: the turn in which a player ends the round is the last included."""
    for unit in range(100):
        log, facts = play({}, ["random", "random"], SEED, unit, [0, 1], 0)
        if log[-1][1] == 9:
            assert facts[0]["end"] == 0
            assert facts[0]["turns"] == sum(row[1] in (1, 2, 9) for row in log)
            return
    raise LookupError("nobody ended a round")
