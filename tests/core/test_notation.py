"""Cards in letters and back."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rummysim.core.decks import DECKS
from rummysim.core.notation import card_name, format_cards, format_hand, parse_cards, parse_hand
from rummysim.errors import NotationError

FIXED = settings(max_examples=200, derandomize=True, deadline=None, database=None)


@pytest.mark.parametrize("deck", DECKS)
def test_notation__names_every_card_and_reads_it_back(deck: int) -> None:
    """Number and suit; both jokers are X."""
    cards = [card for card in DECKS[deck].card_of() if card >= 0]
    names = [card_name(card, DECKS[deck]) for card in cards]
    assert len(set(names)) == deck - (DECKS[deck].n_jokers == 2)
    for card, name in zip(cards, names, strict=True):
        assert parse_cards(name, DECKS[deck]) == (1 << 13 if name == "X" else 1 << card)


@pytest.mark.parametrize(
    ("text", "deck", "cards"),
    [
        ("1o", 40, [0]),
        ("12b", 40, [57]),
        ("12b", 48, [59]),
        ("7c-10c", 40, [22, 23]),
        ("7c, 8c", 48, [22, 23]),
        ("  4E 5e ", 40, [35, 36]),
        ("X", 50, [13]),
        ("x 1o X", 50, [0, 13, 29]),
        ("", 40, []),
        ("Ac 10h Ks", 52, [0, 41, 60]),
        ("ac th kS", 52, [0, 41, 60]),
        ("1c Jd-Qd-Kd 13s", 52, [0, 26, 27, 28, 60]),
        ("X * ah", 54, [13, 29, 32]),
        ("jk JK", 54, [13, 29]),
        ("JK Jc", 54, [10, 13]),
        ("jk 1o", 50, [0, 13]),
    ],
)
def test_parse_cards__reads(text: str, deck: int, cards: list[int]) -> None:
    """Spaces, commas, hyphens; any case; 7 and 10 are neighbours in 40 cards only; French ranks as letters too."""
    assert parse_cards(text, DECKS[deck]) == sum(1 << card for card in cards)


@FIXED
@given(deck=st.sampled_from(sorted(DECKS)), data=st.data())
def test_format_cards__is_read_back(deck: int, data: st.DataObject) -> None:
    """Parsing what was printed gives the same mask; jokers last (a lone second joker is read as the first)."""
    cards = [card for card in DECKS[deck].card_of() if card >= 0 and card != 29]
    held = data.draw(st.sets(st.sampled_from(cards), max_size=12))
    mask = sum(1 << card for card in held) | (1 << 29 if 13 in held else 0)
    text = format_cards(mask, DECKS[deck])
    assert parse_cards(text, DECKS[deck]) == mask
    assert text.count("X") == (2 if 13 in held else 0)
    assert "X" not in text.split("X", 1)[0]
    assert not text.rstrip("X ").count("X")


@pytest.mark.parametrize(
    ("text", "deck", "said"),
    [
        ("X", 40, "the deck has 0"),
        ("X X X", 50, "the deck has 2"),
        ("7q", 40, "'7q' is no card"),
        ("o7", 40, "'o7' is no card"),
        ("7", 40, "'7' is no card"),
        ("o", 40, "'o' is no card"),
        ("7oo", 40, "'7oo' is no card"),
        ("²o", 40, "'²o' is no card"),
        ("8o", 40, "'8o' is not in this deck"),
        ("13o", 48, "'13o' is not in this deck"),
        ("0o", 48, "'0o' is not in this deck"),
        ("7o 7c 7o", 40, "'7o' stands there twice"),
        ("7o 7O", 40, "'7O' stands there twice"),
        ("Ao", 40, "'Ao' is no card"),
        ("Ko", 48, "'Ko' is no card"),
        ("14c", 52, "'14c' is not in this deck"),
        ("7o", 52, "'7o' is no card"),
        ("Bc", 52, "'Bc' is no card"),
        ("JK", 52, "the deck has 0"),
        ("X * JK", 54, "the deck has 2"),
        ("10h Th", 52, "'Th' stands there twice"),
    ],
)
def test_parse_cards__refuses(text: str, deck: int, said: str) -> None:
    """Three notation errors and a joker too many, each with the word, and what is allowed."""
    with pytest.raises(NotationError) as caught:
        parse_cards(text, DECKS[deck])
    assert said in str(caught.value)


def test_parse_cards__says_what_is_allowed() -> None:
    """Errors: the fact, what is allowed, the remedy."""
    with pytest.raises(NotationError, match=r"its numbers are 1, 2, 3, 4, 5, 6, 7, 10, 11, 12; name another card"):
        parse_cards("9o", DECKS[40])
    with pytest.raises(NotationError, match=r"one of the suits o, c, e, b, or X; for example 7o"):
        parse_cards("hello", DECKS[40])
    with pytest.raises(NotationError, match=r"its ranks are A, 2, 3, .* 10, J, Q, K; name another card"):
        parse_cards("14c", DECKS[52])
    with pytest.raises(NotationError, match=r"a rank and one of the suits c, d, h, s, or X; for example 7c"):
        parse_cards("hello", DECKS[52])


def test_format_cards__prints_one_form() -> None:
    """However French cards are written, they are printed one way."""
    assert format_cards(parse_cards("th 13s 1c qD", DECKS[52]), DECKS[52]) == "Ac Qd 10h Ks"


@pytest.mark.parametrize(
    ("text", "deck", "kinds", "twice", "printed"),
    [
        ("7o 7o 1c", 40, [6, 16], [6], "7o 7o 1c"),
        ("X X", 50, [13, 29], [], "X X"),
        ("X 1o X X X 1o", 50, [0, 13, 29], [0, 13, 29], "1o 1o X X X X"),
        ("Ah ah Th", 52, [32, 41], [32], "Ah Ah 10h"),
        ("", 52, [], [], ""),
    ],
)
def test_hand_of_two_packs__is_kinds_and_kinds_held_twice(
    text: str, deck: int, kinds: list[int], twice: list[int], printed: str
) -> None:
    """CONTRACT 5.1: two masks, the kinds held and those held twice; a card held twice prints twice."""
    hand = parse_hand(text, DECKS[deck])
    assert hand == (sum(1 << card for card in kinds), sum(1 << card for card in twice))
    assert format_hand(*hand, DECKS[deck]) == printed
    assert parse_hand(printed, DECKS[deck]) == hand


@pytest.mark.parametrize(
    ("text", "deck", "said"),
    [
        ("7o 7o 7o", 40, "'7o' stands there three times and the deck has two"),
        ("X X X X X", 50, "the deck has 4"),
        ("8o", 40, "'8o' is not in this deck"),
        ("o", 40, "'o' is no card"),
    ],
)
def test_parse_hand__refuses(text: str, deck: int, said: str) -> None:
    """The same errors with two packs."""
    with pytest.raises(NotationError) as caught:
        parse_hand(text, DECKS[deck])
    assert said in str(caught.value)
