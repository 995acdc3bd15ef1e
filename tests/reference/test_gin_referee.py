"""Clause tests of the referee of the knock family: gin and its relatives; deals with all the options."""

from collections import Counter
from collections.abc import Sequence
from itertools import product
from typing import Any

import pytest

from tests.reference.knock import (
    Table,
    choose_discard,
    choose_knock,
    choose_source,
    close_of,
    deal,
    judge,
    least_leftover,
    may_knock,
    names,
    parse,
    play,
    play_turn,
    points,
    settle,
    won,
)
from tests.reference.knock_arrange import Arrangement
from tests.reference.knock_cards import canonical
from tests.reference.knock_layoff import LyingRun, arrangement_for
from tests.reference.knock_melds import melds_of, rules_of
from tests.reference.knock_settle import Row, lay_off

Rules = dict[str, Any]
Log = list[Row]
Facts = list[dict[str, int]]

GIN: Rules = {
    "deck": 52,
    "ace_of_coins_wild": False,
    "hand_size": 10,
    "knock_limit": 10,
    "min_melded": 0,
    "max_leftover_cards": 10,
    "figures": "10_10_10",
    "layoff_targets": "knocker_only",
    "max_wilds_when_knocking": None,
    "no_return_discard": True,
    "upcard_offer": True,
    "dead_stock": 2,
    "deal_scoring": "difference",
    "gin_bonus": 25,
    "undercut_bonus": 25,
    "big_gin_bonus": 31,
}
TWO_PACKS: Rules = {"deck": 50, "decks": 2}
KNOCKS_WITH_4 = "2c 3c 4c 8d 9d 10d Jh Qh Kh 4s"
GIN_HAND = "As 2s 3s 4s 5s 6s 7s Jh Qh Kh"
POOR = "Ac 3d 5h 7c 9s Jd Kc 2h 4d 6s"


def cards(text: str, deck: int = 52) -> list[int]:
    return parse(text, deck)


def card(text: str, deck: int = 52) -> int:
    (found,) = parse(text, deck)
    return found


def scored(rules: Rules, kept: str, other: str, **more: Any) -> tuple[list[int], Log]:
    facts, rows = settle(rules, cards(kept), [cards(other)], **more)
    return points(rules, facts), rows


def laid(rows: Log) -> list[int]:
    return [row[2] for row in rows if row[1] == 8]


def placed(rules: Rules, *hands: str, top: str, stock: str) -> Table:
    """A table of two with given cards and no others."""
    table = Table(rules_of(rules), 1, 0, 0, [0, 1], 0)
    table.hands = [set(canonical(cards(hand))) for hand in hands]
    table.pile = cards(top)
    table.stock = cards(stock)
    table.deck = [*(held for hand in table.hands for held in hand), *table.pile, *table.stock]
    return table


# cards and dealing


def test_notation__of_french_cards() -> None:
    """Rules 0.1, CONTRACT 5.1: suits c d h s, jokers 13 and 29 of two copies each."""
    assert cards("Ac 10c Kd As") == [0, 9, 16 + 12, 48]
    assert cards("X X X X", 54) == [13, 29, 13, 29]
    assert names(cards("Kd As 10c Ac"), 52) == "Ac 10c Kd As"


@pytest.mark.parametrize(("deck", "places", "jokers"), [(52, 13, 0), (54, 13, 1), (40, 10, 0), (50, 12, 1)])
@pytest.mark.parametrize("decks", [1, 2])
def test_deal__is_the_whole_deck(deck: int, places: int, jokers: int, decks: int) -> None:
    """CONTRACT 5.1."""
    dealt = deal(rules_of({"deck": deck, "decks": decks}), 3, 1, 4)
    kinds = [suit * 16 + place for suit in range(4) for place in range(places)] + [13, 29] * jokers
    assert Counter(held % 64 for held in dealt) == dict.fromkeys(kinds, decks)
    assert len(set(dealt)) == len(dealt)


def test_deal__leaves_the_jokers_out_for_few_players() -> None:
    """CONTRACT 5.1, `joker_min_players`: what is left is dealt like the deck of 48."""
    rules = rules_of({"deck": 50, "joker_min_players": 3})
    assert deal(rules, 3, 1, 4, 2) == deal(rules_of({"deck": 48}), 3, 1, 4)
    assert deal(rules, 3, 1, 4, 3) == deal(rules_of({"deck": 50}), 3, 1, 4)


def test_table__gives_ten_cards_and_turns_one_up() -> None:
    """GN-1, CONTRACT 2 and 5.4."""
    dealt = deal(rules_of(GIN), 3, 1, 4)
    table = Table(rules_of(GIN), 3, 1, 4, [1, 0], 1)
    assert table.hands == [set(dealt[10:20]), set(dealt[:10])]
    assert (table.pile, table.upcard, table.stock) == (dealt[20:21], dealt[20], dealt[21:])
    assert len(table.stock) == 31


def test_points__of_french_cards() -> None:
    """CONTRACT 5.1."""
    assert least_leftover(GIN, cards("Ac 10d Jh Qs Kc 2d")) == (0, 43)
    assert least_leftover({**GIN, "figures": "11_12_13"}, cards("Ac 10d Jh Qs Kc 2d")) == (0, 49)
    assert least_leftover(GIN, cards("Qc Kc Ac")) == (0, 21)
    assert least_leftover({**GIN, "ace_mode": "either"}, cards("Qc Kc Ac")) == (0, 0)


# knocks and settlement of gin


def test_knock__case_38_the_first_arrangement_decides() -> None:
    """Case 38, rules 8.1 and 8.2 (i): sets come before runs."""
    kept, other = "As 5c 5d 5s 6c 6d 6s 7c 7d 7s", "3s 4c 4d 4s 5h 6h 7h 8c 8d 8s"
    assert scored(GIN, kept, other)[0] == [2, 0]
    rules = rules_of(GIN)
    by_runs = tuple(meld for meld in melds_of(rules, canonical(cards(kept))) if meld.key[0] == 1 and meld.key[3] == 3)
    shown = Arrangement(by_runs, canonical(cards("As")), 0)
    targets = tuple(LyingRun(meld.key[1], 4, 6, 0) for meld in by_runs)
    fixed = {0: shown, 1: arrangement_for(rules, cards(other), targets)}
    outcome = lay_off(rules, fixed, 0)[1]
    assert (outcome.left, outcome.left_wilds) == (frozenset(), 0)
    facts = [{"end": 2, "close": 0, "left_points": 1, "left_wilds": 0}]
    facts.append({"end": 2, "close": -1, "left_points": 0, "left_wilds": 0})
    assert points(GIN, facts) == [0, 26]


def test_lay_off__case_41_cards_follow_one_another() -> None:
    """Case 41, GN-4."""
    knocker = "5s 6s 7s Jh Jd Jc 2c 2d 2h 9d"
    result, rows = scored(GIN, knocker, "4s 3s 8s Kd Ks 8c 6d 10h Qc Ac")
    assert laid(rows) == cards("4s 3s 8s")
    assert result == [10 + 10 + 8 + 6 + 10 + 10 + 1 - 9, 0]


def test_gin__case_42_deadwood_nought() -> None:
    """Case 42, GN-3."""
    for text in ("4h 5h 6h 7h Qc Qd Qh Kc Kd Kh", "3c 3d 3h 3s 9c 9d 9h Kc Kd Kh"):
        assert may_knock(GIN, cards(text))
        assert may_knock({**GIN, "knock_limit": 0}, cards(text))
        assert close_of(GIN, cards(text)) == 5


def test_points__case_44_and_the_checks_of_rules_5_1() -> None:
    """Case 44 (deal part), 5.1, GN-4: a tie is an undercut."""
    for own, others, expected in [(9, 6, [0, 28]), (4, 23, [19, 0]), (9, 7, [0, 27]), (7, 7, [0, 25])]:
        facts = [{"end": 2, "close": 0, "left_points": own, "left_wilds": 0}]
        facts.append({"end": 2, "close": -1, "left_points": others, "left_wilds": 0})
        assert points(GIN, facts) == expected
        assert points(GIN, facts[::-1]) == expected[::-1]
        assert won(GIN, facts) == [min(1, its_points) for its_points in expected]
    assert won({**GIN, "undercut_bonus": 0}, facts) == [0, 0]
    gin, big_gin = ({**facts[0], "close": close, "left_points": 0} for close in (5, 6))
    other = {**facts[1], "left_points": 31}
    assert points(GIN, [gin, other]) == [56, 0]
    assert points(GIN, [big_gin, other]) == [62, 0]
    assert points(GIN, [gin, {**other, "left_wilds": 1}]) == [81, 0]


def test_points__case_45_lay_offs_count() -> None:
    """Case 45: 28 less 6 laid off, against 2."""
    kept, other = "6c 6d 6h 9c 10c Jc Qs Ks Js 2h", "6s Kd 9d 3h Ad Ac As 5c 5d 5h"
    assert least_leftover(GIN, cards(other)) == (0, 28)
    result, rows = scored(GIN, kept, other)
    assert laid(rows) == [card("6s")]
    assert result == [20, 0]


def test_gin__no_lay_off_and_the_bonus() -> None:
    """Case 40, GN-4: 10h may not go on J-Q-K."""
    result, rows = scored(GIN, GIN_HAND, "Ac 2c 3c 9s 10s Js Qs Ks 8h 10h")
    assert result == [25 + 18, 0]
    assert laid(rows) == []


def test_points__spade_upcard_doubles() -> None:
    """GN-8, CONTRACT 5.5."""
    rules = {**GIN, "oklahoma_spade_double": True}
    for upcard, expected in (("4s", 86), ("4h", 43)):
        assert scored(rules, GIN_HAND, "Ac 2c 3c 9s 10s Js Qs Ks 8h 10h", upcard=card(upcard))[0] == [expected, 0]


@pytest.mark.parametrize(("upcard", "ace", "limit"), [("4h", 1, 4), ("Kc", 1, 10), ("Ad", 1, 1), ("Ad", 0, 0)])
def test_oklahoma__the_upcard_sets_the_limit(upcard: str, ace: int, limit: int) -> None:
    """GN-8."""
    rules = rules_of({**GIN, "figures": "11_12_13", "knock_limit_from_upcard": True, "oklahoma_ace": ace})
    assert rules.with_upcard(card(upcard)).knock_limit == limit
    assert may_knock(rules.with_upcard(card(upcard)), cards(KNOCKS_WITH_4)) == (limit >= 4)


# order of play of gin


def test_offer__starter_then_other_then_the_stock() -> None:
    """GN-2, CONTRACT 5.3."""
    table = placed(GIN, POOR, KNOCKS_WITH_4, top="8h", stock="9h 10s 8s Qd")
    assert table.sources() == [0, 1]
    assert table.draw(0) == [(0, 9, -1, -1, -1)]
    assert (table.turn, table.seat, table.sources()) == (1, 1, [0, 1])
    assert table.draw(0) == [(1, 9, -1, -1, -1)]
    assert (table.turn, table.seat, table.sources()) == (2, 0, [0])
    assert table.draw(0) == [(0, 1, card("9h"), -1, -1)]
    table.discard(card("9h"))
    assert (table.turn, table.sources()) == (3, [0, 1])


@pytest.mark.parametrize("passes", [0, 1])
def test_offer__who_takes_the_upcard_goes_on(passes: int) -> None:
    """GN-2, GN-3: the card taken may not be thrown at once; then all is as usual."""
    table = placed(GIN, POOR, KNOCKS_WITH_4, top="8h", stock="9h 10s 8s Qd")
    for _ in range(passes):
        table.draw(0)
    assert table.draw(1) == [(passes, 2, card("8h"), -1, -1)]
    assert (table.turn, table.drawn, table.taken) == (passes, card("8h"), card("8h"))
    assert card("8h") not in table.discards()
    table.discard(card("4d") if passes == 0 else card("4s"))
    assert (table.turn, table.sources()) == (passes + 1, [0, 1])
    assert not table.is_offered()


def test_knock__a_discard_face_down() -> None:
    """GN-3."""
    table = placed(GIN, KNOCKS_WITH_4, POOR, top="8h", stock="9h 10s 8s Qd")
    table.draw(1)
    assert table.knocking_discards() == [card("4s")]
    assert not table.allows_big_gin()
    assert table.knock(card("4s")) == (0, 4, card("4s"), -1, -1)
    assert table.end() == 2
    assert table.pile == []
    _, facts = table.settle()
    assert [fact["close"] for fact in facts] == [0, -1]


def big_gin_table(rules: Rules) -> Table:
    table = placed(rules, GIN_HAND, POOR, top="8s", stock="9h 10s 9d Qd")
    table.draw(1)
    return table


def test_big_gin__ends_the_deal_without_a_discard() -> None:
    """GN-3, CONTRACT 5.3."""
    table = big_gin_table({**GIN, "big_gin": True, "last_turn_after_knock": True})
    assert table.allows_big_gin()
    assert choose_knock("eaai-simple", table)
    assert table.knock(-1, big_gin=True) == (0, 4, -1, -1, -1)
    assert table.end() == 2
    _, facts = table.settle()
    assert [(fact["close"], fact["left_points"]) for fact in facts] == [
        (6, 0),
        (-1, least_leftover(GIN, cards(POOR))[1]),
    ]


def test_big_gin__is_asked_of_all_cards_held_only() -> None:
    assert not big_gin_table(GIN).allows_big_gin()
    table = placed({**GIN, "big_gin": True}, GIN_HAND, POOR, top="9d", stock="9h 10s 8s Qd")
    table.draw(1)
    assert not table.allows_big_gin()


def test_dead_hand__when_two_cards_are_left() -> None:
    """GN-5: after the discard that finds two cards in the stock."""
    table = placed(GIN, POOR, KNOCKS_WITH_4, top="8h", stock="9h 10s 8s")
    table.turn = 4
    table.draw(0)
    assert table.end() is None
    table.discard(card("9h"))
    assert (table.end(), table.turn) == (3, 5)
    rows, facts = table.settle()
    assert {(fact["end"], fact["close"], fact["turns"]) for fact in facts} == {(3, -1, 5)}
    assert points(GIN, facts) == won(GIN, facts) == [0, 0]
    assert points({**GIN, "deal_scoring": "each_own"}, facts) == [0, 0]
    assert laid(rows) == []


def wall(**options: Any) -> Table:
    """Case 40: the opponent has just thrown Jh, and two cards are left."""
    mine, others = "As 2s 3s 4s 5s 6s 7s 8s Qh Kh", "Ac 2c 3c 9s 10s Js Qs Ks 8h 10h Jh"
    table = placed({**GIN, "fiftieth_card": True} | options, mine, others, top="4h", stock="5d 6d")
    table.turn, table.drawn = 5, card("10h")
    table.discard(card("Jh"))
    return table


def test_fiftieth_card__case_40_only_to_end_the_hand() -> None:
    """Case 40, GN-5."""
    table = wall()
    assert (table.end(), table.turn, table.sources()) == (None, 6, [0, 1])
    assert choose_source("strict-greedy", table) == choose_source("eaai-simple", table) == 1
    assert table.draw(1) == [(0, 2, card("Jh"), -1, -1)]
    # without 6s, 7s and 8s are left over
    assert table.discards() == cards("As 2s 3s 4s 5s 7s 8s") == table.knocking_discards()
    assert table.must_knock
    table.knock(card("8s"))
    _, facts = table.settle()
    assert (facts[0]["close"], points(GIN, facts)) == (5, [43, 0])


def test_fiftieth_card__big_gin_is_allowed() -> None:
    """CONTRACT 5.3."""
    table = wall(big_gin=True)
    assert play_turn("strict-greedy", table) == [(0, 2, card("Jh"), -1, -1), (0, 4, -1, -1, -1)]


def test_fiftieth_card__passing_or_no_knock_is_a_dead_hand() -> None:
    """Case 40, GN-5; no row, and the turn that was not played does not count."""
    table = wall()
    assert table.draw(0) == []
    assert (table.end(), table.turn) == (3, 6)
    table = wall(knock_limit_from_upcard=True, knock_limit=0)
    table.hands[0] = set(cards(POOR))
    assert table.sources() == [0]


def test_last_turn__everybody_else_draws_and_discards_once_more() -> None:
    """CONTRACT 5.3."""
    rules = {**GIN, "deal_scoring": "each_own", "last_turn_after_knock": True, "max_turns": 1, "upcard_offer": False}
    table = placed(rules, KNOCKS_WITH_4, KNOCKS_WITH_4, top="8h", stock="9h 10s 8s Qd")
    table.draw(0)
    table.knock(card("9h"))
    assert (table.end(), table.seat, table.sources()) == (None, 1, [0, 1])
    table.draw(0)
    assert table.knocking_discards() == []
    table.discard(card("10s"))
    assert table.end() == 2
    assert table.settle()[1][0]["turns"] == 2


# bots


def test_simple__takes_what_the_first_best_arrangement_melds() -> None:
    """CONTRACT 5.6."""
    hand = "2c 3c 4c 8d 8h 10d Jh Ks As 6d"
    for top, takes in (("8s", 1), ("5c", 1), ("5d", 0), ("Ac", 1), ("Qs", 0)):
        assert choose_source("eaai-simple", placed(GIN, hand, POOR, top=top, stock="9h 10s 9s")) == takes


def test_simple__does_not_repeat_a_pair() -> None:
    """CONTRACT 5.6: of Kd, Ks and Qc, all worth ten, unless that leaves none."""
    table = placed(GIN, "2c 3c 4c 5h 6h 7h 8d 8h Ks Jc", POOR, top="9c", stock="Qd 10s 9s")
    table.turn, table.drawn = 4, card("Kd")
    table.hands[0].add(card("Kd"))
    worst, repeated = set(cards("Jc Kd Ks")), [frozenset(cards("Kd Jc")), frozenset(cards("Kd"))]
    found = set()
    for table.seed in range(40):
        found.add(choose_discard("eaai-simple", table))
    assert found == worst
    table.thrown[0].update(repeated)
    for table.seed in range(40):
        assert choose_discard("eaai-simple", table) == card("Ks")
    table.thrown[0].add(frozenset(cards("Ks Kd")))
    assert {choose_discard("eaai-simple", table) for table.seed in range(40)} == worst


def test_greedy__takes_when_the_leftover_falls_and_throws_the_highest() -> None:
    """CONTRACT 5.6: least leftover, then highest place, then first suit; not the card just taken."""
    hand = "2c 3c 4c 8d 8h Jd Kh Ks As 6d"
    for top, takes in (("8s", 1), ("5c", 1), ("Qc", 0), ("Ac", 1), ("7s", 1), ("Kc", 1)):
        assert choose_source("strict-greedy", placed(GIN, hand, POOR, top=top, stock="9h 10s 9s")) == takes
    table = placed(GIN, hand, POOR, top="7s", stock="9h 10s 9s")
    table.draw(1)
    assert choose_discard("strict-greedy", table) == card("Kh")
    table = placed({**GIN, "no_return_discard": False}, "2c 3c 4c 8d 8h 8s Jd Qd Kd 2s", POOR, top="3s", stock="9h 10s")
    table.draw(1)
    assert card("3s") in table.discards()
    assert choose_discard("strict-greedy", table) == card("2s")


# whole deals


VARIANTS: list[tuple[Rules, Sequence[str]]] = [
    (GIN, ["eaai-simple", "strict-greedy"]),
    ({**GIN, "big_gin": True, "fiftieth_card": True}, ["strict-greedy", "random"]),
    ({**GIN, "knock_limit_from_upcard": True, "oklahoma_ace": 0, "fiftieth_card": True}, ["probe", "eaai-simple"]),
    ({**GIN, "dead_stock": 20, "fiftieth_card": True, "knock_limit": 40}, ["probe", "probe"]),
    ({**GIN, "deck": 54, "ace_of_coins_wild": True, "wilds_per_meld": 1, "big_gin": True}, ["eaai-simple", "probe"]),
    (
        {
            "deck": 54,
            "figures": "11_12_13",
            "ace_of_coins_wild": False,
            "last_turn_after_knock": True,
            "knock_limit": 9,
        },
        ["probe", "random", "strict-greedy"],
    ),
    ({**TWO_PACKS, "no_return_discard": True}, ["probe", "random", "eaai-simple", "strict-greedy", "probe"]),
    (
        {**TWO_PACKS, "wilds_per_meld": 1, "wild_penalty_knocker": False, "last_turn_after_knock": True},
        ["random", "probe", "probe"],
    ),
    ({"deck": 50, "joker_min_players": 3, "decks": 2, "knock_without_draw": True}, ["strict-greedy", "probe"]),
]


@pytest.mark.parametrize(("rules", "bots"), VARIANTS)
def test_judge__agrees_with_its_own_deals_and_objects_to_spoilt_ones(rules: Rules, bots: list[str]) -> None:
    n = len(bots)
    for unit in range(6):
        holders, starter = [(place + unit) % n for place in range(n)], unit % n
        log, facts = play(rules, bots, 7, unit, holders, starter)
        place = (rules, bots, 7, unit, 0, holders, starter)
        assert judge(*place, log, facts) == []
        unknown = [f"somebody {i}" for i in range(n)]
        assert judge(rules, unknown, 7, unit, 0, holders, starter, log, facts) == []
        changes = product(range(5), (-1, 1))
        rows = range(unit, len(log), max(7, len(log) // 10))
        for i, (column, change) in zip(rows, changes, strict=False):
            spoilt = list(log[i])
            spoilt[column] += change
            assert judge(*place, [*log[:i], tuple(spoilt), *log[i + 1 :]], facts), log[i]
            assert judge(*place, [*log[:i], *log[i + 1 :]], facts), log[i]
        for key in facts[unit % n]:
            spoilt_facts = [{**fact, key: fact[key] + (i == unit % n)} for i, fact in enumerate(facts)]
            assert judge(*place, log, spoilt_facts), key


def test_judge__meets_every_end_and_every_new_row() -> None:
    """GN-2, GN-3, GN-5: passes, dead hands, fiftieth cards, gin and big gin occur and are judged, by any name."""
    rules = {**GIN, "big_gin": True, "fiftieth_card": True, "dead_stock": 12, "knock_limit": 0}
    seen: Counter[object] = Counter()
    for unit in range(150):
        bots = [["strict-greedy", "eaai-simple", "probe"][(unit + i) % 3] for i in range(2)]
        log, facts = play(rules, bots, 2, unit, [0, 1], 0)
        assert judge(rules, ["a", "b"], 2, unit, 0, [0, 1], 0, log, facts) == []
        seen.update({facts[0]["end"], *(("close", fact["close"]) for fact in facts)})
        seen.update(("op", op) for op in {row[1] for row in log})
        table = Table(rules_of(rules), 2, unit, 0, [0, 1], 0)
        while table.end() is None:
            seen["asked"] += table.fiftieth and table.sources() == [0, 1]
            play_turn(bots[table.seat], table)
    assert all(seen[what] for what in (2, 3, ("close", 5), ("op", 9), ("op", 4), "asked")), seen
