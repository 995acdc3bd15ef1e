"""Logged deals of the tile family that are spoilt, and what its judge says (TILE 4 and 5)."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import pytest

from tests.reference.tile import facts_of, judge, points, rules_of, won
from tests.reference.tile_explorer import explore
from tests.reference.tile_melds import in_tiles
from tests.reference.tile_positions import melds, table_with
from tests.reference.tile_replay import LogError, Replay
from tests.reference.tile_rows import Row, in_words, meld_of_row, row_of_meld, rows_of_opening
from tests.reference.tile_table import Table

Log = list[Row]
Facts = list[dict[str, int]]
Rules = dict[str, Any]

EVERYTHING: Rules = {
    "jokers": 8,
    "hand_size": 12,
    "opening_min": 20,
    "initial_discard": "takeable",
    "joker_release": "fixed",
    "max_turns": 60,
}
OWN, UNKNOWN = ("any", "probe", "random"), ("any", "b", "c")
SEED, HOLDERS, STARTER = 1, [2, 0, 1], 1
KINDS = {1, 2, 3, 4, 5, 6, 7, 9}


@dataclass(frozen=True)
class Recorded:
    """A deal that has every kind of row."""

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
    for unit in range(500):
        table, players = explore(rules_of(EVERYTHING), OWN, unit, HOLDERS, STARTER)
        if {row[1] for row in players.log} >= KINDS and any(row[1] == 7 and row[4] for row in players.log):
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


def twice(op: int) -> Callable[[Recorded], Log]:
    """The log with the first row of an op twice."""
    return lambda deal: with_row(deal.log, at := deal.first(op), deal.log[at], instead=0)


def last_table(deal: Recorded) -> tuple[int, int]:
    """Where the melds of the last play begin, and how many there are."""
    at = max(i for i, row in enumerate(deal.log) if row[1] == 5)
    return at + 1, deal.log[at][4]


def last_melds_exchanged(deal: Recorded) -> Log:
    first, n = last_table(deal)
    rows = deal.log[first : first + n]
    i = next(i for i in range(n - 1) if rows[i] != rows[i + 1])
    rows[i], rows[i + 1] = rows[i + 1], rows[i]
    return [*deal.log[:first], *rows, *deal.log[first + n :]]


def a_meld_hidden(deal: Recorded) -> Log:
    """A meld of the last table is missing, and the row of the play knows it."""
    first, n = last_table(deal)
    seat, op, card, played, _ = deal.log[first - 1]
    return [*deal.log[: first - 1], (seat, op, card, played, n - 1), *deal.log[first + 1 :]]


def a_joker_elsewhere(deal: Recorded) -> Log:
    """A run of the last table with a joker is one further, so that other tiles lie there."""
    first, n = last_table(deal)
    i = next(i for i in range(first, first + n) if deal.log[i][1] == 7)
    seat, op, card, length, pattern = deal.log[i]
    return with_row(deal.log, i, (seat, op, card, length, pattern ^ 1))


def passes_instead(deal: Recorded) -> Log:
    """The last play is hidden behind a pass."""
    first, n = last_table(deal)
    seat = deal.log[first - 1][0]
    return [*deal.log[: first - 1], (seat, 9, -1, -1, -1), *deal.log[first + n :]]


SPOILT: dict[str, Callable[[Recorded], Log]] = {
    "another tile drawn": changed(1, 2, 1),
    "a draw of another seat": changed(1, 0, 1),
    "a draw with a number": changed(1, 3, 1),
    "no draw": without(1),
    "two draws": twice(1),
    "another tile taken": changed(2, 2, 1),
    "a draw instead of a take": replaced(2, 1, 5, -1, -1),
    "no take": without(2),
    "a take instead of a draw": changed(1, 1, 1),
    "a tile laid out that nobody has": replaced(3, 3, 63, -1, -1),
    "a tile laid out by another seat": changed(3, 0, 1),
    "nothing laid out": without(3),
    "two tiles laid out": twice(3),
    "a tile laid out later": before(9, 3, 5, -1, -1),
    "no row of an opening": without(4),
    "two rows of an opening": twice(4),
    "an opening of fewer melds": changed(4, 3, -1),
    "an opening of more melds": changed(4, 3, 1),
    "an opening of very many melds": changed(4, 3, 30000),
    "an opening of fewer than no melds": replaced(4, 4, -1, -3, 30),
    "an opening of other points": changed(4, 4, 1),
    "an opening with a tile": changed(4, 2, 1),
    "more tiles played": changed(5, 3, 1),
    "fewer tiles played": changed(5, 3, -1),
    "more melds on the table": changed(5, 4, 1),
    "fewer melds on the table": changed(5, 4, -1),
    "no melds on the table": lambda deal: changed(5, 4, -deal.log[deal.first(5)][4])(deal),
    "a play with a tile": changed(5, 2, 1),
    "no row of a play": without(5),
    "a group of another number": changed(6, 2, 1),
    "a group of other colours": changed(6, 3, 1),
    "a group with another joker": changed(6, 4, 1),
    "a group of jokers": replaced(6, 6, 3, 0, 3),
    "a group that is none": replaced(6, 6, -1, -1, -1),
    "a run from elsewhere": changed(7, 2, 1),
    "a longer run": changed(7, 3, 1),
    "a shorter run": changed(7, 3, -1),
    "a run without an end": changed(7, 3, 30000),
    "a run with other jokers": changed(7, 4, 1),
    "no meld": without(7),
    "a meld twice": twice(7),
    "a pass with a number": changed(9, 4, 1),
    "a pass of another seat": changed(9, 0, 1),
    "no pass": without(9),
    "two passes": twice(9),
    "a pass that is a play of nothing": replaced(9, 5, -1, 0, 0),
    "an unknown op": replaced(9, 8, -1, -1, -1),
    "melds out of order": last_melds_exchanged,
    "a meld hidden": a_meld_hidden,
    "a joker and a tile exchanged": a_joker_elsewhere,
    "a play hidden": passes_instead,
    "an end too early": lambda deal: deal.log[:-1],
    "nothing": lambda deal: [],
    "a row after the end": lambda deal: [*deal.log, (0, 9, -1, -1, -1)],
    "a short row": lambda deal: [deal.log[0][:4], *deal.log[1:]],  # type: ignore[list-item]
}


def test_judge__agrees_with_what_was_played(recorded: Recorded) -> None:
    rules = rules_of(EVERYTHING)
    given: dict[str, Any] = {"scored": points(rules, recorded.facts), "shares": won(rules, recorded.facts)}
    assert recorded.judged(OWN, views=recorded.views, **given) == []
    assert recorded.judged(UNKNOWN, **given) == []


@pytest.mark.parametrize("bots", [OWN, UNKNOWN])
@pytest.mark.parametrize("what", SPOILT)
def test_judge__sees_a_spoilt_log(what: str, bots: Sequence[str], recorded: Recorded) -> None:
    assert recorded.judged(bots, log=SPOILT[what](recorded)) != []


def test_judge__sees_any_number_changed(recorded: Recorded) -> None:
    """Every number of some rows, one up or one down."""
    for i in range(0, len(recorded.log), 20):
        row = recorded.log[i]
        for column in range(5):
            other = [*row[:column], row[column] + (1 if (i + column) % 2 else -1), *row[column + 1 :]]
            assert recorded.judged(OWN, log=with_row(recorded.log, i, other)) != [], (i, row, other)


@pytest.mark.parametrize(
    "rules",
    [
        {"opening_min": 70},
        {"opening_joker": "no"},
        {"max_jokers_per_meld": 1, "rearrange": "none"},
        {"initial_discard": "none"},
        {"initial_discard": "dead"},
        {"draw_rule": "if_no_play"},
        {"mano": "next_player"},
        {"hand_size": 11},
        {"jokers": 7},
        {"max_turns": 5},
    ],
)
def test_judge__sees_other_rules(rules: Rules, recorded: Recorded) -> None:
    assert recorded.judged(UNKNOWN, rules=rules) != []


def test_judge__sees_another_choice_of_an_own_bot(recorded: Recorded) -> None:
    """Each bot in the place of another."""
    for bots in (("probe", "probe", "random"), ("any", "random", "random"), ("any", "probe", "probe")):
        assert recorded.judged(bots) != []


def test_judge__sees_facts_changed(recorded: Recorded) -> None:
    for i, fact in enumerate(recorded.facts):
        for key in fact:
            facts = [dict(each) for each in recorded.facts]
            facts[i][key] += 1
            assert (recorded.judged(UNKNOWN, facts=facts) != []) == (key != "unproved"), key
            del facts[i][key]
            assert recorded.judged(UNKNOWN, facts=facts) != []
    more = [{**fact, "more": 0} for fact in recorded.facts]
    assert recorded.judged(UNKNOWN, facts=more) != []
    assert recorded.judged(UNKNOWN, facts=recorded.facts[:2]) != []


def test_judge__sees_points_and_shares_changed(recorded: Recorded) -> None:
    rules = rules_of(EVERYTHING)
    for name, right in {"scored": points(rules, recorded.facts), "shares": won(rules, recorded.facts)}.items():
        for i in range(3):
            wrong = [value + (j == i) for j, value in enumerate(right)]
            assert recorded.judged(UNKNOWN, **{name: wrong}) != []


def test_judge__sees_views_changed(recorded: Recorded) -> None:
    hooks = {view[1] for view in recorded.views}
    assert hooks == {0, 1, 2}
    for column in range(3, 3 + 24):
        wrong = [[*right[:column], right[column] ^ 1, *right[column + 1 :]] for right in recorded.views]
        assert len(recorded.judged(OWN, views=wrong)) == len(wrong)
    for right in recorded.views[::9]:
        assert recorded.judged(OWN, views=[right[:-1]]) != []
    assert recorded.judged(OWN, views=[[0, 0, 0, *recorded.views[0][3:]]]) != []


def test_judge__says_what_is_wrong(recorded: Recorded) -> None:
    told = recorded.judged(UNKNOWN, log=SPOILT["another tile drawn"](recorded))
    assert len(told) == 1
    assert "expected seat" in told[0]
    assert "draws" in told[0]
    for row in recorded.log:
        assert str(row) in in_words(row)
        meld = meld_of_row(row)
        assert meld is None or (row_of_meld(row[0], meld) == row and in_tiles(meld) in in_words(row))
    assert in_words(None) == "nothing"


def test_judge__wants_most_points_of_an_own_bot() -> None:
    """TILE 8: any opening with as many points as a legal one can have; others may open with less."""
    rack, best, less = "k10 r10 y10 b10 k1 k2 k3", "k10-r10-y10-b10 k1-k2-k3", "k10-r10-y10"
    for bot, opening, right in (("random", best, True), ("random", less, False), ("any", less, True)):
        table = table_with([rack, "k9"], hand_size=1, manipulate_on_opening_turn=False)
        rows = rows_of_opening(table.rules, 0, melds(opening))
        n = sum(each.size for each in melds(opening))
        rows += [(0, 5, -1, n, len(melds(opening))), *[row_of_meld(0, each) for each in melds(opening)]]
        replay = Replay(table, [bot, bot], rows)
        if right:
            replay.play()
            replay.hear(table.end_play())
            assert replay.at == len(rows)
        else:
            with pytest.raises(LogError, match="46 points"):
                replay.play()


def test_replay__stops_at_the_first_lie(recorded: Recorded) -> None:
    table = Table(rules_of(EVERYTHING), SEED, recorded.unit, 0, HOLDERS, STARTER)
    replay = Replay(table, UNKNOWN, SPOILT["no pass"](recorded))
    assert len(replay.run()) == 1
    assert table.ended is None
