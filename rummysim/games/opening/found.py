"""What solving a hand of the opening family finds: an opening, and a play with its discard."""

from dataclasses import dataclass

__all__ = ["Opening", "Play"]


@dataclass(frozen=True, kw_only=True)
class Play:
    """What is laid, and the discard after which least is left.

    steps : in words; melds, layoffs, swaps : the same by kind. actions : codes of the steps. n_cards : cards laid.
    discard : the card thrown, None for none. left : cards left. points : what they cost. proved : False if the search
    was cut before all was looked at, so that there could be better.
    """

    steps: tuple[str, ...]
    melds: tuple[str, ...]
    layoffs: tuple[str, ...] = ()
    swaps: tuple[str, ...] = ()
    actions: tuple[int, ...] = ()
    n_cards: int
    discard: str | None
    left: str
    points: int
    proved: bool = True


@dataclass(frozen=True, kw_only=True)
class Opening:
    """The legal opening with most points, or, if there is none, the melds that come nearest; and a hand.

    most_melds, most_cards : the melds of most cards whatever they are worth.
    """

    melds: tuple[str, ...]
    points: int
    may_open: bool
    may_hand: bool
    most_melds: tuple[str, ...]
    most_cards: int
