"""Clause tests of the referee of the tile family: melds, their order, openings (rules 1.3, 1.4, 1.9, TILE 3)."""

from collections import Counter
from random import Random
from typing import Any

import pytest

from tests.reference.tile_cards import JOKER, NATURALS, say
from tests.reference.tile_melds import Run, Set, in_order, in_tiles, is_meld, meld_points, new_melds, tiles_in
from tests.reference.tile_opening import best_opening, most_points
from tests.reference.tile_positions import may_open, meld, melds, tiles, valid, worth
from tests.reference.tile_rules import Rules, rules_of

ALL_BLACK = "k1-k2-k3-k4-k5-k6-k7-k8-k9-k10-k11-k12-k13"


def test_defaults_are_those_of_the_seed() -> None:
    """Rules 1.6, 1.7."""
    rules = Rules()
    assert rules_of({}) == rules
    assert (rules.jokers, rules.hand_size, rules.ace_mode, rules.draw_rule) == (2, 14, "either", "always")
    assert (rules.opening_min, rules.joker_in_hand, rules.rearrange, rules.scoring) == (30, 50, "free", "own_rack")
    assert (rules.joker_release, rules.joker_reuse, rules.initial_discard) == ("free", "any_meld", "dead")
    assert (rules.pool_empty, rules.mano, rules.max_turns) == ("play_on", "first_player", 500)


def test_options__in_other_words_and_unknown() -> None:
    assert rules_of({"max_jokers_per_meld": "none", "deals": 4}).most_jokers == 8
    assert rules_of({"max_jokers_per_meld": "2"}).most_jokers == 2
    assert rules_of({"joker_in_hand": "face"}).joker_value == 0
    assert rules_of({"joker_in_hand": "30"}).joker_value == 30
    with pytest.raises(ValueError, match="wrap"):
        rules_of({"ace_mode": "wrap"})


@pytest.mark.parametrize(
    ("text", "right"),
    [
        ("k13-k1-k2", False),  # T6
        (ALL_BLACK, True),
        (ALL_BLACK.removeprefix("k1-") + "-k1", True),
        (ALL_BLACK + "-k1", False),
        (ALL_BLACK + "-X", False),  # case 8
        ("X-" + ALL_BLACK.removeprefix("k1-"), True),
        ("group:r7-r7-b7", False),  # T7
        ("r5-b5-y5-k5", True),
        ("r5-b5-y5-k5-X", False),
        ("r13-y13-k13-k13'", False),  # case 6
        ("r13-y13-k13", True),
        ("r5-b5", False),
        ("r5-r6", False),
        ("r5-r6-b7", False),
        ("r6-r8-r7", False),
        ("r12-r13-r1", True),
        ("r1-r2-r3", True),
        ("r5-X-X", True),  # TR-19
        ("group:r5-X-X", True),
        ("group:r5-X-X-X", True),
        ("r5-b5-X-X", True),
        ("group:r5-X", False),
        ("X-X-r1", True),  # the 1 above 13
    ],
)
def test_meld__is_valid(text: str, right: bool) -> None:
    """TR-17, TR-18, TR-19, T6, T7."""
    assert valid(text) == right


def test_meld__has_a_natural() -> None:
    """Rules 0.5, case 11."""
    assert not is_meld(Rules(), Set(4, (), 3))
    assert not is_meld(Rules(), Run(0, 4, (True, True, True)))
    assert list(new_melds(Rules(jokers=8), [JOKER] * 4)) == []


def test_meld__one_above_thirteen() -> None:
    """`ace_mode`."""
    assert valid("r11-r12-r13-r1")
    assert not valid("r11-r12-r13-r1", ace_mode="low")
    assert not valid("r12-r13-X", ace_mode="low")
    assert valid("r12-r13-X")
    assert is_meld(Rules(), Run(1, 11, (True, True, False)))


@pytest.mark.parametrize(("most", "right"), [(None, [1, 1, 1]), (2, [1, 1, 0]), (1, [1, 0, 0]), ("1", [1, 0, 0])])
def test_meld__max_jokers(most: object, right: list[int]) -> None:
    runs = ["k5-X-k7-k8-k9", "k5-X-X-k8-k9", "k5-X-X-X-k9"]
    assert [valid(text, max_jokers_per_meld=most) for text in runs] == [bool(each) for each in right]


def test_meld__is_a_set_of_tiles() -> None:
    """Case 15: in both joker cases X=r7 is the only place of a joker between."""
    assert [in_tiles(each) for each in new_melds(Rules(), tiles("r8 r6 r7"), 3)] == ["r6-r7-r8"]
    of_all = [each for each in new_melds(Rules(), tiles("X r6 r8"), 3) if len(each.naturals) == 2]
    assert [in_tiles(each) for each in of_all] == ["r6-X(=r7)-r8"]


def test_melds__in_order() -> None:
    """Rules 8.1, CONTRACT 4.2: groups by number and colours, runs by colour, start, length, natural before joker."""
    right = [
        "group:k5-X-X",
        "k5-r5-X",
        "k5-r5-X-X",
        "k5-r5-b5",
        "k5-r5-b5-X",
        "r5-b5-y5",
        "k6-r6-b6",
        "k1-k2-k3",
        "k1-k2-X",
        "k1-X-k3",
        "k1-k2-k3-k4",
        "k2-k3-k4",
        "r1-r2-r3",
    ]
    by_code = [meld(text) for text in right]
    assert in_order(reversed(by_code)) == by_code
    assert meld("k5-r5-X").code == 4 << 24 | 0b11 << 20 | 1 << 16
    assert meld("X-y3-X").code == 1 << 40 | 3 << 36 | 1 << 32 | 3 << 28 | 1 << 13 | 1 << 11
    everything = list(new_melds(Rules(jokers=8), tiles("k1 k2 k3 r1 b1 r2 X X k13 k12")))
    assert everything == in_order(everything)
    assert len(set(everything)) == len(everything)


@pytest.mark.parametrize(
    ("text", "points"),
    [
        ("r9-r10-r11", 30),  # T1
        ("r5-r6-r7-r8 k1-y1-b1", 29),  # T2
        ("r12-r13-r1", 26),  # T3, TR-23
        ("r12-r13-r1 k2-y2-b2", 32),
        ("k10-b10-X", 30),  # T4, case 1
        ("b10-b11-X-b13", 46),
        ("X-y12-y13", 36),  # T5
        ("y12-y13-X", 26),
        ("y7-y8-y9 k2-b2-r2", 30),  # case 4
        ("X-X-k13", 36),
        ("group:k13-X-X", 39),  # case 11
        ("r11-X-r13-r1", 37),  # TR-23
    ],
)
def test_opening__points(text: str, points: int) -> None:
    """TR-22, TR-23, T1 to T5."""
    assert worth(text) == points
    rack = " ".join(text.replace("group:", "").replace("-", " ").split())
    assert may_open(rack, text) == (points >= 30)


def test_opening__of_the_rack_only() -> None:
    """TR-24; copies are counted; an opening has a meld."""
    assert not may_open("r9 r10", "r9-r10-r11")
    assert not may_open("r9 r10 r11 X", "r9-r10-r11 r9-r10-X")
    assert may_open("r9 r10 r11 r9 r10 X", "r9-r10-r11 r9-r10-X")
    assert not may_open("r9 r10 r11", "", opening_min=0)
    assert may_open("r1 r2 r3", "r1-r2-r3", opening_min=0)
    assert not may_open("r1 r2 r4", "r1-r2-r4", opening_min=0)


@pytest.mark.parametrize(("minimum", "right"), [(30, True), (36, True), (37, False)])
def test_opening__minimum(minimum: int, right: bool) -> None:
    assert may_open("X y12 y13", "X-y12-y13", opening_min=minimum) == right


def test_opening__jokers() -> None:
    """`opening_joker`, `max_jokers_per_meld`."""
    rack = "k10 b10 X r4 r5 r6 k1"
    assert may_open(rack, "k10-b10-X")
    assert not may_open(rack, "k10-b10-X", opening_joker="no")
    assert not may_open(rack, "k10-b10-X", opening_joker="zero")
    assert not may_open(rack, "k10-b10-X r4-r5-r6", opening_joker="no")
    assert may_open(rack, "k10-b10-X r4-r5-r6", opening_joker="zero")
    assert not may_open("k12 X X", "X-X-k12", max_jokers_per_meld=1)
    assert worth("b10-b11-X-b13", opening_joker="zero") == 34


def test_best_opening__of_cases() -> None:
    for rack, points in {
        "k10 b10 X": 30,
        "y12 y13 X": 36,
        "X X X k13": 52,
        "r13 y13 k13 k13": 39,
        "y7 y8 y9 k2 b2 r2": 30,
        "r1 r2 r3 r4 r12 r13": 9 + 26,
        "r1 r1 r2 r3 r12 r13": 6 + 26,
        "r1 r2 r3 r12 r13": 26,
        "k5 k6 k7 r7 b7": 21,
        "k5 r6 b9 y13": 0,
    }.items():
        assert most_points(Rules(jokers=8), tuple(sorted(tiles(rack))))[0] == points, rack
    assert best_opening(Rules(), tiles("r1 r2 r3 r12 r13")) is None
    assert best_opening(Rules(opening_min=26), tiles("r1 r2 r3 r12 r13")) == (meld("r12-r13-r1"),)
    assert best_opening(Rules(opening_min=0), tiles("k5 r6 b9 y13")) is None


def test_best_opening__run_of_fourteen_falls_into_two() -> None:
    rules = Rules(jokers=8)
    for rack in (ALL_BLACK + "-k1", "k1-k2-k3-X-X-X-X-k8-X-X-X-X-k12-k13-k1"):
        points, found = most_points(rules, tuple(sorted(tiles(rack.replace("-", " ")))))
        assert points >= 92
        assert all(is_meld(rules, each) for each in found)


def by_trying(rules: Rules, rack: list[int]) -> int:
    """Most points of melds of a rack: the lowest tile is left, or is the lowest of a meld."""
    options = [
        (Counter(tiles_in([each])), meld_points(rules, each), min(each.naturals), each)
        for each in new_melds(rules, rack)
    ]
    options = [option for option in options if rules.opening_joker != "no" or not option[3].jokers]
    known: dict[tuple[int, ...], int] = {}

    def best(left: Counter[int]) -> int:
        key = tuple(sorted(left.elements()))
        if key not in known:
            lowest = min((tile for tile in left if tile != JOKER), default=None)
            known[key] = 0
            if lowest is not None:
                found = [best(left - Counter([lowest]))]
                found += [
                    points + best(left - its) for its, points, first, _ in options if first == lowest and its <= left
                ]
                known[key] = max(found)
        return known[key]

    return best(Counter(rack))


@pytest.mark.parametrize("part", range(4))
def test_best_opening__equals_trying_everything(part: int) -> None:
    chance = Random(part)
    for _ in range(60):
        options: dict[str, Any] = {
            "jokers": 8,
            "ace_mode": chance.choice(["low", "either"]),
            "opening_joker": chance.choice(["yes", "yes", "no", "zero"]),
            "max_jokers_per_meld": chance.choice([None, None, 1, 2]),
        }
        colours, lowest, jokers = chance.choice([1, 2, 4]), chance.choice([0, 6, 10]), chance.choice([0, 1, 1, 2, 3])
        several = [each for each in NATURALS if each // 16 < colours and (each % 16 >= lowest or each % 16 == 0)] * 2
        rack = [*chance.sample(several, min(len(several), chance.randint(3, 10))), *[JOKER] * jokers]
        rules = rules_of(options)
        points, found = most_points(rules, tuple(sorted(rack)))
        assert points == by_trying(rules, rack), (options, say(rack))
        assert not found or not Counter(tiles_in(found)) - Counter(rack)
        assert all(is_meld(rules, each) for each in found)
        assert list(found) == in_order(found)


def test_melds_helper__reads_both_kinds() -> None:
    assert melds("r5-b5-X k1-k2-k3") == [Set(4, (1, 2), 1), Run(0, 0, (False,) * 3)]
