"""Tiles in letters and back: colour and number, ``r5``, ``k13``; ``X`` a joker, ``X=r5`` one that stands for a tile.

The rest of the package writes a card's number first; here it is turned round on the way in and out.
"""

import re
from collections.abc import Iterable

from rummysim.core.decks import Deck
from rummysim.core.notation import format_hand, parse_hand
from rummysim.errors import NotationError
from rummysim.melds.words import meld_words, parse_meld

__all__ = ["JOKER", "is_joker", "meld_of", "meld_text", "rack_masks", "rack_text", "split_words"]

TILES = Deck(tuple(range(1, 14)), 0, "krby")
JOKER = "X"
JOKERS = (JOKER, "*", "JK")
TILE = re.compile(r"([krby])(1[0-3]|[1-9])", re.IGNORECASE)
WORD = re.compile(rf"{TILE.pattern}|(?:X|\*|JK)(?:=|\(=)?(?:{TILE.pattern})?\)?", re.IGNORECASE)
CARD = re.compile(r"(1[0-3]|[1-9])([krby])")


def _card_words(text: str) -> str:
    """Tiles as the package writes cards."""
    return TILE.sub(lambda found: f"{found[2]}{found[1].lower()}", text)


def _tile_words(text: str) -> str:
    """Cards as tiles are written."""
    return CARD.sub(lambda found: f"{found[2]}{found[1]}", text)


def is_joker(word: str) -> bool:
    """Whether a word is a joker, whatever it stands for."""
    return word.upper().startswith(JOKERS)


def split_words(text: str) -> list[str]:
    """Tiles of a text; raises NotationError for what is none."""
    words = text.replace(",", " ").replace("-", " ").split()
    for word in words:
        if not WORD.fullmatch(word):
            raise NotationError(
                f"{word!r} is no tile; allowed are a colour k, r, b or y and a number 1 to 13, and X for a joker, "
                f"X=r5 for one that stands for a tile; for example r5"
            )
    return [f"{JOKER}{word.lstrip('XxJjKk*')}" if is_joker(word) else word.lower() for word in words]


def rack_masks(naturals: Iterable[str]) -> tuple[int, int]:
    """Masks of kinds, and of those that are there twice; raises NotationError for a third."""
    words = list(naturals)
    for word in words:
        if words.count(word) > 2:
            raise NotationError(f"{word!r} stands there {words.count(word)} times and there are two; leave one out")
    return parse_hand(_card_words(" ".join(words)), TILES, 2)


def rack_text(kinds: int, twice: int, n_jokers: int) -> str:
    """Tiles by colour and number, jokers last."""
    return " ".join([_tile_words(format_hand(kinds, twice, TILES)), *[JOKER] * n_jokers]).strip()


def meld_text(code: int) -> str:
    """A meld; a joker of a run with the tile that it stands for."""
    return _tile_words(meld_words(code, TILES))


def meld_of(words: Iterable[str]) -> int:
    """Code of a meld: a set in any order, a run from its lowest tile up; raises NotationError for neither."""
    said = list(words)
    try:
        return int(parse_meld(_card_words(" ".join(said)), TILES))
    except NotationError:
        raise NotationError(
            f"{' '.join(said)!r} is no meld; allowed are a group of one number in different colours and a run of one "
            f"colour, with X for a joker; for example r7-k7-b7 or r5-r6-X"
        ) from None
