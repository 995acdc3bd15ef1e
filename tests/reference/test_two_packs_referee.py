"""Clause tests of the referee of the knock family: two packs and wild options."""

from typing import Any

import pytest

from tests.reference.knock import (
    Table,
    best_arrangement,
    close_of,
    knocker_arrangement,
    least_leftover,
    may_knock,
    parse,
    points,
    settle,
)
from tests.reference.knock_arrange import Arrangement, hand_of
from tests.reference.knock_cards import canonical
from tests.reference.knock_layoff import LyingRun, LyingSet, arrangement_for, best_plan
from tests.reference.knock_melds import arrangements, melds_of, rules_of

Rules = dict[str, Any]

TWO_PACKS: Rules = {"deck": 50, "decks": 2}


def keys(arrangement: Arrangement) -> list[tuple[Any, ...]]:
    return [meld.key for meld in arrangement.melds]


def test_two_packs__the_copy_may_lie_in_another_meld() -> None:
    """CONTRACT 5.1."""
    assert keys(best_arrangement(TWO_PACKS, parse("5o 6o 7o 7o 7c 7e", 50))) == [
        (0, 6, 0b0111, 0),
        (1, 0, 4, 3, (0,) * 3),
    ]
    twice = best_arrangement(TWO_PACKS, parse("5c 6c 7c 5c 6c 7c", 50))
    assert keys(twice) == [(1, 1, 4, 3, (0,) * 3)] * 2
    assert (twice.left, twice.left_wilds) == (frozenset(), 0)


def test_two_packs__a_set_has_different_suits() -> None:
    """CONTRACT 5.1 and 5.4."""
    assert least_leftover(TWO_PACKS, parse("7c 7c 7e", 50)) == (0, 21)
    assert least_leftover(TWO_PACKS, parse("7c 7c 7e X", 50)) == (0, 7)
    plan = best_plan(
        rules_of(TWO_PACKS), (LyingSet(6, frozenset({0, 1, 2}), 3, 0),), canonical(parse("7c 7b 7b", 50)), 0
    )
    assert plan.left == canonical(parse("7c 7b", 50))


def test_two_packs__copies_go_on_two_melds() -> None:
    """CONTRACT 4.3 and 5.1: each copy once."""
    targets = (LyingRun(1, 3, 5, 0), LyingRun(1, 3, 5, 0))
    plan = best_plan(rules_of(TWO_PACKS), targets, canonical(parse("7c 7c 8c", 50)), 0)
    assert [[laid.card for laid in option.laid] for option in plan.options] == [parse("7c 8c", 50), parse("7c", 50)]


def test_two_packs__each_ace_of_coins_is_natural_or_wild() -> None:
    """CONTRACT 5.1, 4.2."""
    hand = canonical(parse("1o 1o 2o 3o", 50))
    found = {meld.key for meld in melds_of(rules_of(TWO_PACKS), hand)}
    assert (1, 0, 0, 4, (0, 0, 0, 1)) in found
    assert (1, 0, 1, 4, (0, 0, 1, 1)) in found
    assert (1, 0, 0, 3, (1, 0, 0)) not in found
    assert least_leftover(TWO_PACKS, parse("1o 2o 3o 1o 1c 1e", 50)) == (0, 0)
    assert close_of(TWO_PACKS, parse("1o 2o 3o 4o 5o 6o 1o", 50)) == 2


def test_two_packs__the_view_has_spares() -> None:
    """CONTRACT 5.1, 4.7: spare behind hand, pile_spare behind pile, known kinds once."""
    table = Table(rules_of(TWO_PACKS), 1, 0, 0, [0, 1], 0)
    table.hands[0] = set(canonical(parse("5c 5c 6c", 50)))
    table.pile = [held + 64 * second for held, second in zip(parse("7b 7b 6c", 50), (0, 1, 1), strict=True)]
    table.draw(1)
    five, six, seven = (1 << parse(text, 50)[0] for text in ("5c", "6c", "7b"))
    assert table.view()[:6] == [five | six, five | six, seven, seven, six, 0]
    assert table.view(parse("6c", 50)[0])[:6] == [five | six, five, seven, seven, six, 0]
    assert len(table.view()) == len(Table(rules_of({}), 1, 0, 0, [0, 1], 0).view()) + 2
    table.discard(parse("6c", 50)[0])
    assert table.known[0] == set(parse("6c", 50))


def test_wilds_per_meld__does_not_count_the_natural_ace_of_coins() -> None:
    """CONTRACT 5.2."""
    rules = {"deck": 50, "wilds_per_meld": 1}
    assert least_leftover(rules, parse("X X 5c", 50)) == (2, 5)
    assert least_leftover(rules, parse("1o X 3o", 50)) == (0, 0)
    assert least_leftover(rules, parse("1o X X", 50)) == (3, 0)
    assert least_leftover({**rules, "wilds_per_meld": "none"}, parse("1o X X", 50)) == (0, 0)


def test_wilds_per_meld__binds_lay_offs() -> None:
    """CONTRACT 5.2: the wild 1o in its own place is a wild there."""
    rules = rules_of({"deck": 50, "wilds_per_meld": 1})
    for wilds, laid_wilds in ((0, 1), (1, 0)):
        plan = best_plan(rules, (LyingRun(0, 1, 3, wilds),), frozenset(), 2)
        assert plan.left_wilds == 2 - laid_wilds
    assert (
        best_plan(rules, (LyingRun(0, 1, 3, 0), LyingSet(4, frozenset({1, 2, 3}), 3, 0)), frozenset(), 2).left_wilds
        == 0
    )


def test_wild_penalty_knocker__a_left_wild_counts_as_a_card_only() -> None:
    """CONTRACT 5.2."""
    rules = {"deck": 50, "wild_penalty_knocker": False, "wilds_per_meld": 0}
    kept = parse("4b 5b 6b 7b X 2c 3e", 50)
    assert may_knock(rules, kept)
    assert not may_knock({**rules, "wild_penalty_knocker": True}, kept)
    assert not may_knock({**rules, "max_leftover_cards": 2}, kept)
    facts, _ = settle(rules, kept, [parse("X 9c 5o", 50)])
    assert [fact["left_wilds"] for fact in facts] == [1, 1]
    assert points(rules, facts) == [5, 14 + 25]
    assert points({**rules, "deal_scoring": "difference"}, facts) == [34, 0]


SMALL: list[tuple[Rules, str]] = [
    (TWO_PACKS, "1o 1o X X 4e 4e 5e"),
    ({**TWO_PACKS, "wilds_per_meld": 1}, "1o 1o X 2o 2o 3o 1c"),
    ({**TWO_PACKS, "ace_mode": "either", "wild_penalty_knocker": False, "knock_limit": 9}, "1e 1e X 12e 11e 2e 9o"),
    ({**TWO_PACKS, "ace_of_coins_wild": False, "max_leftover_cards": 1}, "1o 1o X 1c 1c 1e 7b"),
]


@pytest.mark.parametrize(("rules", "text"), SMALL)
def test_pruning__finds_what_trying_all_arrangements_finds(rules: Rules, text: str) -> None:
    """CONTRACT 4.2 and 4.3: least leftover, what the knocker shows, and the best arrangement for lay-offs."""
    made = rules_of({"max_wilds_when_knocking": None} | rules)
    hand = canonical(parse(text, 50))
    every = list(arrangements(made, hand))
    assert [keys(one) for one in every] == sorted({tuple(keys(one)): keys(one) for one in every}.values())
    assert hand_of(made, hand).first_best() == min(every, key=lambda one: one.leftover(made))
    allowed = [
        one
        for one in every
        if len(one.left) + one.left_wilds <= min(made.max_leftover_cards, 3)
        and made.points_of(one.left) <= made.knock_limit
        and not (one.left_wilds and made.wild_penalty_knocker)
    ]
    assert may_knock(made, hand) == bool(allowed)
    if allowed:
        assert knocker_arrangement(made, hand) == min(allowed, key=lambda one: one.leftover(made))
    targets = (LyingRun(2, 5, 7, 0), LyingSet(1, frozenset({1, 2}), 3, 1))
    after = [best_plan(made, targets, one.left, one.left_wilds).leftover(made) for one in every]
    assert arrangement_for(made, hand, targets) == every[after.index(min(after))]
