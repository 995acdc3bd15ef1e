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
    """Number or rank and suit; both jokers are X."""
    cards = [card for card in DECKS[deck].card_of() if card >= 0]
    names = [card_name(card, DECKS[deck]) for card in cards]
    assert len(set(names)) == deck - (deck in (50, 54))
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
        ("Ac 10d Jh Qs", 52, [0, 25, 42, 59]),
        ("as td kS", 52, [48, 25, 60]),
        ("1c 11h 13s", 52, [0, 42, 60]),
        ("Kc X *", 54, [12, 13, 29]),
    ],
)
def test_parse_cards__reads(text: str, deck: int, cards: list[int]) -> None:
    """Spaces, commas, hyphens; any case; 7 and 10 are neighbours in 40 cards only."""
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
        ("14c", 52, "'14c' is not in this deck"),
        ("7o", 52, "'7o' is no card"),
        ("Ac", 40, "'Ac' is no card"),
        ("Jb", 48, "'Jb' is no card"),
        ("1s As", 52, "'As' stands there twice"),
        ("X", 52, "the deck has 0"),
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
    with pytest.raises(NotationError, match=r"its ranks are A, 2, 3, 4, 5, 6, 7, 8, 9, 10, J, Q, K; name another card"):
        parse_cards("14s", DECKS[52])


@pytest.mark.parametrize(
    ("text", "deck", "kinds", "twice"),
    [
        ("7o 7o 3c", 40, [6, 18], [6]),
        ("7o 3c", 40, [6, 18], []),
        ("Kd kd As", 52, [28, 48], [28]),
        ("X X X 2c", 54, [1, 13, 29], [13]),
        ("X X X X", 50, [13, 29], [13, 29]),
    ],
)
def test_parse_hand__reads_cards_of_two_packs(text: str, deck: int, kinds: list[int], twice: list[int]) -> None:
    """CONTRACT 5.1: the kinds held and the kinds held twice; format_hand writes them back."""
    hand = parse_hand(text, DECKS[deck])
    assert hand == (sum(1 << card for card in kinds), sum(1 << card for card in twice))
    written = format_hand(*hand, DECKS[deck])
    assert len(written.split()) == len(text.split())
    assert parse_hand(written, DECKS[deck]) == hand


@pytest.mark.parametrize(
    ("text", "deck", "n_packs", "said"),
    [
        ("7o 7o 7o", 40, 2, "'7o' stands there three times and the deck has two"),
        ("7o 7o", 40, 1, "'7o' stands there twice and the deck has one"),
        ("X X X X X", 54, 2, "the deck has 4"),
        ("X X X", 54, 1, "the deck has 2"),
    ],
)
def test_parse_hand__refuses_a_copy_too_many(text: str, deck: int, n_packs: int, said: str) -> None:
    """More copies than the packs have, each with what is allowed."""
    with pytest.raises(NotationError, match=said):
        parse_hand(text, DECKS[deck], n_packs)
