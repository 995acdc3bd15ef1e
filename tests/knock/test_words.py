"""Logs in words: French cards, passes, gin and big gin, two packs. No kernel."""

from rummysim.core.notation import parse_cards, parse_hand
from rummysim.games.knock.rules import KnockRules
from rummysim.games.knock.words import describe_deal, legend
from rummysim.games.registry import find_variant

AC, QH, KH, KS = 0, 43, 44, 60
KEPT = [(0, 6, 1, 0b1110, 0), (0, 7, 3, 7, 0)]
"""A set of three twos and a run of seven clubs: ten cards."""


def said(log: list[tuple[int, int, int, int, int]], preset: str = "gin", **options: object) -> list[str]:
    """Lines of a log of A and B."""
    rules = find_variant(preset).with_options(options).rules
    assert isinstance(rules, KnockRules)
    return list(describe_deal(rules, [0, 0], AC, log, "AB"))[3:]


def test_hands__french_cards_and_upcard() -> None:
    rules = find_variant("gin").rules
    assert isinstance(rules, KnockRules)
    hands = [parse_cards(text, rules.pack) for text in ("Ac 10h Ks", "Jd Qd Kd")]
    lines = list(describe_deal(rules, hands, QH, [], "AB"))
    assert lines == ["A holds Ac 10h Ks", "B holds Jd Qd Kd", "turned up: Qh"]
    assert "h hearts" in legend(rules)
    assert "o oros" in legend(KnockRules())


def test_hands__of_two_packs_are_pairs_of_masks() -> None:
    rules = KnockRules.checked({"decks": 2})
    hands = [parse_hand(text, rules.pack) for text in ("7o 7o 1c", "3b 4b")]
    assert list(describe_deal(rules, hands, 0, [], "AB"))[:2] == ["A holds 7o 7o 1c", "B holds 3b 4b"]


def test_offer__passes_and_draws() -> None:
    """CONTRACT 5.3: op 9 is a pass."""
    log = [(0, 9, -1, -1, -1), (1, 9, -1, -1, -1), (0, 1, KS, -1, -1), (0, 3, KH, -1, -1)]
    assert said(log) == ["A passes", "B passes", "A draws Ks", "A throws Kh"]


def test_gin__is_said_where_all_cards_kept_are_shown() -> None:
    draw, knock = (0, 1, KS, -1, -1), (0, 4, KH, -1, -1)
    assert said([draw, knock, *KEPT])[1] == "A goes gin, Kh face down"
    assert said([draw, knock, KEPT[0]])[1] == "A knocks, Kh face down"
    others = [(1, *row[1:]) for row in KEPT]
    assert said([draw, knock, KEPT[0], *others])[1] == "A knocks, Kh face down"
    assert said([draw, knock, *KEPT], "conga", deck=52, hand_size=10, seats=2)[1] == "A knocks, Kh face down"


def test_big_gin__ends_without_a_discard() -> None:
    """CONTRACT 5.3: log row 4 with card −1 after a draw; before one it is a knock instead of drawing."""
    close = (0, 4, -1, -1, -1)
    assert said([(0, 2, KS, -1, -1), close], "gin_big")[1] == "A lays down all cards: big gin"
    assert said([(1, 3, KS, -1, -1), close], knock_without_draw=True)[1] == "A knocks without drawing"
    assert said([(1, 3, KS, -1, -1), close, *KEPT], knock_without_draw=True)[1] == "A goes gin without drawing"
    eight = {"starter_has_eight": True, "big_gin": True}
    assert said([close], "conga", **eight) == ["A lays down all cards: big gin"]


def test_last_turns__are_told_after_the_knock() -> None:
    """rules.md 5.1: the others get one more turn; then all show."""
    log = [(0, 1, KS, -1, -1), (0, 4, KH, -1, -1), (1, 1, QH, -1, -1), (1, 3, QH, -1, -1), KEPT[0], (1, 8, AC, 0, -1)]
    lines = said(log, "knock_rummy_pypi")
    assert lines[1:] == [
        "A knocks, Kh face down",
        "B draws Qh",
        "B throws Qh",
        "A shows 2d-2h-2s",
        "B lays off Ac on 2d-2h-2s",
    ]
