"""Hands of the knock family solved: best melds, leftover, may it knock, what to throw."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Self

import numpy as np
import polars as pl

from rummysim.core.codes import CLOSED, CONGA, GIN, NOT_CLOSED, OWN_ACE_CONGA, PLAIN_KNOCK, WILD_CONGA
from rummysim.core.notation import format_hand, parse_hand
from rummysim.errors import InputError
from rummysim.fields.estimates import frame_schema
from rummysim.fields.solutions import KnockSolutions
from rummysim.games.knock.arrangement import HAND_DTYPE, ROOM_DTYPE, solve_hands
from rummysim.games.knock.rules import KnockRules
from rummysim.games.knock.state import CODE_DTYPE, fill_code, knock_limit_of
from rummysim.games.solution import Solution
from rummysim.melds.words import meld_words

__all__ = ["INPUTS", "OVERVIEW", "SCHEMA", "KnockSolution", "Solver"]

SCHEMA = KnockSolutions
"""Columns of a frame of solutions."""

INPUTS = {"upcard": str}
"""What may be said beside the hand, and its type: the first card turned up, where it sets the knock limit."""

OVERVIEW = (
    "hand",
    "melds",
    "leftover_cards",
    "points",
    "big_gin",
    "may_knock",
    "close",
    "best_discard",
    "melds_after_discard",
    "leftover_cards_after_discard",
    "points_after_discard",
)
"""Columns for a table on the terminal."""

CLOSE_NAMES = {
    PLAIN_KNOCK: "knock",
    CLOSED: "closed",
    WILD_CONGA: "invalid_conga",
    OWN_ACE_CONGA: "invalid_conga",
    CONGA: "conga",
    GIN: "gin",
    NOT_CLOSED: None,
}
"""Closes as the solver names them; that of the own ace is ``conga`` with ``wild_natural_in_conga``."""

CLOSE_WORDS = {
    "closed": "all cards combined",
    "invalid_conga": "invalid conga: all cards in one run, with a wild",
    "conga": "conga: all cards in one natural run",
    "gin": "gin",
}
AFTER = "_after_discard"
"""Ends the names of columns about the cards kept."""
SEVERAL = ("melds", "leftover_cards", "melds_after_discard", "leftover_cards_after_discard")
"""Columns that hold several words."""


@dataclass(frozen=True, kw_only=True, repr=False)
class KnockSolution(Solution):
    """What one hand comes to; the fields are the columns of :class:`rummysim.fields.solutions.KnockSolutions`.

    Melds and cards left over are tuples here. ``game`` is the variant; ``remarks`` says why the cards allow no knock,
    or what the answer leaves open.
    """

    game: str
    hand: str
    melds: tuple[str, ...]
    leftover_cards: tuple[str, ...]
    leftover: int
    wilds_left: int
    points: int
    knock_limit: int
    may_knock: bool
    close: str | None
    big_gin: bool | None
    best_discard: str | None
    melds_after_discard: tuple[str, ...] | None
    leftover_cards_after_discard: tuple[str, ...] | None
    leftover_after_discard: int | None
    wilds_left_after_discard: int | None
    points_after_discard: int | None
    remarks: tuple[str, ...] = ()

    @classmethod
    def of_row(cls, row: Mapping[str, Any], game: str, remarks: tuple[str, ...]) -> Self:
        """Solution of a row of a frame."""
        split = {name: tuple(row[name].split()) for name in SEVERAL if row[name] is not None}
        return cls(**{**row, **split}, game=game, remarks=remarks)

    def _rows(self) -> Iterator[tuple[str, str]]:
        yield "game", f"{self.game}, knock limit {self.knock_limit}"
        yield "hand", self.hand
        yield "melds", "  ".join(self.melds) or "none"
        yield "left over", _left(self.leftover_cards, self.points)
        if self.big_gin:
            yield "big gin", "yes: all cards are melded, no discard is needed"
        if self.best_discard is not None:
            yield "throw", self.best_discard
            yield "melds then", "  ".join(self.melds_after_discard or ()) or "none"
            yield "left then", _left(self.leftover_cards_after_discard or (), self.points_after_discard or 0)
        yield "may knock", "; ".join([self._knock(), *self.remarks])

    def _knock(self) -> str:
        if not self.may_knock:
            return "no"
        points = self.points if self.points_after_discard is None else self.points_after_discard
        return f"yes, {CLOSE_WORDS.get(self.close or '', f'with {_points(points)}')}"


def _points(n: int) -> str:
    return f"{n} point" if n == 1 else f"{n} points"


def _left(cards: Sequence[str], points: int) -> str:
    return f"{' '.join(cards)} ({_points(points)})" if cards else "nothing"


class Solver:
    """The rules of a variant, ready to solve hands; not to be shared by threads.

    ``upcard`` sets the knock limit where the rules take it from there; raises InputError where it is needed and not
    given, or given and not needed.
    """

    def __init__(self, rules: KnockRules, upcard: str | None = None) -> None:
        self._rules = rules
        self._deck = rules.pack_of(rules.seats)
        self._code: np.void = np.zeros(1, CODE_DTYPE)[0]
        self._room: np.void = np.zeros(1, ROOM_DTYPE)[0]
        fill_code(self._code, rules.encode(rules.seats))
        self._limit = self._knock_limit(upcard)
        self._meld_names: dict[int, str] = {}

    def _knock_limit(self, upcard: str | None) -> int:
        rules, deck = self._rules, self._deck
        if rules.knock_limit_from_upcard != (upcard is not None):
            if upcard is not None:
                raise InputError(
                    f"upcard is {upcard!r} and the knock limit is {rules.knock_limit} whatever is turned up; allowed "
                    f"with knock_limit_from_upcard = true; leave upcard out"
                )
            raise InputError(
                f"the first upcard sets the knock limit and it is not given; allowed is a card of the deck; add it as "
                f"upcard, for example 7{deck.suits[0]}"
            )
        if upcard is None:
            return rules.knock_limit
        kinds, _ = parse_hand(upcard, deck, 1)
        if kinds.bit_count() != 1:
            raise InputError(f"upcard is {upcard!r}; allowed is one card; name it, for example 7{deck.suits[0]}")
        return int(knock_limit_of(self._code, kinds.bit_length() - 1))

    def read(self, hand: str) -> tuple[int, int]:
        """Masks of a hand; raises InputError for what is no hand of these rules."""
        kinds, twice = parse_hand(hand, self._deck, self._rules.decks)
        n_cards, size = kinds.bit_count() + twice.bit_count(), self._rules.hand_size
        if n_cards not in (size, size + 1):
            what = f"{n_cards} card" if n_cards == 1 else f"{n_cards} cards"
            raise InputError(
                f"the hand has {what}; allowed are {size}, or {size + 1} with the card drawn; "
                f"{'add' if n_cards < size else 'leave out'} cards"
            )
        return kinds, twice

    def solve(self, hands: Sequence[tuple[int, int]]) -> pl.DataFrame:
        """What hands, as :meth:`read` gives them, come to: a row a hand with the columns of ``SCHEMA``."""
        solved = np.zeros(len(hands), HAND_DTYPE)
        solved["kinds"], solved["twice"] = np.array(hands, np.uint64).reshape(-1, 2).T
        solve_hands(self._code, self._room, self._limit, solved)
        deck, natural = self._deck, self._rules.wild_natural_in_conga
        names = {**CLOSE_NAMES, OWN_ACE_CONGA: "conga" if natural else "invalid_conga"}
        discards = solved["discard"].tolist()
        raw = {
            "hand": [format_hand(kinds, twice, deck) for kinds, twice in hands],
            "close": [names[close] for close in solved["close"].tolist()],
            "best_discard": [format_hand(1 << card, 0, deck) if card >= 0 else None for card in discards],
            "all_melded": solved["is_all_melded"] > 0,
            **self._laid(solved["held"], ""),
            **self._laid(solved["kept"], AFTER),
        }
        return self._finished(pl.DataFrame(raw, schema_overrides={"close": pl.String, "best_discard": pl.String}))

    def _laid(self, laid: np.ndarray, suffix: str) -> dict[str, Any]:
        """Columns of cards laid out: names for melds and cards, counts as they are."""
        columns = (laid[name].tolist() for name in ("n_melds", "codes", "left", "twice", "wilds", "aces"))
        melds, cards = [], []
        for n_melds, codes, left, twice, wilds, aces in zip(*columns, strict=True):
            melds.append(" ".join(self._meld_name(code) for code in codes[:n_melds]))
            naturals_and_aces = format_hand(left | (aces > 0), twice | (aces > 1), self._deck)
            cards.append(" ".join([naturals_and_aces, *["X"] * (wilds - aces)]).strip())
        named = {"melds": melds, "leftover_cards": cards, "leftover": laid["points"], "wilds_left": laid["wilds"]}
        return {
            f"{name}{suffix}": np.ascontiguousarray(column) if isinstance(column, np.ndarray) else column
            for name, column in named.items()
        }

    def _meld_name(self, code: int) -> str:
        if code not in self._meld_names:
            self._meld_names[code] = meld_words(code, self._deck)
        return self._meld_names[code]

    def _finished(self, raw: pl.DataFrame) -> pl.DataFrame:
        """Columns that follow from others, nulls, names and types as in ``SCHEMA``."""
        rules = self._rules
        thrown, knocks = pl.col("best_discard").is_not_null(), pl.col("close").is_not_null()
        spared = pl.lit(not rules.wild_penalty_knocker) & knocks
        laid = ("melds", "leftover_cards", "leftover", "wilds_left", "points")
        wilds = rules.wild_points * pl.col("wilds_left")
        wilds_after = rules.wild_points * pl.col(f"wilds_left{AFTER}")
        frame = raw.with_columns(
            (pl.col("leftover") + pl.when(spared & ~thrown).then(0).otherwise(wilds)).alias("points"),
            (pl.col(f"leftover{AFTER}") + pl.when(spared).then(0).otherwise(wilds_after)).alias(f"points{AFTER}"),
            pl.lit(self._limit).alias("knock_limit"),
            knocks.alias("may_knock"),
            (
                pl.when(thrown).then("all_melded").otherwise(pl.lit(value=False)) if rules.big_gin else pl.lit(None)
            ).alias("big_gin"),
        )
        frame = frame.with_columns(pl.when(thrown).then(f"{name}{AFTER}").alias(f"{name}{AFTER}") for name in laid)
        return frame.select(pl.col(name).cast(dtype) for name, dtype in frame_schema(SCHEMA).items())

    def solution(self, game: str, hand: str) -> KnockSolution:
        """What one hand comes to; ``game`` is its label."""
        row = self.solve([self.read(hand)]).row(0, named=True)
        return KnockSolution.of_row(row, game, tuple(self._remarks(row)))

    def _remarks(self, row: Mapping[str, Any]) -> Iterator[str]:
        """What keeps the cards from a knock, one reason, or what the answer leaves open."""
        rules, code = self._rules, self._code
        suffix = "" if row["best_discard"] is None else AFTER
        n_jokers = row["hand"].split().count("X") - (row["best_discard"] == "X")
        n_left = len(row[f"leftover_cards{suffix}"].split())
        if row["may_knock"]:
            if rules.no_knock_first_round:
                yield "not in the first turn"
        elif n_jokers > rules.max_wilds_when_knocking:
            yield f"{n_jokers} jokers kept and at most {rules.max_wilds_when_knocking} allowed"
        elif row[f"wilds_left{suffix}"] and rules.wild_penalty_knocker:
            yield "a wild is left over"
        elif row[f"leftover{suffix}"] > self._limit:
            yield f"{_points(row[f'leftover{suffix}'])} left and at most {self._limit} allowed"
        else:
            yield f"{n_left} cards left and at most {int(code['max_leftover_cards'])} allowed"
