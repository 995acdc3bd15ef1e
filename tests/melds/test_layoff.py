"""The best lay-off plan against every plan from the definition."""

import numpy as np
import pytest

from rummysim.melds.code import run_code, set_code
from rummysim.melds.cover import WILD_LEFT
from rummysim.melds.layoff import NO_CARD, SHOWN_DTYPE, WILD_CARD, best_plan, extended, layable, points_in, points_of
from tests.melds import naive
from tests.melds.hands import LINES, kernel_line, mask_of, masks_of
from tests.melds.naive import NO_CAP, Lying

Board = list[Lying]
CAPS = {"cap 1": 1, "cap 2": 2, "no cap": NO_CAP}


def code_of(meld: Lying) -> int:
    """Code of a meld on the table; where the wilds of a run lie does not matter to lay-offs."""
    if meld.suit < 0:
        return int(set_code(meld.first, sum(1 << suit for suit in meld.suits), meld.wilds))
    return int(run_code(meld.suit, meld.first, meld.last - meld.first + 1, (1 << meld.wilds) - 1))


def option_code(meld: Lying, name: object) -> int:
    """Code of an option."""
    if meld.suit >= 0:
        below, above = name  # type: ignore[misc]
        return 16 * below + above
    return {"wild": int(WILD_CARD), "none": int(NO_CARD)}.get(name, name)  # type: ignore[call-overload, no-any-return]


def draw_board(rng: np.random.Generator, line: naive.Line, n_melds: int, cap: int) -> Board:
    """Sets and runs near each other, with as many wilds as a meld may have or fewer."""
    n_places = len(line.points)
    centre = int(rng.integers(n_places))
    board = []
    for _ in range(n_melds):
        if rng.integers(2):
            place = (centre + int(rng.integers(3))) % n_places
            n_naturals = int(rng.integers(max(1, 3 - cap), 5))
            suits = frozenset(int(suit) for suit in rng.choice(4, n_naturals, replace=False))
            size = max(3, n_naturals, min(4, n_naturals + cap, int(rng.integers(3, 5))))
            board.append(Lying(-1, place, place, suits, size, size - n_naturals))
        else:
            first = int(min(max(centre + int(rng.integers(-3, 4)), 0), line.n_positions - 3))
            last = int(min(first + int(rng.integers(2, 4)), line.n_positions - 1))
            if first == 0 and last == n_places:
                last -= 1
            n_wilds = int(rng.integers(min(cap, last - first) + 1))
            board.append(Lying(int(rng.integers(4)), first, last, frozenset(), 0, n_wilds))
    return board


def draw_left(rng: np.random.Generator, line: naive.Line, board: Board, n_packs: int) -> tuple[int, ...]:
    """Left cards, most of them near the melds."""
    near = [16 * suit + meld.first % len(line.points) for meld in board for suit in range(4) if meld.suit < 0]
    for meld in board:
        if meld.suit >= 0:
            near += [line.card(meld.suit, (meld.first + step) % len(line.points)) for step in (-3, -2, -1)]
            near += [line.card(meld.suit, (meld.last + step) % len(line.points)) for step in (1, 2, 3)]
    far = [16 * suit + int(rng.integers(len(line.points))) for suit in range(4)]
    pool = sorted({*near, *far})
    n_left = min(len(pool), int(rng.integers(1, 6)))
    kinds = [int(card) for card in rng.choice(pool, n_left, replace=False)]
    return tuple(sorted([*kinds, *(card for card in kinds if n_packs == 2 and rng.integers(2))]))


def check(name: str, cap: int, seed: int, n: int, n_packs: int) -> tuple[int, int]:
    """Compare plans on some boards; how many laid something, and how many a card twice."""
    line = LINES[name]
    ours = kernel_line(line, 0, cap)
    rng = np.random.default_rng(seed)
    n_laid = n_twice = 0
    for _ in range(n):
        board = draw_board(rng, line, int(rng.integers(1, 4)), cap)
        board += board[:1] if n_packs == 2 and rng.integers(2) else []
        left, n_wilds = draw_left(rng, line, board, n_packs), int(rng.integers(3))
        usable = [bool(rng.integers(5)) for _ in board]
        on = [meld for meld, ok in zip(board, usable, strict=True) if ok]
        options, naturals, wilds = naive.best_plan(line, on, left, n_wilds, cap)
        shown = np.zeros(1, SHOWN_DTYPE)[0]
        shown["n_melds"] = len(board)
        shown["code"][: len(board)], shown["usable"][: len(board)] = [code_of(meld) for meld in board], usable
        value = best_plan(shown, masks_of(list(left)), n_wilds, ours)
        where = (name, cap, board, usable, left, n_wilds)
        assert divmod(int(value), WILD_LEFT) == (wilds, line.value(naturals)), where
        assert (shown["laid"], shown["laid_twice"]) == masks_of(list(naturals)), where
        assert shown["laid_wilds"] == wilds, where
        chosen = iter(options)
        for meld, ok, option in zip(board, usable, shown["best"].tolist(), strict=False):
            nothing = (0, 0) if meld.suit >= 0 else "none"
            assert option == option_code(meld, next(chosen) if ok else nothing), where
        n_laid += bool(naturals or wilds)
        n_twice += len(set(naturals)) < len(naturals)
    return n_laid, n_twice


@pytest.mark.parametrize("name", LINES)
@pytest.mark.parametrize("cap", CAPS)
def test_best_plan__equals_the_best_of_all_plans(name: str, cap: str) -> None:
    """CONTRACT 4.3: value, cards and every meld's option, ties included; nothing on melds that are not usable."""
    assert check(name, CAPS[cap], 5, 150, 1)[0] > 70


@pytest.mark.parametrize("name", LINES)
@pytest.mark.parametrize("cap", CAPS)
def test_best_plan__equals_the_best_of_all_plans_with_two_packs(name: str, cap: str) -> None:
    """CONTRACT 4.3 and 5.1: both copies of a card may be laid, on different melds."""
    n_laid, n_twice = check(name, CAPS[cap], 7, 150, 2)
    assert n_laid > 70
    assert n_twice > 3


@pytest.mark.slow
@pytest.mark.parametrize("name", LINES)
@pytest.mark.parametrize("cap", CAPS)
@pytest.mark.parametrize("n_packs", [1, 2])
def test_best_plan__equals_the_best_of_all_plans_on_many_boards(name: str, cap: str, n_packs: int) -> None:
    """CONTRACT 4.3 and 5.1 as above."""
    assert check(name, CAPS[cap], 6, 1000, n_packs)[0] > 500


def test_layable__is_what_one_meld_could_take() -> None:
    """Naturals that some lay-off on the meld reaches with so many wilds."""
    line = kernel_line(LINES["40"])
    run, full, three = run_code(1, 4, 3, 0), set_code(3, 15, 0), set_code(3, 7, 0)
    held = mask_of([16 + 1, 16 + 3, 16 + 8, 48 + 3, 3])
    reach = [naive.cards_of(int(layable(run, held, wilds, line))) for wilds in range(3)]
    assert reach == [{19}, {17, 19, 24}, {17, 19, 24}]
    assert naive.cards_of(int(layable(run_code(1, 5, 3, 0), held, 0, line))) == {24}
    assert int(layable(full, held, 2, line)) == 0
    assert naive.cards_of(int(layable(three, held, 0, line))) == {51}
    assert int(layable(set_code(3, 7, 1), held, 2, line)) == 0


def test_layable__never_joins_both_ends_on_the_ace() -> None:
    """CONTRACT 4.3: never joining two ends on the ace."""
    line = kernel_line(LINES["40 either"])
    ace_and_two = np.uint64(1 << 16 | 1 << 17)
    assert naive.cards_of(int(layable(run_code(1, 7, 3, 0), ace_and_two, 0, line))) == {16}
    assert naive.cards_of(int(layable(run_code(1, 8, 3, 0), ace_and_two, 0, line))) == set()
    assert naive.cards_of(int(layable(run_code(1, 2, 8, 0), ace_and_two, 0, line))) == {16, 17}
    assert naive.cards_of(int(layable(run_code(1, 0, 10, 0), ace_and_two, 0, line))) == set()


def test_extended__is_the_meld_with_the_option_laid() -> None:
    """What later lay-offs find."""
    assert int(extended(run_code(2, 4, 3, 0), 16 * 2 + 1, 0)) == int(run_code(2, 2, 6, 0))
    assert int(extended(run_code(2, 4, 3, 0b100), 16 * 2 + 1, 2)) == int(run_code(2, 2, 6, 0b111))
    assert int(extended(set_code(5, 0b0011, 1), 2, 0)) == int(set_code(5, 0b0111, 1))
    assert int(extended(set_code(5, 0b0011, 1), WILD_CARD, 1)) == int(set_code(5, 0b0011, 2))
    assert int(extended(set_code(5, 0b0111, 0), NO_CARD, 0)) == int(set_code(5, 0b0111, 0))


@pytest.mark.parametrize("name", LINES)
def test_points_of__adds_up_the_points(name: str) -> None:
    """Card points by place, in every suit."""
    line = LINES[name]
    table = kernel_line(line)["table"]
    for place, points in enumerate(line.points):
        cards, two = mask_of(16 * suit + place for suit in range(4)), mask_of([place, 48 + place])
        assert int(points_of(cards, table)) == 4 * points
        assert int(points_in((cards, two), table)) == 6 * points
    assert int(points_of(np.uint64(0), table)) == 0
