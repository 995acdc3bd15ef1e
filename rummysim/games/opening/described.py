"""A table and hands of the opening family read from notation, with one message for what cannot be."""

from collections import Counter

import numpy as np

from rummysim.core.notation import JOKER_WORDS, card_words, format_hand, parse_hand
from rummysim.errors import InputError
from rummysim.games.laid import JOKER_NAME, copies_laid, refuse_too_many, table_texts
from rummysim.games.opening.rules import OpeningRules
from rummysim.games.opening.state import CODE_DTYPE, DEAL_DTYPE, fill_code
from rummysim.melds.code import is_run, n_wilds, run_length, run_start, set_suits
from rummysim.melds.grow import FULL_SET, keeps_limits
from rummysim.melds.words import parse_meld
from rummysim.melds.worth import LONGEST, fits_line

__all__ = ["MOST_CARDS", "Hand", "Reader"]

Hand = tuple[int, int, int]
"""Masks of the naturals held and held twice, and the number of jokers."""
MOST_CARDS = 24
"""Most cards of a hand."""
SMALLEST = 3


class Reader:
    """Rules as the kernels read them, and a deal with nothing but what is put there."""

    def __init__(self, rules: OpeningRules, table: str) -> None:
        self._rules, self._deck = rules, rules.pack
        self.code: np.void = np.zeros(1, CODE_DTYPE)[0]
        self.deal: np.void = np.zeros(1, DEAL_DTYPE)[0]
        self._tables = fill_code(self.code, rules.encode(rules.players()[0]))
        self._melds = [self._meld(text) for text in table_texts(table)]
        self._copies = copies_laid(self._melds, self._deck)
        self._refuse_too_many(self._copies, "table")

    def _refuse_too_many(self, copies: Counter[str], where: str) -> None:
        refuse_too_many(copies, where, naturals=self._rules.decks, jokers=self._rules.jokers)

    def put_table(self) -> None:
        """Lay the melds out."""
        public = self.deal["public"]
        public["melds"][: len(self._melds)], public["n_melds"] = self._melds, len(self._melds)

    def _meld(self, text: str) -> int:
        """Code of a meld on the table; raises InputError for one that the rules do not know."""
        n_cards = len(text.replace("-", " ").split())
        code = parse_meld(text, self._deck) if n_cards <= LONGEST else 0
        if n_cards < SMALLEST or not code or not self._may_lie(code, n_cards):
            rules = self._rules
            raise InputError(
                f"{text!r} is no meld of these rules; allowed are sets of three or four and runs of three or more with "
                f"ace_mode = {rules.ace_mode}, jokers = {rules.jokers}, max_jokers_total = "
                f"{'none' if rules.max_jokers_total is None else rules.max_jokers_total} and adjacent_jokers = "
                f"{str(rules.adjacent_jokers).lower()}; mend it"
            )
        return code

    def _may_lie(self, meld: int, n_cards: int) -> bool:
        """Whether a meld may lie on the table, laid off on or not."""
        scale = self.code["points"]
        if not keeps_limits(scale, self.code["most_jokers"], np.int64(meld)) or n_wilds(np.int64(meld)) == n_cards:
            return False
        if is_run(np.int64(meld)):
            return bool(fits_line(scale, run_start(np.int64(meld)), run_length(np.int64(meld))))
        return n_cards <= FULL_SET and int(set_suits(np.int64(meld))) > 0

    def read(self, hand: str) -> Hand:
        """Masks and jokers of a hand; raises InputError for what cannot be held beside the table."""
        words = card_words(hand)
        naturals = [word for word in words if word.upper() not in JOKER_WORDS]
        if not 1 <= len(words) <= MOST_CARDS:
            raise InputError(
                f"the hand has {len(words)} cards; allowed are 1 to {MOST_CARDS}; "
                f"{'leave some out' if words else 'name them'}"
            )
        kinds, twice = parse_hand(" ".join(naturals), self._deck, self._rules.decks)
        n_jokers = len(words) - len(naturals)
        names = Counter([*format_hand(kinds, twice, self._deck).split(), *[JOKER_NAME] * n_jokers])
        self._refuse_too_many(self._copies + names, "hand and table" if self._melds else "the hand")
        return kinds, twice, n_jokers
