"""A position that somebody describes: a hand and a table in notation, and what is best done in it."""

from collections.abc import Callable, Iterator

import numpy as np

from rummysim.core.notation import card_name, format_hand
from rummysim.games.actions import action_meld
from rummysim.games.opening.actions import use_of
from rummysim.games.opening.described import Hand, Reader
from rummysim.games.opening.exact.candidates import joker_layoff, n_fillable
from rummysim.games.opening.exact.room import CARD, COST_DTYPE, fill_cost, new_room
from rummysim.games.opening.exact.search import best_end, end_as_it_is, play, search
from rummysim.games.opening.found import Opening, Play
from rummysim.games.opening.openings import (
    add_to_opening,
    hand_points,
    most_points,
    opening_meld,
    opening_points,
    points_meld,
)
from rummysim.games.opening.rules import OpeningRules
from rummysim.games.opening.state import CARD_WORTH, JOKER
from rummysim.games.opening.tell import MELD, OFF, SWAP, tell
from rummysim.games.opening.throws import throwable
from rummysim.melds.each import cards_of
from rummysim.melds.least import NOTHING_THROWN, least_left
from rummysim.melds.spread import best_meld, best_worth, without
from rummysim.melds.words import meld_words
from rummysim.melds.worth import SCALE_DTYPE, fill_scale

__all__ = ["Position"]

MOST_STATES = 200_000
"""Positions that the search for a best play looks at."""


class Position:
    """The player at turn with any hand, at one table."""

    def __init__(self, rules: OpeningRules, table: str, *, opened: bool) -> None:
        self._reader = Reader(rules, table)
        self._deck, self._code, deal = rules.pack, self._reader.code, self._reader.deal
        self._public, self._own = deal["public"], deal["own"]
        self._opened, self._joker_points = opened, rules.joker_in_hand
        self._cost: np.void = np.zeros(1, COST_DTYPE)[0]
        self._scale: np.void = np.zeros(1, SCALE_DTYPE)[0]
        self._tables = [fill_cost(self._cost, self._code, rules.joker_in_hand), self._fill_scale()]
        self._room, self._slots = new_room(MOST_STATES, all_actions=rules.forbid_playable_discard)
        self.read = self._reader.read

    def _fill_scale(self) -> object:
        """Set the scale of what cards of a hand cost, jokers too, where new melds alone are laid."""
        code, points = self._code, self._code["points"]
        ace = int(code["ace_points"])
        worth = [ace, *range(2, 11), 10, 10, 10]
        return fill_scale(
            self._scale,
            [*worth, ace],
            worth,
            ace_mode=int(points["ace_mode"]),
            n_jokers=int(points["n_jokers"]),
            cap=int(points["cap"]),
            naturals_lead=bool(points["naturals_lead"]),
            adjacent=bool(points["adjacent"]),
            joker_worth=self._joker_points,
        )

    def words(self, hand: Hand) -> str:
        """Cards of a hand."""
        naturals = format_hand(int(hand[0]), int(hand[1]), self._deck)
        return " ".join([naturals, *["X"] * int(hand[2])]).strip()

    def _put(self, hand: Hand) -> None:
        """Set the position."""
        own = self._own
        self._reader.put_table()
        own["hand"], own["spare"], own["n_jokers"] = np.uint64(hand[0]), np.uint64(hand[1]), hand[2]
        own["must"] = own["barred"] = -1
        own["is_open"], own["may_meld"], own["n_players"] = self._opened, 1, 2
        for name in ("opened_now", "owes", "is_hand_due", "pending", "n_laid", "laid_points", "has_pure"):
            own[name] = 0

    def _held(self) -> Hand:
        own = self._own
        return int(own["hand"]), int(own["spare"]), int(own["n_jokers"])

    def _laid_out(self, next_meld: Callable[[], int]) -> Iterator[int]:
        """Melds one after the other, as they leave the hand."""
        while meld := int(next_meld()):
            add_to_opening(self._code, self._own, np.int64(meld))
            yield meld

    def _names(self, melds: Iterator[int]) -> tuple[str, ...]:
        return tuple(meld_words(meld, self._deck) for meld in melds)

    def _most_on(self, scale: np.void) -> int:
        own = self._own
        return int(best_meld(scale, own["hand"], own["spare"], own["n_jokers"]))

    def opening(self, hand: Hand) -> Opening:
        """What who has not opened could open with."""
        code, own = self._code, self._own
        self._put(hand)
        may_open, may_hand = opening_points(code, own) >= 0, hand_points(code, own) >= 0
        points = max(0, int(most_points(code, own)))
        n_most = int(best_worth(code["cover"], own["hand"], own["spare"], own["n_jokers"])) // CARD_WORTH
        if may_open:
            melds = self._names(self._laid_out(lambda: int(opening_meld(code, own))))
            points = int(own["laid_points"])
        else:
            melds = self._names(self._laid_out(lambda: int(points_meld(code, own)))) if points else ()
        self._put(hand)
        most = self._names(self._laid_out(lambda: self._most_on(code["cover"])))
        return Opening(
            melds=melds,
            points=points,
            may_open=bool(may_open),
            may_hand=bool(may_hand),
            most_melds=most,
            most_cards=n_most,
        )

    def _throw(self, card: int) -> str | None:
        """Throw a card; its name."""
        own = self._own
        if card == NOTHING_THROWN:
            return None
        if card == JOKER:
            own["n_jokers"] -= 1
            return "X"
        kind = np.uint64(1 << card)
        own["hand"], own["spare"] = without(own["hand"], own["spare"], kind), own["spare"] & ~kind
        return card_name(card, self._deck)

    def unopened(self, hand: Hand) -> Play:
        """The discard after which least is left beside new melds; among equals a natural before a joker, then the
        highest card, then the first suit.
        """
        own = self._own
        self._put(hand)
        cards, joker = throwable(self._code, self._public, own)
        points, card = least_left(self._scale, own["hand"], own["spare"], own["n_jokers"], cards, joker)
        discard = self._throw(int(card))
        melds = self._names(self._laid_out(lambda: self._most_on(self._scale)))
        left = self._held()
        return Play(
            steps=tuple(f"lay {meld}" for meld in melds),
            melds=melds,
            n_cards=n_held(hand) - n_held(left) - (discard is not None),
            discard=discard,
            left=self.words(left),
            points=int(points),
        )

    def _step(self, action: int) -> tuple[str, str]:
        """Play an action: its kind and words."""
        public = self._public
        before = int(public["melds"][action_meld(action)]) if action >> 50 else 0
        _, once, _, _, after = use_of(self._code, public, self._own, np.int64(action))
        told = tell(action, before, int(after), int(once), self._deck)
        play(self._code, public, self._own, np.int64(action))
        return told

    def _last_actions(self, kept: int) -> Iterator[int]:
        """Actions at the end of a play: jokers where there is room, new melds of naturals without the card thrown."""
        code, public, own = self._code, self._public, self._own
        for _ in range(n_fillable(code, public, own)):
            yield int(joker_layoff(code, public, own))
        hand, spare = own["hand"], own["spare"]
        if 0 <= kept != JOKER:
            kind = np.uint64(1 << kept)
            hand, spare = np.uint64(without(hand, spare, kind)), spare & ~kind
        while meld := int(best_meld(self._cost["naturals"], hand, spare, np.int64(0))):
            once, twice = (np.uint64(cards) for cards in cards_of(np.int64(meld))[:2])
            hand, spare = np.uint64(without(hand & ~twice, spare & ~twice, once & ~twice)), spare & ~once
            yield meld

    def play(self, hand: Hand) -> Play:
        """The play of who has opened after whose discard least is left, then fewest cards."""
        code, cost, public, own, room = self._code, self._cost, self._public, self._own, self._room
        self._put(hand)
        search(code, cost, public, own, room, self._slots)
        actions = [int(action) for action in room["best_path"][: room["n_best"]]]
        told = [self._step(action) for action in actions]
        if room["all_actions"]:
            _, card = end_as_it_is(code, cost, public, own)
        else:
            _, card = best_end(code, cost, public, own)
            for action in self._last_actions(int(card)):
                actions.append(action)
                told.append(self._step(action))
        discard = self._throw(int(card))
        left = self._held()
        return Play(
            steps=tuple(words for _, words in told),
            melds=tuple(words.removeprefix("lay ") for kind, words in told if kind == MELD),
            layoffs=tuple(words.removeprefix("lay ") for kind, words in told if kind == OFF),
            swaps=tuple(words.removeprefix("swap ") for kind, words in told if kind == SWAP),
            actions=tuple(actions),
            n_cards=n_held(hand) - n_held(left) - (discard is not None),
            discard=discard,
            left=self.words(left),
            points=int(room["best"]) // CARD,
            proved=not room["is_cut"],
        )


def n_held(hand: Hand) -> int:
    """Cards of a hand."""
    return hand[0].bit_count() + hand[1].bit_count() + hand[2]
