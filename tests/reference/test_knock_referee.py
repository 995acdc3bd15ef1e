"""Clause tests of the referee of Conga."""

import random
from fractions import Fraction
from itertools import combinations, product
from typing import Any

import pytest

from tests.reference.knock import (
    Table,
    best_arrangement,
    close_of,
    deal,
    knocker_arrangement,
    least_leftover,
    may_knock,
    names,
    parse,
    play,
    points,
    settle,
    won,
)
from tests.reference.knock_melds import arrangements, melds_of, rules_of
from tests.reference.knock_settle import Row
from tests.reference.streams import shuffle, stream, word

SEVENS = "7o 7c 7b"
C1 = f"4e 5e 6e {SEVENS} 3c"
C4 = "5o 6o 7o 10o 2c 2e 2b"
C9_B = "10c 11c 12c 3e 4b 12o 2o"
C11_B = "12c 10b 6c 4o 1e 5b 1o"

Log = list[Row]
Facts = list[dict[str, int]]


def settled(rules: dict[str, Any], kept: str, *others: str) -> tuple[list[int], Log]:
    deck = rules.get("deck", 40)
    facts, rows = settle(rules, parse(kept, deck), [parse(hand, deck) for hand in others])
    return points(rules, facts), rows


def lay_offs(rows: Log) -> Log:
    return [row for row in rows if row[1] == 8]


# streams and dealing


def test_streams__are_splitmix64() -> None:
    """CONTRACT 1: the words of state 0 are the published ones of splitmix64 with seed 0."""
    assert [word(0, k) for k in range(3)] == [0xE220A8397B1DCDAF, 0x6E789E6AA1B965F4, 0x06C45D188009454F]


def test_streams__differ_in_every_part() -> None:
    keys = list(product((0, 1), repeat=5))
    assert len({stream(*key) for key in keys}) == len(keys)


def test_shuffle__keeps_the_cards_and_reaches_every_order() -> None:
    """CONTRACT 1."""
    orders = [tuple(shuffle([0, 1, 2], stream(1, unit, 0, 1, 0))) for unit in range(600)]
    assert all(sorted(order) == [0, 1, 2] for order in orders)
    assert all(60 < orders.count(order) < 140 for order in set(orders))
    assert len(set(orders)) == 6


@pytest.mark.parametrize("deck", [40, 48, 50])
def test_deal__is_the_whole_deck(deck: int) -> None:
    """CG-1: 40 = 1–7, 10–12; 48 = 1–12; 50 with both jokers."""
    cards = deal(rules_of({"deck": deck}), 3, 1, 4)
    places = 10 if deck == 40 else 12
    expected = [suit * 16 + place for suit in range(4) for place in range(places)] + [13, 29] * (deck == 50)
    assert sorted(cards) == sorted(expected)


def test_table__gives_seven_cards_by_place_and_an_eighth_to_the_starter() -> None:
    """CG-4, CONTRACT 2 and 3, `starter_has_eight`."""
    rules = rules_of({"starter_has_eight": True})
    cards = deal(rules, 3, 1, 4)
    table = Table(rules, 3, 1, 4, [2, 0, 1], 1)
    assert [table.player_of(seat) for seat in range(3)] == [0, 1, 2]
    assert table.hands == [{*cards[7:14], cards[22]}, set(cards[14:21]), set(cards[:7])]
    assert table.pile == [cards[21]]
    assert table.stock == cards[23:]


# melds and knocks


def test_knock__c1_leaves_three_points() -> None:
    """C1, CG-9, CG-18."""
    assert may_knock({}, parse(C1))
    assert close_of({}, parse(C1)) == 0
    assert settled({}, C1)[0] == [3]


def test_knock__c2_six_points_are_too_many() -> None:
    """C2, CG-9."""
    assert not may_knock({}, parse(f"4e 5e 6e {SEVENS} 6c"))


def test_knock__c3_several_cards_may_be_left() -> None:
    """C3, CG-9; at most one with `max_leftover_cards` 1."""
    kept = parse("3b 4b 5b 6b 1e 1c 3o")
    assert may_knock({}, kept)
    assert least_leftover({}, kept) == (0, 5)
    assert not may_knock({"max_leftover_cards": 1}, kept)
    assert not may_knock({"max_leftover_cards": 2}, kept)


def test_run__c4_seven_and_sota_are_neighbours_with_40_cards_only() -> None:
    """C4, CG-11, CG-17."""
    assert close_of({}, parse(C4)) == 1
    assert settled({}, C4)[0] == [-10]
    assert least_leftover({"deck": 48}, parse(C4, 48)) == (0, 10)
    assert not may_knock({"deck": 48}, parse(C4, 48))


def test_conga__c5_natural_run_of_seven_wins() -> None:
    """C5, CG-15."""
    facts, rows = settle({}, parse("4b 5b 6b 7b 10b 11b 12b"), [parse(C9_B)])
    assert facts[0]["close"] == 4
    assert rows[0] == (0, 7, 3 * 16 + 3, 7, 0)
    assert points({}, facts) == [-10, 21]
    assert points({"conga_bonus": -50}, facts) == [-50, 21]
    assert won({}, facts) == [1, 0]


def test_conga__c6_with_a_wild_is_invalid() -> None:
    """C6, CG-16, CG-19."""
    scored, rows = settled({}, "2e 3e 4e 1o 6e 7e 10e", C9_B)
    assert scored == [-25, 21]
    assert rows[0] == (0, 7, 2 * 16 + 1, 7, 0b1000)
    assert lay_offs(rows) == []


def test_conga__c7_own_ace_of_coins_is_a_wild_unless_the_option_says_otherwise() -> None:
    """C7, CA-3."""
    facts, rows = settle({}, parse("1o 2o 3o 4o 5o 6o 7o"), [parse(C9_B)])
    assert facts[0]["close"] == 3
    assert rows[0] == (0, 7, 0, 7, 0)
    assert points({}, facts) == [-25, 21]
    assert points({"wild_natural_in_conga": True}, facts) == [-10, 21]
    assert won({"wild_natural_in_conga": True}, facts) == [1, 0]
    assert close_of({"ace_of_coins_wild": False}, parse("1o 2o 3o 4o 5o 6o 7o")) == 4


def test_knock__c8_never_with_both_jokers_kept() -> None:
    """C8, CG-9 `max_wilds_when_knocking`."""
    rules = {"deck": 50}
    held = parse("X X 5b 6b 7b 2c 2e 3o", 50)
    without_3o = [card for card in held if card != parse("3o", 50)[0]]
    assert least_leftover(rules, without_3o) == (0, 0)
    assert not may_knock(rules, without_3o)
    assert may_knock({**rules, "max_wilds_when_knocking": 2}, without_3o)
    assert may_knock(rules, held[1:])
    assert least_leftover(rules, held[1:]) == (0, 3)


def test_knock__a_left_wild_exceeds_the_limit() -> None:
    """CONTRACT 4.1: no arrangement that leaves a wild allows a knock."""
    kept = parse("7o 7c 7e 7b X", 50)
    assert least_leftover({"deck": 50}, kept) == (0, 7)
    assert not may_knock({"deck": 50}, kept)
    rules = {"deck": 50, "knock_limit": 7}
    assert may_knock(rules, kept)
    assert [meld.key for meld in knocker_arrangement(rules, kept).melds] == [(0, 6, 0b0111, 1)]


def test_knock__min_melded_cannot_bind() -> None:
    """CA-7: leftovers worth at most five that are four cards hold a set of aces."""
    loose = {"min_melded": 0, "max_leftover_cards": 7}
    for fourth in ("2o", "2b", "2c"):
        kept = parse(f"5e 6e 7e 1c 1e 1b {fourth}")
        assert may_knock({}, kept)
        assert may_knock(loose, kept)


def test_meld__needs_a_natural_and_the_own_place_of_the_ace_counts() -> None:
    """CG-14, CONTRACT 4.2."""
    rules = rules_of({"deck": 50})
    keys = {meld.key for meld in melds_of(rules, frozenset(parse("X X 1o", 50)))}
    assert keys == {(0, 0, 1, 2), (1, 0, 0, 3, (0, 1, 1))}


def test_meld__ace_of_coins_cannot_be_a_wild_in_its_own_place() -> None:
    """CONTRACT 4.2: in the set of all four ones it is the coins card."""
    made = rules_of({})
    keys = [meld.key for meld in melds_of(made, frozenset(parse("1c 1e 1b 1o")))]
    assert (0, 0, 0b1111, 0) in keys
    assert (0, 0, 0b1110, 1) not in keys
    runs = [meld.key for meld in melds_of(made, frozenset(parse("1o 2o 3o")))]
    assert runs == [(1, 0, 0, 3, (0, 0, 0)), (1, 0, 1, 3, (0, 0, 1))]


def test_meld__ace_of_coins_may_be_a_wild_beside_other_ones() -> None:
    """CONTRACT 4.2 taken literally: standing for 1b it leaves fewer naturals, so that set comes first."""
    keys = [meld.key for meld in melds_of(rules_of({}), frozenset(parse("1c 1e 1o")))]
    assert keys[:2] == [(0, 0, 0b0110, 1), (0, 0, 0b0111, 0)]


def test_run__ace_above_the_king_needs_ace_mode_either() -> None:
    """Rules 0.3, CG-11: `either` allows one end only."""
    kept = parse("11e 12e 1e 2b 2c 2o 3c")
    assert not may_knock({}, kept)
    assert may_knock({"ace_mode": "either"}, kept)
    assert least_leftover({"ace_mode": "either"}, parse("12e 1e 2e")) == (0, 15)


def test_figures__count_by_the_option() -> None:
    """Rules 3.7 `figures`."""
    hand, options = parse("12o 11c 10e 5b"), ("10_11_12", "10_10_10", "8_9_10")
    assert [least_leftover({"figures": figures}, hand) for figures in options] == [(0, 38), (0, 35), (0, 32)]


def test_order__sets_come_before_runs_and_lower_before_higher() -> None:
    """Rules 8.1: least leftover first, then the order of the melds."""
    found = best_arrangement({}, parse("5c 6c 7c 7e 7b 10c 11c"))
    assert [meld.key for meld in found.melds] == [(1, 1, 4, 5, (0,) * 5)]
    tie = best_arrangement({}, parse("7c 7e 7b 5c 6c 5e 6e"))
    assert [meld.key for meld in tie.melds] == [(1, 1, 4, 3, (0, 0, 0)), (1, 2, 4, 3, (0, 0, 0))]


def test_order__natural_before_wild_in_a_run() -> None:
    """CONTRACT 4.2: wild patterns compare from the lowest position."""
    found = best_arrangement({"deck": 50}, parse("X 4e 5e", 50))
    assert [meld.key for meld in found.melds] == [(1, 2, 2, 3, (1, 0, 0))]
    found = best_arrangement({"deck": 50}, parse("X 4e 5e 6e", 50))
    assert [meld.key for meld in found.melds] == [(1, 2, 2, 4, (1, 0, 0, 0))]


def naive_least(cards: list[tuple[int, int, bool]], value: list[tuple[int, int]]) -> tuple[int, int]:
    """Least leftover over all splits into groups of (suit, place, natural) cards."""
    if not cards:
        return 0, 0
    rest = naive_least(cards[1:], value[1:])
    best = (rest[0] + value[0][0], rest[1] + value[0][1])
    for n in range(2, len(cards)):
        for others in combinations(range(1, len(cards)), n):
            group = [cards[0], *(cards[i] for i in others)]
            suits, places = {card[0] for card in group}, sorted(card[1] for card in group)
            is_set = len(set(places)) == 1 and len(suits) == len(group) <= 4
            is_run = len(suits) == 1 and places == list(range(places[0], places[0] + len(group)))
            if (is_set or is_run) and any(card[2] for card in group):
                left = [i for i in range(1, len(cards)) if i not in others]
                best = min(best, naive_least([cards[i] for i in left], [value[i] for i in left]))
    return best


@pytest.mark.parametrize(("wilds", "size", "hands"), [("", 7, 60), ("1o", 6, 25), ("X", 6, 10), ("X 1o", 5, 3)])
def test_least_leftover__equals_trying_every_card_for_a_wild(wilds: str, size: int, hands: int) -> None:
    """CONTRACT 4.2: each wild is replaced by every card in turn; clustered hands, so that there are melds."""
    deck = 40 if wilds in ("", "1o") else 50
    rules = rules_of({"deck": deck})
    draw = random.Random(5)
    pool = [suit * 16 + place for suit in range(3) for place in range(1, 6)]
    for _ in range(hands):
        naturals = draw.sample(pool, size - len(wilds.split()))
        value = [(0, rules.card_points[card]) for card in naturals]
        hand = [(*divmod(card, 16), True) for card in naturals]
        near = [(suit, place, False) for suit in range(4) for place in range(8)]
        best = (9, 0)
        for declared in product(near, repeat=len(wilds.split())):
            best = min(best, naive_least([*declared, *hand], [(1, 0)] * len(declared) + value))
        assert least_leftover(rules, [*naturals, *parse(wilds, deck)]) == best, names(naturals, deck)


def test_arrangements__come_in_order_and_once() -> None:
    """Rules 8.1: a list that is a prefix of another comes first."""
    hand = frozenset(parse("X X 1o 4e 5e 4c 1b", 50))
    keys = [tuple(meld.key for meld in found.melds) for found in arrangements(rules_of({"deck": 50}), hand)]
    assert len(keys) > 50
    assert keys == sorted(set(keys))


# settlement


def test_lay_off__c9_takes_three_points_off() -> None:
    """C9, CG-19, CG-20."""
    scored, rows = settled({}, C1, C9_B)
    assert scored == [3, 18]
    assert rows == [
        (0, 6, 6, 0b1011, 0),
        (0, 7, 2 * 16 + 3, 3, 0),
        (1, 7, 1 * 16 + 7, 3, 0),
        (1, 8, 2 * 16 + 2, 1, 2),
    ]
    assert settled({"layoff_targets": "none"}, C1, C9_B)[0] == [3, 21]


def test_lay_off__c10_is_barred_by_a_close() -> None:
    """C10, CG-19."""
    scored, rows = settled({}, C4, C9_B)
    assert scored == [-10, 21]
    assert lay_offs(rows) == []


def test_lay_off__c11_a_left_wild_costs_or_is_laid_off() -> None:
    """C11, CA-11, CA-13."""
    assert settled({}, C4, C11_B)[0] == [-10, 63]
    assert settled({"wild_points": 50}, C4, C11_B)[0] == [-10, 88]
    scored, rows = settled({}, C1, C11_B)
    assert scored == [3, 38]
    assert [row[:3] for row in lay_offs(rows)] == [(1, 8, 13)]
    for wild_points, total in ((25, 63), (50, 88)):
        assert settled({"wild_layoff": False, "wild_points": wild_points}, C1, C11_B)[0] == [3, total]


def test_lay_off__c12_cards_may_follow_one_another() -> None:
    """C12: 7e, then 10e."""
    _, rows = settled({}, "4e 5e 6e 2o 2c 2b 1c", "7e 10e 4b 4c 4o 5c 7o")
    assert lay_offs(rows) == [(1, 8, 2 * 16 + 6, 1, 6), (1, 8, 2 * 16 + 7, 1, 7)]


@pytest.mark.parametrize("order", ["BC", "CB"])
def test_lay_off__c16_on_every_shown_meld_or_on_the_knockers_only(order: str) -> None:
    """C16, CA-6, CA-12, with B before and behind C in turn order."""
    hands = {"B": "4b 12e 10o 10c 10b", "C": "1b 2b 3b 11o 11c 11e 2e"}
    for targets, total in (("all_shown", 12), ("knocker_only", 16), ("none", 16)):
        scored, _ = settled({"layoff_targets": targets}, C1, *(hands[who] for who in order))
        assert scored[1 + order.index("B")] == total


def test_lay_off__ace_goes_above_the_king_with_ace_mode_either() -> None:
    """CONTRACT 4.3: the natural 1e at position L; the wild 1o there is a wild."""
    rules = {"ace_mode": "either"}
    knocker = "10e 11e 12e 2o 2c 2b 3c"
    assert lay_offs(settled({}, knocker, "1e 6b 5c")[1]) == []
    assert lay_offs(settled(rules, knocker, "1e 6b 5c")[1]) == [(1, 8, 2 * 16, 1, 10)]
    rows = settled(rules, "10o 11o 12o 2o 2c 2b 2e 3c", "1o 6b 4c")[1]
    assert lay_offs(rows) == [(1, 8, 13, 1, 6)]


def test_lay_off__reaches_a_run_as_extended_by_an_earlier_player() -> None:
    """Rules 8.2 (iii): 3e goes on first, then 2e of the next player; 2e alone could not."""
    scored, rows = settled({}, C1, "3e 10o 12c", "2e 11c 5b")
    assert scored == [3, 22, 16]
    assert lay_offs(rows) == [(1, 8, 2 * 16 + 2, 1, 2), (2, 8, 2 * 16 + 1, 1, 1)]


def test_arrangement__may_be_broken_up_for_lay_offs() -> None:
    """Rules 8.2 (ii): 7e-7c-7b would be a set, but 7e on the run lets 10e and 11e follow."""
    knocker = "4e 5e 6e 2o 2c 2b 1c"
    scored, rows = settled({}, knocker, "7e 7o 7b 10e 11e 1b 3b")
    assert scored == [1, 14 + 4]
    assert [row[2] for row in lay_offs(rows)] == parse("7e 10e 11e")


def test_lay_off__on_a_set_of_three_with_a_wild_takes_any_missing_suit_once() -> None:
    """CONTRACT 4.3: of two cards that fit the first suit goes, and the set is full."""
    scored, rows = settled({}, "7c 7e 1o 2b 3b 4b 1c", "7o 12e 10c", "7b 11o 10e")
    assert lay_offs(rows) == [(1, 8, 6, 0, -1)]
    assert scored == [1, 22, 28]


def test_lay_off__prefers_wilds_to_points_and_the_low_end() -> None:
    """CONTRACT 4.3: the wild goes below 4e, where 3e is not at hand."""
    _, rows = settled({"deck": 50}, "4e 5e 6e 7o 7c 7e 7b", "X 12o 9c")
    assert lay_offs(rows) == []  # all combined: a close
    _, rows = settled({"deck": 50}, "4e 5e 6e 7o 7c 7b 8b 9b 10b 1c", "X 12o 11c")
    assert lay_offs(rows) == [(1, 8, 13, 0, -1)]
    _, rows = settled({"deck": 50}, "4e 5e 6e 8b 9b 10b 1c", "X 12b 5c")
    assert lay_offs(rows) == [(1, 8, 13, 1, 10), (1, 8, 3 * 16 + 11, 1, 11)]
    _, rows = settled({"deck": 50}, "4e 5e 6e 8b 9b 10b 1c", "X 12c 5o")
    assert lay_offs(rows) == [(1, 8, 13, 0, 2)]


def test_knocker__shows_the_least_leftover_among_what_allows_the_knock() -> None:
    """Rules 8.2 (i), CONTRACT 4.3."""
    found = knocker_arrangement({}, parse("1e 2e 3e 4e 4c 4b 5b"))
    assert found.leftover(rules_of({})) == (0, 5)
    assert [meld.key for meld in found.melds] == [(0, 3, 0b1110, 0), (1, 2, 0, 3, (0, 0, 0))]


def test_undecided__nobody_knocked_and_nobody_wins() -> None:
    """Rules 0.7 and CONTRACT 4.6: least leftovers, no lay-offs, no bonus, no winner."""
    rules = {"max_turns": 3}
    log, facts = play(rules, ["probe"] * 3, 11, 0, [0, 1, 2], 0)
    assert {fact["end"] for fact in facts} == {1}
    assert all(fact["close"] == -1 for fact in facts)
    assert won(rules, facts) == [0, 0, 0]
    assert lay_offs(log) == []
    assert [fact["turns"] for fact in facts] == [3, 3, 3]


def test_won__ties_are_split() -> None:
    """CONTRACT 4.6."""
    facts, _ = settle({}, parse(C1), [parse("4b 5b 6b 12e 12o 12c 3o"), parse("12b 11o 5c")])
    assert points({}, facts)[:2] == [3, 3]
    assert won({}, facts) == [Fraction(1, 2), Fraction(1, 2), 0]
