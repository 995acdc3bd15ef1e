"""A position that somebody describes: hand, table and pile in notation; and the plays that are best in it."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from rummysim.core.dealing import fill_fields
from rummysim.core.notation import card_name, card_words, format_hand, parse_hand
from rummysim.errors import InputError
from rummysim.games.actions import action_meld, is_layoff
from rummysim.games.laid import copies_laid, refuse_too_many, table_texts
from rummysim.games.stock.actions import use_of
from rummysim.games.stock.draws import is_take_legal
from rummysim.games.stock.ends import note_ends
from rummysim.games.stock.exact.effects import play_action
from rummysim.games.stock.exact.plans import best_plan
from rummysim.games.stock.exact.room import CARDS, MOST_ACTIONS, POINTS
from rummysim.games.stock.game import GAME_DTYPE
from rummysim.games.stock.laying import NOTHING
from rummysim.games.stock.rules import StockRules
from rummysim.melds.words import meld_words, parse_meld

__all__ = ["Play", "Position"]

Hand = tuple[int, int]


@dataclass(frozen=True, kw_only=True)
class Play:
    """A play phase: its steps in words, the new melds, the lay-offs, points gained, cards laid, and the cards left."""

    steps: tuple[str, ...]
    melds: tuple[str, ...]
    layoffs: tuple[str, ...]
    gain: int
    n_cards: int
    left: str

    @property
    def words_of_steps(self) -> str:
        """The steps one after the other."""
        return ", then ".join(self.steps)

    @property
    def words(self) -> str:
        """Steps and what they gain."""
        if not self.steps:
            return "lay nothing"
        cards = "1 card" if self.n_cards == 1 else f"{self.n_cards} cards"
        return f"{self.words_of_steps} ({cards}, {self.gain} points gained)"


class Position:
    """The player at turn with any hand, at one table and pile, before the draw unless something was laid already."""

    def __init__(
        self, rules: StockRules, table: str, pile: str, *, opened: bool, laid: int, players: int | None
    ) -> None:
        self._rules, self._deck = rules, rules.pack
        n_players = rules.players()[0] if players is None else players
        if n_players not in rules.players():
            allowed = rules.players()
            raise InputError(f"players is {players}; allowed {allowed[0]} to {allowed[-1]}; name a number of players")
        encoded = rules.encode(n_players)
        self._n_packs = 2 if encoded["n_cards"] > self._deck.n_cards else 1
        self._game: np.void = np.zeros(1, GAME_DTYPE)[0]
        fill_fields(self._game["code"], encoded)
        self._code, self._deal = self._game["code"], self._game["deal"]
        self._public, self._own = self._deal["public"], self._deal["own"]
        self._melds = [self._meld(text) for text in table_texts(table)]
        self._pile = [self._card(word) for word in card_words(pile)]
        self._opened, self._laid, self._n_players = opened or laid > 0, laid, n_players
        self._refuse_pile(pile)
        self._elsewhere = self._copies_elsewhere()

    def _card(self, word: str) -> int:
        kinds, _ = parse_hand(word, self._deck, 1)
        return kinds.bit_length() - 1

    def _meld(self, text: str) -> int:
        """Code of a meld on the table; raises InputError for one that the rules do not know."""
        code, own = parse_meld(text, self._deck), self._own
        own["usable"] = own["usable_spare"] = np.uint64(2**64 - 1)
        if len(card_words(text)) < 3 or not use_of(self._code, self._public, own, code)[0]:
            raise InputError(
                f"{text.strip()!r} is no meld of these rules; allowed are sets of three or four and runs of three or "
                f"more with ace_mode = {self._rules.ace_mode} and jokers = {self._rules.jokers}; mend it"
            )
        return code

    def _refuse_pile(self, pile: str) -> None:
        """Raise InputError for melds laid before the draw, and for cards of the pile that nobody may take."""
        if self._laid < 0 or (self._laid and self._pile):
            allowed = "0 beside a pile, for who has laid has drawn" if self._pile else "0 or more"
            raise InputError(f"laid is {self._laid}; allowed is {allowed}; change it or leave it out")
        if len(self._pile) > 1 and not self._rules.extended_discard:
            raise InputError(
                f"the pile has {len(self._pile)} cards and only its top may be taken; allowed is one card, or more "
                f"with extended_discard = true; give {pile.replace(',', ' ').split()[-1]} alone"
            )

    def _copies_elsewhere(self) -> Counter[str]:
        """Cards on the table and in the pile by name; raises InputError if one is there too often."""
        copies = copies_laid(self._melds, self._deck)
        copies += Counter(card_name(card, self._deck) for card in self._pile)
        self._refuse_too_many(copies, "table and pile")
        return copies

    def _refuse_too_many(self, copies: Counter[str], where: str) -> None:
        refuse_too_many(copies, where, naturals=self._n_packs, jokers=self._n_packs * self._rules.jokers)

    def read(self, hand: str) -> Hand:
        """Masks of a hand; raises InputError for no cards, and for cards that lie elsewhere."""
        kinds, twice = parse_hand(hand, self._deck, self._n_packs)
        if not kinds:
            raise InputError("the hand has no cards; allowed is one card or more; name them")
        self._refuse_too_many(self._elsewhere + Counter(self.words(kinds, twice).split()), "hand, table and pile")
        return kinds, twice

    def words(self, kinds: int, twice: int) -> str:
        """Cards of a hand."""
        return format_hand(int(kinds), int(twice), self._deck)

    def _put(self, hand: Hand, must: int = -1, barred: int = -1, held: Hand | None = None) -> None:
        """Set the position; ``held`` are the cards that a first action may use beside ``must``."""
        public, own = self._public, self._own
        public["melds"][: len(self._melds)], public["n_melds"] = self._melds, len(self._melds)
        public["pile_cards"][: len(self._pile)], public["n_pile"] = self._pile, len(self._pile)
        public["has_melded"] = np.uint64(self._opened)
        note_ends(self._code, public)
        own["hand"], own["spare"] = np.uint64(hand[0]), np.uint64(hand[1])
        usable = held or hand
        own["usable"], own["usable_spare"] = np.uint64(usable[0]), np.uint64(usable[1])
        own["must"], own["barred"], own["seat"], own["n_new_melds"] = must, barred, 0, self._laid
        own["n_players"] = self._n_players

    def _step(self, action: int) -> tuple[str, str]:
        """An action in words before it is played, and the new meld in it (empty for a lay-off)."""
        public = self._public
        _, naturals, jokers, meld = use_of(self._code, public, self._own, action)
        if not is_layoff(action):
            words = meld_words(int(meld), self._deck)
            return f"lay {words}", words
        cards = " ".join([self.words(int(naturals), 0), *["X"] * int(jokers)]).strip()
        return f"lay {cards} off on {meld_words(int(public['melds'][action_meld(action)]), self._deck)}", ""

    def _play(self, aim: int) -> Play | None:
        """The best play of the position that is set; None if the turn could not end."""
        actions = np.empty(MOST_ACTIONS, np.int64)
        gain, n_cards, n_actions = best_plan(self._code, self._public, self._own, aim, actions)
        if gain == NOTHING:
            return None
        told = []
        for action in actions[:n_actions]:
            told.append(self._step(int(action)))
            play_action(self._code, self._public, self._own, np.int64(action))
        return Play(
            steps=tuple(words for words, _ in told),
            melds=tuple(meld for _, meld in told if meld),
            layoffs=tuple(words.removeprefix("lay ") for words, meld in told if not meld),
            gain=int(gain),
            n_cards=int(n_cards),
            left=self.words(self._own["hand"], self._own["spare"]),
        )

    def _now(self, hand: Hand, aim: int) -> Play:
        self._put(hand)
        play = self._play(aim)
        return play or Play(steps=(), melds=(), layoffs=(), gain=0, n_cards=0, left=self.words(*hand))

    def best(self, hand: Hand) -> Play:
        """The play that gains most points."""
        return self._now(hand, POINTS)

    def most_cards(self, hand: Hand) -> Play:
        """The play that lays most cards."""
        return self._now(hand, CARDS)

    def depths(self) -> Iterator[tuple[int, str]]:
        """Numbers of cards that the rules let take, and these cards from the bottom up."""
        for depth in range(1, len(self._pile) + 1):
            yield depth, " ".join(card_name(card, self._deck) for card in self._pile[-depth:])

    def after_take(self, hand: Hand, depth: int) -> Play | None:
        """The best play after a take; None if it is not allowed."""
        self._put(hand)
        if not is_take_legal(self._code, self._public, self._own, depth):
            return None
        kinds, twice = hand
        for card in self._pile[-depth:]:
            twice |= kinds & 1 << card
            kinds |= 1 << card
        lowest = self._pile[-depth]
        must = lowest if depth > 1 or self._code["top_must_be_used"] else -1
        barred = lowest if depth == 1 and self._code["no_return_discard"] else -1
        held = hand[0] | 1 << lowest, hand[1] | (hand[0] & 1 << lowest)
        self._put((kinds, twice), must, barred, None if self._code["pile_card_reuse"] or must < 0 else held)
        return self._play(POINTS)
