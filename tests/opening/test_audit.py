"""The audit of the opening family: it finds nothing in deals as they are, and each fault where one is put."""

from collections.abc import Callable

import numpy as np
import pytest

from rummysim.games.opening.audit import AUDIT_FAULTS, COUNTS_DTYPE, audit_batch, audit_end, audit_turn
from rummysim.games.opening.bots.table import BOTS
from rummysim.games.opening.play import FACT_COLUMNS, Player
from rummysim.games.opening.rules import OpeningRules
from rummysim.games.opening.settle import write_facts
from tests.opening.judged import JUDGE
from tests.opening.positions import Table, meld_of
from tests.opening.probe import PROBE
from tests.opening.told import DRAW

ALL_BOTS = {**BOTS, "probe": PROBE}
N_COMBINATIONS = 40
NO_SOURCE = 9
"""An answer to the draw that means nothing."""


@pytest.mark.parametrize("number", range(N_COMBINATIONS))
def test_audit__finds_nothing_under_random_rules(number: int) -> None:
    """rules.md 0.7: no card is lost, every meld is valid, facts count all cards; and they are those of a plain run."""
    rng = np.random.default_rng([9, number])
    rules = OpeningRules.checked(JUDGE.random_rules(rng))
    n = int(rng.integers(2, rules.seats + 1))
    lineup = [list(ALL_BOTS.values())[index] for index in rng.integers(len(ALL_BOTS), size=n)]
    jobs = np.array([[3, unit, 0, n, unit % n] for unit in range(12)])
    holders = np.tile(np.arange(n), (12, 1))
    player = Player(rules.encode, lineup)
    facts, _ = player.play(jobs, holders)
    audited = np.zeros_like(facts)
    found = audit_batch(player.set_table(n), jobs, holders, audited)
    assert found == -1, (rules, AUDIT_FAULTS[found % len(AUDIT_FAULTS)])
    assert np.array_equal(audited, facts)


def fault_of_turn(change: Callable[[Table], None]) -> str:
    """Fault of a fresh deal after a change."""
    table = Table()
    change(table)
    return AUDIT_FAULTS[audit_turn(table.code, table.deal, np.int64(2), np.zeros(1, COUNTS_DTYPE)[0])]


def lose_card(table: Table) -> None:
    """A's lowest card is gone."""
    hand = int(table.deal["hands"][0])
    table.deal["hands"][0] = np.uint64(hand & hand - 1)
    table.public["n_held"][0] -= 1


def turn_card_into_another(table: Table) -> None:
    """The front card of the stock has become the next one."""
    deal = table.deal
    at = int(deal["stock_at"])
    deal["deck"][at] = next(card for card in deal["deck"][at : deal["stock_end"]] if card != deal["deck"][at])


def lay_short_run(table: Table) -> None:
    """A run of two on the table."""
    table.public["melds"][0], table.public["n_melds"] = meld_of("5s-6s"), 1


def lay_jokers_alone(table: Table) -> None:
    """A set of one natural with its suits forgotten."""
    table.public["melds"][0], table.public["n_melds"] = meld_of("5s-X-X") & ~(15 << 20), 1


def miscount(table: Table) -> None:
    """The public number of cards in a hand is wrong."""
    table.public["n_held"][1] += 1


def cover_pile(table: Table) -> None:
    """The pile's mask has a card that does not lie there."""
    table.public["pile"] = 1


def show_other_cut(table: Table) -> None:
    """The cut card shown is not the one that lies there."""
    table.public["cut"] = (int(table.deal["cut"]) + 1) % 13


def keep_joker(table: Table) -> None:
    """A joker is counted on the table that lies in no meld."""
    table.deal["table_jokers"] = 1 << 13


def know_too_much(table: Table) -> None:
    """A card known in a hand that does not hold it."""
    table.public["known"][0] = ~table.deal["hands"][0]


def hold_two_of_none(table: Table) -> None:
    """A card held twice that is not held."""
    table.deal["spares"][0] = ~table.deal["hands"][0]


def leave(_: Table) -> None:
    """Nothing is changed."""


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        (leave, "none"),
        (lose_card, "a card is missing or there too often"),
        (turn_card_into_another, "a card is missing or there too often"),
        (lay_short_run, "a meld on the table is not valid"),
        (lay_jokers_alone, "a meld on the table is not valid"),
        (miscount, "a mask differs from its array"),
        (cover_pile, "a mask differs from its array"),
        (show_other_cut, "a mask differs from its array"),
        (keep_joker, "a mask differs from its array"),
        (know_too_much, "a mask differs from its array"),
        (hold_two_of_none, "a mask differs from its array"),
    ],
)
def test_audit__names_the_fault_of_a_turn(change: Callable[[Table], None], fault: str) -> None:
    """Each invariant that is checked after a turn, broken on purpose."""
    assert fault_of_turn(change) == fault


def fault_of_end(*, out: int = -1, column: str = "") -> str:
    """Fault of a deal that ends as dealt, with somebody out or a fact that is one too high."""
    table = Table()
    counts = np.zeros(1, COUNTS_DTYPE)[0]
    assert audit_turn(table.code, table.deal, np.int64(2), counts) == 0
    facts = np.zeros((len(FACT_COLUMNS), 2), np.int16)
    table.deal["out"] = out
    write_facts(table.game, np.int64(0), facts, np.int64(0))
    if column:
        facts[FACT_COLUMNS.index(column), 0] += 1
    return AUDIT_FAULTS[audit_end(table.game, facts, np.int64(0), counts)]


def test_audit__names_the_fault_of_an_end() -> None:
    """Cards counted as laid or left that are not there; somebody out with cards in hand."""
    assert fault_of_end() == "none"
    for column in ("tabled_cards", "left_small", "left_tens", "left_aces", "left_jokers"):
        assert fault_of_end(column=column) == "the cards laid and left are not those dealt", column
    assert fault_of_end(out=1) == "the player who went out holds cards"


def test_audit__names_an_illegal_move_and_its_deal() -> None:
    """A draw from nowhere: the deal's number and the fault."""
    table = Table(starter_has_extra=False)
    table.game["parameters"][:2, :, DRAW] = NO_SOURCE
    jobs, facts = np.array([[1, 5, 0, 2, 0]]), np.zeros((len(FACT_COLUMNS), 2), np.int16)
    found = audit_batch(table.game, jobs, np.array([[0, 1]]), facts)
    assert divmod(found, len(AUDIT_FAULTS)) == (0, AUDIT_FAULTS.index("a bot made an illegal move"))
