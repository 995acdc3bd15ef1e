"""The free solver against two integer programs, on drawn positions and positions of games."""

from collections import Counter
from collections.abc import Iterable
from itertools import chain

import pytest

from tests.tile.drawn import SOURCES, Case, drawn_cases, game_cases
from tests.tile.position import Position, Solver, Tiles, check_melds, parse
from tests.tile.programs import UNDECIDED, most_by_cp_sat, most_by_highs

N_DRAWN, N_GAME = 20_000, 5_000

Tally = dict[str, Counter[str]]


def check_programs(solver: Solver, cases: Iterable[Case]) -> Tally:
    """Answers of both programs by source and jokers; CP-SAT has to agree, HiGHS is counted."""
    tally: Tally = {}
    for case in cases:
        here = tally.setdefault(case.label, Counter(all=0))
        position, options = case.position, {"ace_high": case.ace_high, "joker": case.joker}
        solver.weigh(case.joker)
        answer = check_melds(solver, position, ace_high=case.ace_high, joker=case.joker)
        proved = most_by_cp_sat(position, **options)
        assert proved in (answer, UNDECIDED), (case, proved, answer)
        found = most_by_highs(position, **options)
        here["all"] += 1
        here["table cannot be kept"] += answer == -1
        here["cp_sat undecided"] += proved == UNDECIDED
        here["highs undecided"] += found == UNDECIDED
        here["highs wrong"] += found not in (answer, UNDECIDED)
    return tally


def report(tally: Tally) -> Counter[str]:
    """Print the counts, and their sums."""
    for label, counts in sorted(tally.items()):
        print(f"{label}:", ", ".join(f"{n} {what}" for what, n in counts.items()))
    whole = Counter[str]()
    for counts in tally.values():
        whole.update(counts)
    print("in all:", dict(whole))
    return whole


def n_of(tally: Tally, *sources: str) -> int:
    """How many positions come from the sources."""
    return sum(counts["all"] for label, counts in tally.items() if label.split(",")[0] in sources)


def test_positions__agree_with_two_integer_programs(solver: Solver) -> None:
    pytest.importorskip("ortools")
    tally = check_programs(solver, chain(drawn_cases(1, 200), game_cases(1, 100)))
    assert (n_of(tally, *SOURCES), n_of(tally, "game")) == (200, 100)
    assert report(tally)["highs wrong"] <= 3


@pytest.mark.slow
def test_many_positions__agree_with_two_integer_programs(solver: Solver) -> None:
    pytest.importorskip("ortools")
    tally = check_programs(solver, chain(drawn_cases(2, N_DRAWN), game_cases(2, N_GAME)))
    whole = report(tally)
    assert (n_of(tally, *SOURCES), n_of(tally, "game")) == (N_DRAWN, N_GAME)
    assert whole["cp_sat undecided"] <= 0.001 * whole["all"]
    assert whole["highs wrong"] + whole["highs undecided"] <= 0.01 * whole["all"]


@pytest.mark.parametrize("program", [most_by_cp_sat, most_by_highs])
def test_program__knows_small_answers(program: type[most_by_cp_sat]) -> None:
    pytest.importorskip("ortools")
    assert program(Position(Tiles(), parse("r12 r13 r1")), ace_high=True) == 3
    assert program(Position(Tiles(), parse("r12 r13 r1")), ace_high=False) == 0
    assert program(Position(parse("r5 b5"), parse("k9 X")), ace_high=True) == 1
    assert program(Position(parse("r5 b5"), parse("k9 X")), ace_high=True, joker=50) == 50
    assert program(Position(parse("r5 b5"), parse("k9")), ace_high=True) == -1
    assert program(Position(parse("r5 b6 X"), parse("k5 k6 r9")), ace_high=True) == -1
    assert program(Position(parse("r5 b5 X"), parse("r5 X k5")), ace_high=True) == 3
    assert program(Position(Tiles(), parse("X X")), ace_high=True) == 0
