"""Clause tests of the referee of the tile family: jokers on the table (TR-20, TR-21, rules 8.3)."""

from itertools import product
from random import Random

import pytest

from tests.reference.tile_jokers import jokers_in, jokers_may_lie, places_in
from tests.reference.tile_melds import in_order
from tests.reference.tile_positions import may, melds, refused, tiles
from tests.reference.tile_rules import rules_of

RELEASES = ("free", "fixed", "locked")


def legal_under(before: str, rack: str, after: str, **rules: object) -> list[bool]:
    """Whether a play is legal under free, fixed, locked; if it is not, the jokers are why."""
    why = [refused(before, rack, after, joker_release=release, **rules) for release in RELEASES]
    assert all(not each or each.startswith("TR-16") for each in why), why
    return [not each for each in why]


def test_T11__joker_replaced_and_used() -> None:
    before, rack = "b4-b5-X r1-r2-r3", "b6 k9 y9"
    new, old = "b4-b5-b6 r1-r2-r3 X-k9-y9", "b4-b5-b6 r1-r2-r3-X"
    assert legal_under(before, rack, new) == [True, True, True]
    assert legal_under(before, rack, new, joker_reuse="new_meld") == [True, True, True]
    assert not may(before, rack, "b4-b5-b6 r1-r2-r3")
    assert legal_under(before, rack, old) == [True, True, True]
    assert legal_under(before, rack, old, joker_reuse="new_meld") == [False, False, False]


def test_T18__joker_at_the_end_taken_away() -> None:
    assert legal_under("b4-b5-b6-X", "k9 y9", "b4-b5-b6 k9-y9-X") == [True, False, False]


def test_T19__meld_with_a_joker_taken_apart() -> None:
    before, after = "b3-b4-X-b6-b7-b8", "b3-b4-X-b6-b7 b8-k8-r8"
    assert legal_under(before, "k8 r8", after) == [True, True, False]


@pytest.mark.parametrize("release", RELEASES)
def test_extending_is_always_allowed(release: str) -> None:
    """`locked`: T1 has a meld that contains all its tiles."""
    rules = {"joker_release": release, "joker_reuse": "new_meld"}
    assert may("b4-b5-X", "b3 b7", "b3-b4-b5-X-b7", **rules)
    assert may("r5-b5-X", "k5", "r5-b5-k5-X", **rules)
    assert may("r5-b5-X", "X", "r5-b5-X-X", **rules)
    assert may("r5-r6-X r8-r9-r10", "X", "r5-r6-X-r8-r9-r10-X", **rules)


def test_fixed__identity_of_a_run_joker_is_one_tile() -> None:
    """The joker may move with its identity, into a group too."""
    before = "b4-b5-b6-X"
    assert legal_under(before, "k7 r7", "b4-b5-b6 k7-r7-X") == [True, True, False]
    assert legal_under(before, "b8 b9", "b4-b5-b6 X-b8-b9") == [True, True, False]
    assert legal_under(before, "b9 b10", "b4-b5-b6 X-b9-b10") == [True, False, False]
    assert legal_under(before, "k7 r7 b7", "b4-b5-b6 b7-k7-r7-X") == [True, True, True]  # freed
    assert legal_under("r12-r13-X", "r10 r11", "r10-r11-r12-r13-X") == [True] * 3
    assert legal_under("r12-r13-X r2-r3-r4", "r11", "r11-r12-r13 X-r2-r3-r4") == [True, True, False]  # the 1 is the 1


def test_fixed__a_group_joker_is_any_missing_colour() -> None:
    before = "r5-b5-X"
    assert legal_under(before, "k5 k6 k7", "r5-b5-k5 X-k6-k7") == [True, True, True]
    assert legal_under(before, "k6 k7 y5", "r5-b5-y5 X-k6-k7") == [True, True, True]
    assert legal_under("r5-b5-k5-X", "y6 y7", "r5-b5-k5 X-y6-y7") == [True, True, False]
    assert legal_under("r5-b5-k5-X", "k6 k7", "r5-b5-k5 X-k6-k7") == [True, False, False]
    assert legal_under("r5-b5-k5-X", "k6 k7 y5", "r5-b5-k5-y5 X-k6-k7") == [True, True, True]
    assert legal_under("r5-b5-k5-X r8-r9-r10", "r7", "r5-b5-k5 r7-r8-r9-r10-X") == [True, False, False]


def test_fixed__a_tile_frees_one_joker() -> None:
    """Rules 8.3: one to one with distinct rack tiles."""
    before = "r5-b5-X r6-r7-X-r9"  # the second stands for r8
    after = "r5-b5-k5 r6-r7-r8-r9 X-X-y12"
    assert legal_under(before, "k5 r8 y12", after) == [True, True, True]
    twice = "r6-r7-X-r9 r6'-r7'-X-r9'"
    assert legal_under(twice, "r8 y11 y13", "r6-r7-r8-r9 r6'-r7'-X-r9' y11-X-y13") == [True, True, True]
    both = "r6-r7-r8-r9 r6'-r7'-r8'-r9' X-y12-X"
    assert legal_under(twice, "r8 r8 y12", both) == [True, True, True]
    # one freed joker, but two stand for something else
    assert legal_under(twice, "r8 y12 r5 r10 r11", "r6-r7-r8-r9 X-y12-X r5-r6-r7 r9-r10-r11") == [True, False, False]


def test_fixed__matching_of_jokers_and_tiles() -> None:
    """k5 could free either joker, y5 only the group's."""
    before = "r5-b5-X k3-k4-X"
    after = "r5-b5-y5 k3-k4-k5 X-X-y12"
    assert legal_under(before, "k5 y5 y12", after) == [True, True, True]
    both_gone = "r4-r5-r6 b4-b5-b6 k3-k4-k5 X-X-y12"
    assert legal_under(before, "k5 y12 r4 r6 b4 b6", both_gone) == [True, False, False]
    # only one of the two is freed by k5, the other keeps what it is
    assert legal_under(before, "k5 r11 r13 k2", "r5-b5-X k2-k3-k4-k5 r11-X-r13") == [True, True, True]
    assert legal_under(before, "k5 r11 r13", "r5-b5-k5 k3-k4-X r11-X-r13") == [True, True, True]


def test_fixed__a_joker_from_the_rack_is_free() -> None:
    before = "b4-b5-X"
    assert legal_under(before, "X k9 y9", "b4-b5-X X-k9-y9") == [True, True, True]
    # table and rack jokers are alike: the one at b6 is the old one
    assert legal_under(before, "X b7", "b4-b5-X-b7-X") == [True, True, True]
    assert legal_under(before, "X b3", "X-b3-b4-b5-X") == [True, True, True]
    assert legal_under(before, "X b7 b8", "X-b4-b5 X-b7-b8") == [True, True, True]  # faces are compared


def test_locked__only_jokers_that_are_freed_leave() -> None:
    """Rules 8.3: some meld of T1 holds all tiles of that meld except freed jokers."""
    before = "b4-X-X-b7"
    assert legal_under(before, "b3 b5 b8 b9", "b3-b4-b5 X-b7-b8-b9-X") == [True, True, False]
    assert legal_under(before, "b5 k12 k13", "b4-b5-X-b7 k12-k13-X") == [True, True, True]
    assert legal_under(before, "b5 b3 r6 y6 b9", "b3-b4-b5 r6-y6-X b7-X-b9") == [True, True, False]
    assert legal_under(before, "b5 b6 r12", "b4-b5-b6-b7 r12-X-X") == [True, True, True]


@pytest.mark.parametrize(("swap", "right"), [("any_missing", [True] * 3), ("both_missing", [True, False, False])])
def test_group_of_three__one_missing_colour(swap: str, right: list[bool]) -> None:
    """`group_joker_swap`."""
    assert legal_under("r5-b5-X", "k5 y11 y13", "r5-b5-k5 y11-X-y13", group_joker_swap=swap) == right


def test_group_of_three__both_missing_colours() -> None:
    both = {"group_joker_swap": "both_missing"}
    assert legal_under("r5-b5-X", "k5 y5 y11 y13", "r5-b5-k5-y5 y11-X-y13", **both) == [True, True, True]
    assert legal_under("r5-b5-X", "k5 k5 k6 k7 y11 y13", "r5-b5-k5 y11-X-y13 k5-k6-k7", **both) == [True, False, False]
    # two jokers: two of the missing colours free both
    assert legal_under("group:r5-X-X", "k5 y5 y12", "r5-k5-y5 X-X-y12", **both) == [True, True, True]
    assert legal_under("group:r5-X-X", "k5 y11 y13", "r5-k5-X y11-X-y13", **both) == [True, False, False]
    assert legal_under("group:r5-X-X", "k5 y11 y13", "r5-k5-X y11-X-y13") == [True, True, True]
    # a group of four has nothing to do with it
    assert legal_under("r5-b5-X-X", "k5 y11 y13", "r5-b5-k5-X y11-X-y13", **both) == [True, True, True]
    assert legal_under("r5-b5-k5-X", "y5 y11 y13", "r5-b5-k5-y5 y11-X-y13", **both) == [True, True, True]
    # a run neither
    assert legal_under("r5-r6-X", "r7 y11 y13", "r5-r6-r7 y11-X-y13", **both) == [True, True, True]


def test_freed_by_table() -> None:
    """`joker_freed_by`: a table tile in a meld of T1 that holds the rest of the joker's old meld."""
    before, rack = "r7-r8-X b9-k9-r9-y9", "y12 y13"
    after = "r7-r8-r9 b9-k9-y9 y12-y13-X"
    assert legal_under(before, rack, after) == [True, False, False]
    by_table = {"joker_freed_by": "rack_or_table"}
    assert legal_under(before, rack, after, **by_table) == [True, True, True]
    # the rest of the old meld is not there
    apart = "r6-r7-r8 b9-k9-y9 y12-y13-X r9-r10-r11"
    assert legal_under(before, "y12 y13 r6 r10 r11", apart, **by_table) == [True, False, False]
    # a group of three
    group, taken = "b9-k9-X r7-r8-r9-r10-r11-r12", "b9-k9-r9 r7-r8-r9 r10-r11-r12 y12-y13-X"
    assert legal_under(group, "y12 y13 r9", taken) == [True, True, True]
    moved = "b9-k9-r9 r6-r7-r8 r10-r11-r12 y12-y13-X"
    assert legal_under(group, "y12 y13 r6", moved) == [True, False, False]
    assert legal_under(group, "y12 y13 r6", moved, **by_table) == [True, True, True]
    assert legal_under(group, "y12 y13 r6", moved, group_joker_swap="both_missing", **by_table) == [True, False, False]


def test_freed_by_table__one_to_one() -> None:
    """One r9 of the table frees one of two jokers; one from the rack beside it frees the other."""
    before = "r7-r8-X r7'-r8'-X b9-k9-r9-y9"
    rules = {"joker_freed_by": "rack_or_table"}
    one = "r7-r8-r9 r7'-r8'-X b9-k9-y9 y12-y13-X"
    assert legal_under(before, "y12 y13", one, **rules) == [True, True, True]
    both = "r7-r8-r9 r7'-r8'-r9 b9-k9-y9 X-X-y13"
    assert legal_under(before, "r9 y13", both, **rules) == [True, True, True]
    assert legal_under(before, "r9 y13", both) == [True, False, False]
    neither = "r6-r7-r8 r7'-r8'-r9 b9-k9-y9 X-X-y13"
    assert legal_under(before, "r6 y13", neither, **rules) == [True, False, False]


def test_new_meld__also_where_jokers_are_free() -> None:
    """TR-21, T11: a joker whose identity changed lies in a meld that contains no complete meld of T0."""
    new = {"joker_reuse": "new_meld"}
    assert may("b4-b5-b6-X", "k9 y9", "b4-b5-b6 k9-y9-X", **new)
    assert not may("b4-b5-b6-X r1-r2-r3", "b7", "b4-b5-b6-b7 r1-r2-r3-X", **new)
    assert may("b4-b5-b6-X r1-r2-r3", "b7 r5 r6", "b4-b5-b6-b7 r1-r2-r3 X-r5-r6", **new)
    assert may("b4-b5-b6-X", "b8", "b4-b5-b6-X-b8", **new)
    # moved within its own meld, which is still complete
    assert not may("b4-b5-X", "b6", "b4-b5-b6-X", **new)
    assert may("b4-b5-X", "b6", "b4-b5-b6-X")
    # the extended meld was taken apart: it contains no complete meld any more
    assert may("b4-b5-b6-X r1-r2-r3-r4", "k4 y4 b7", "b4-b5-b6-b7 r1-r2-r3 r4-k4-y4-X", **new)


def test_new_meld__a_group_joker_keeps_its_identity_while_it_may() -> None:
    new = {"joker_reuse": "new_meld"}
    assert may("r5-b5-X k6-k7-k8", "k5", "r5-b5-k5-X k6-k7-k8", **new)
    assert may("r5-b5-k5-X y6-y7-y8", "r1 r2 r3", "r5-b5-k5 X-y6-y7-y8 r1-r2-r3", **new)
    assert not may("r5-b5-y5-X y6-y7-y8", "r1 r2 r3", "r5-b5-y5 X-y6-y7-y8 r1-r2-r3", **new)


def test_jokers_of_a_group_stand_for_different_colours() -> None:
    """Two jokers of k5 cannot both keep it in one group."""
    before = "k3-k4-X k3'-k4'-X"
    assert legal_under(before, "r5 b5 k2 k2", "k2-k3-k4 k2-k3-k4 r5-b5-X-X") == [True, False, False]
    assert legal_under(before, "r5 b5 k6 k7 k2 k2", "k2-k3-k4 k2-k3-k4 r5-b5-X X-k6-k7") == [True, True, False]


def test_places__and_identities() -> None:
    table = melds("r5-b5-X group:k9-X-X k12-k13-X")
    assert sorted(sorted(joker.identity) for joker in jokers_in(table)) == sorted(
        [
            sorted(tiles("k5 y5")),
            sorted(tiles("r9 b9 y9")),
            sorted(tiles("r9 b9 y9")),
            tiles("k1"),
        ]
    )
    assert [place.room for place in places_in(table)] == [1, 2, 1]


def test_strictness__of_the_options() -> None:
    """Whatever is legal under a stricter option is legal under a milder one."""
    chance = Random(4)
    tables = [
        "b4-b5-X r1-r2-r3",
        "b4-b5-b6 r1-r2-r3-X",
        "b4-b5-b6-X r1-r2-r3",
        "X-b4-b5-b6 r1-r2-r3",
        "b4-b5-b6 r1-r2-X",
        "X-b4-b5 r1-r2-r3",
        "b4-b5-b6 r1-r2-r3 k6-y6-X",
        "b4-b5-X r1-r2-r3 k6-y6-b6",
    ]
    n_legal = 0
    for before, after in product(tables, tables):
        old, new = melds(before), melds(after)
        played = tiles(chance.choice(["b6", "r3", "k6 y6", "b6 k6", "r4"]))
        verdicts = [
            [
                jokers_may_lie(rules_of({"joker_release": release, "joker_reuse": reuse}), old, new, played)
                for release in RELEASES
            ]
            for reuse in ("any_meld", "new_meld")
        ]
        for free, fixed, locked in verdicts:
            assert free >= fixed >= locked
        assert all(mild >= strict for mild, strict in zip(*verdicts, strict=True))
        n_legal += sum(map(sum, verdicts))
        assert in_order(old) == old
    assert n_legal > 100
