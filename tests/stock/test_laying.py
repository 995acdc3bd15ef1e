"""What is best laid of a hand, against a search through all plans in plain Python, and the plans played."""

from collections.abc import Iterator
from functools import cache
from typing import Any

import numpy as np
import pytest

from rummysim.games.stock.actions import is_legal, is_stop_legal
from rummysim.games.stock.laying import laid_cards, lay_value, layable_on
from rummysim.games.stock.plans import next_action
from tests.stock.positions import Table

MODES = ("low", "either", "wrap")
LINE = {"low": 13, "either": 14, "wrap": 13}
N_HANDS = 700
NAMES = ["A", *map(str, range(2, 11)), "J", "Q", "K"]
RUN, SET = "run", "set"

Meld = tuple[str, int, int, int]
"""``run``, suit, start, length; or ``set``, place, suits as bits, 0."""
Piece = tuple[frozenset[int], int]
"""Cards laid in one new meld or lay-off, and what they gain."""


def points(place: int, mode: str) -> int:
    """What a card costs in the hand (rules.md 4.5)."""
    if place == 0:
        return 1 if mode == "low" else 15
    return min(place + 1, 10)


def gain(positions: list[int], mode: str) -> int:
    """What cards of a run gain: points on the table and points no longer in the hand; an ace in a circle is high."""
    total = 0
    for position in positions:
        place = position % 13
        is_low = place == 0 and position == 0 and mode == "either"
        total += points(place, mode) + (1 if is_low else points(place, mode))
    return total


def is_line(start: int, length: int, mode: str) -> bool:
    """Whether a run may lie there (rules.md BR-6, BR-7, 8.9)."""
    if not 3 <= length <= 13:
        return False
    if mode == "wrap":
        return True
    end = start + length - 1
    return start >= 0 and end < LINE[mode] and not (start == 0 and end == 13)


def new_melds(hand: frozenset[int], mode: str) -> Iterator[Piece]:
    """New melds of cards of a hand."""
    for place in range(13):
        held = [16 * suit + place for suit in range(4) if 16 * suit + place in hand]
        for chosen in range(1 << len(held)):
            cards = frozenset(card for index, card in enumerate(held) if chosen >> index & 1)
            if len(cards) >= 3:
                yield cards, 2 * points(place, mode) * len(cards)
    for suit in range(4):
        for start in range(13):
            for length in range(3, 14):
                positions = list(range(start, start + length))
                cards = frozenset(16 * suit + position % 13 for position in positions)
                if is_line(start, length, mode) and cards <= hand:
                    yield cards, gain(positions, mode)


def lay_offs(hand: frozenset[int], meld: Meld, mode: str) -> Iterator[Piece]:
    """Ways to add cards of a hand to a meld."""
    kind, first, second, length = meld
    if kind == SET:
        for suit in range(4):
            if not second >> suit & 1 and 16 * suit + first in hand:
                yield frozenset([16 * suit + first]), 2 * points(first, mode)
        return
    for below in range(11):
        for above in range(11 - below):
            positions = [*range(second - below, second), *range(second + length, second + length + above)]
            cards = frozenset(16 * first + position % 13 for position in positions)
            if positions and cards <= hand and is_line(second - below, length + below + above, mode):
                yield cards, gain(positions, mode)


def best_plan(hand: frozenset[int], table: tuple[Meld, ...], mode: str, *, new: bool, must: int = -1) -> int | None:
    """Most that disjoint new melds and lay-offs, one of each meld on the table, gain; None if ``must`` cannot lie."""
    pieces = [(cards, value, -1) for cards, value in new_melds(hand, mode)] if new else []
    for index, meld in enumerate(table):
        pieces += [(cards, value, index) for cards, value in lay_offs(hand, meld, mode)]

    @cache
    def best(left: frozenset[int], used: frozenset[int]) -> int:
        if not left:
            return 0
        card = min(left)
        found = -(10**6) if card == must else best(left - {card}, used)
        for cards, value, index in pieces:
            if card in cards and cards <= left and index not in used:
                found = max(found, value + best(left - cards, used if index < 0 else used | {index}))
        return found

    found = best(hand, frozenset())
    return None if found < 0 else found


def is_tight(laid: frozenset[int], table: tuple[Meld, ...], mode: str, *, new: bool, must: int, value: int) -> bool:
    """Whether the best plan of these cards has this value, and none of them could be left out."""
    fewer = [best_plan(laid - {card}, table, mode, new=new, must=must) for card in laid if card != must]
    return best_plan(laid, table, mode, new=new, must=must) == value and all((less or 0) < value for less in fewer)


def cards_of(meld: Meld) -> set[int]:
    """Cards of a meld."""
    kind, first, second, length = meld
    if kind == SET:
        return {16 * suit + first for suit in range(4) if second >> suit & 1}
    return {16 * first + position % 13 for position in range(second, second + length)}


def name(card: int) -> str:
    """A card in notation."""
    return NAMES[card % 16] + "cdhs"[card // 16]


def text_of(meld: Meld) -> str:
    """A meld in notation, from the low end."""
    kind, first, second, length = meld
    if kind == SET:
        return "-".join(name(card) for card in sorted(cards_of(meld)))
    return "-".join(name(16 * first + position % 13) for position in range(second, second + length))


def some_hand(rng: np.random.Generator, mode: str) -> tuple[frozenset[int], tuple[Meld, ...]]:
    """A hand of neighbours and equal numbers, and up to four melds on the table, of one pack."""
    table: list[Meld] = []
    gone: set[int] = set()
    low, high = sorted(rng.integers(0, 13, 2).tolist())
    for _ in range(int(rng.integers(0, 5))):
        meld: Meld = (RUN, int(rng.integers(4)), int(rng.integers(13)), int(rng.integers(3, 6)))
        if rng.random() < 0.4:
            meld = (SET, int(rng.integers(13)), [7, 11, 13, 14, 15][int(rng.integers(5))], 0)
        if (meld[0] == SET or is_line(meld[2], meld[3], mode)) and not cards_of(meld) & gone:
            table.append(meld)
            gone |= cards_of(meld)
    pack = {16 * suit + place for suit in range(4) for place in range(13)} - gone
    places = {place % 13 for place in range(low - 2, high + 3)} if rng.random() < 0.5 else {0, 1, 2, 10, 11, 12}
    near = sorted(card for card in pack if card % 16 in places)
    size = min(int(rng.integers(1, 11)), len(near))
    return frozenset(rng.choice(near, size, replace=False).tolist()), tuple(table)


def laid_out(table: Table, hand: frozenset[int], melds: tuple[Meld, ...], *, new: bool) -> Any:
    """Put a hand and melds there; where cards can be laid."""
    table.put(" ".join(name(card) for card in sorted(hand)), melds=[text_of(meld) for meld in melds], melded="A")
    table.own["n_new_melds"] = 0 if new else 1
    return layable_on(table.code, table.public, table.own)


def mask(cards: frozenset[int]) -> np.uint64:
    """Mask of cards."""
    return np.uint64(sum(1 << card for card in cards))


def members(cards: int) -> frozenset[int]:
    """Cards of a mask."""
    return frozenset(card for card in range(64) if int(cards) >> card & 1)


def positions(seed: int, mode: str) -> Iterator[tuple[frozenset[int], tuple[Meld, ...], bool, int]]:
    """Hand, melds on the table, whether new melds may be laid, and a card that must be laid or -1."""
    rng = np.random.default_rng(seed)
    for number in range(N_HANDS):
        hand, melds = some_hand(rng, mode)
        if hand:
            must = int(rng.choice(sorted(hand))) if number % 2 else -1
            yield hand, melds, number % 7 != 0, must


def table_of(mode: str, *, new: bool) -> Table:
    """A table with this place of the ace; without new melds one was laid already and no second one may be."""
    return Table(ace_mode=mode, one_meld_per_turn=not new)


@pytest.mark.parametrize("mode", MODES)
def test_lay_value__is_that_of_the_best_of_all_plans(mode: str) -> None:
    """The value of the best plan, with and without a card that must be laid; the cards named gain just that."""
    tables = {new: table_of(mode, new=new) for new in (True, False)}
    n_laid, n_impossible = 0, 0
    for hand, melds, new, must in positions(1, mode):
        table = tables[new]
        where = laid_out(table, hand, melds, new=new)
        expected = best_plan(hand, melds, mode, new=new, must=must)
        value = int(lay_value(table.code, mask(hand), where, np.int64(must)))
        told = f"{mode} {sorted(map(name, hand))} on {list(map(text_of, melds))} must {must} new {new}"
        if expected is None:
            n_impossible += 1
            assert value < 0, told
            continue
        n_laid += expected > 0
        assert value == expected, told
        in_sets, in_runs = map(members, laid_cards(table.code, mask(hand), where, np.int64(must)))
        assert not in_sets & in_runs, told
        assert must < 0 or must in in_sets | in_runs, told
        laid = in_sets | in_runs
        assert laid <= hand, told
        assert is_tight(laid, melds, mode, new=new, must=must, value=expected), told
    assert n_laid > N_HANDS // 5
    assert n_impossible > N_HANDS // 20


def first_laid(before: frozenset[int], table: Table) -> frozenset[int]:
    """Cards that left A's hand."""
    return before - members(int(table.deal["hands"][0]))


@pytest.mark.parametrize("mode", MODES)
def test_next_action__played_to_its_stop_lays_a_best_plan(mode: str) -> None:
    """Every action of a plan is legal, the first uses the card that must be used, all together gain the most."""
    table, n_played = table_of(mode, new=True), 0
    for hand, melds, _, must in positions(2, mode):
        expected = best_plan(hand, melds, mode, new=True, must=must)
        if expected is None:
            continue
        laid_out(table, hand, melds, new=True)
        table.own["must"] = must
        told = f"{mode} {sorted(map(name, hand))} on {list(map(text_of, melds))} must {must}"
        number = 0
        while table.own["hand"]:
            action = next_action(table.code, table.public, table.own)
            if action == 0:
                assert is_stop_legal(table.own), told
                break
            assert is_legal(table.code, table.public, table.own, np.int64(action)), told
            table.play(action)
            number += 1
            assert number > 1 or must < 0 or must in first_laid(hand, table), told
        laid = first_laid(hand, table)
        assert is_tight(laid, melds, mode, new=True, must=must, value=expected), told
        assert sum(gained(table, mode)) == expected, told
        n_played += number > 1
    assert n_played > N_HANDS // 20


def gained(table: Table, mode: str) -> Iterator[int]:
    """What the cards that A has on the table gained by the classes of the facts; of an ace in a circle 30."""
    small, pips, tens, low, high, _ = table.deal["tabled"][0].tolist()
    yield from (2 * pips, 20 * tens, 30 * high, {"low": 2, "either": 16, "wrap": 30}[mode] * low, 0 * small)


def test_lay_value__lays_the_ace_low_for_a_card_that_must_be_laid() -> None:
    """The three must go with A-2 though Q-K-A gains more; without it the ace goes high."""
    table, hand = table_of("either", new=True), "Ac 2c 3c Qc Kc"
    table.put(hand)
    where, cards = layable_on(table.code, table.public, table.own), table.own["hand"]
    assert lay_value(table.code, cards, where, np.int64(-1)) == 20 + 20 + 30
    assert lay_value(table.code, cards, where, np.int64(2)) == 16 + 4 + 6
    table.own["must"] = 2
    assert next_action(table.code, table.public, table.own) == table.action("Ac-2c-3c")
