"""Positions in card notation: a table of the kernel with hands, pile, stock and melds that a test puts there.

The players are A, B, C …; A sits in seat 0 and acts first. A new meld is written ``4s-5s-6s``, from the low end, ``X``
a joker; cards laid off ``6c-7c>0`` on the high end of meld 0, ``3c<0`` on its low end; on a set ``7s>0``.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from rummysim.core.decks import Deck
from rummysim.core.notation import card_name, format_hand, parse_hand
from rummysim.games.actions import layoff_code
from rummysim.games.registry import find_variant
from rummysim.games.stock.actions import is_legal
from rummysim.games.stock.draws import is_take_legal
from rummysim.games.stock.ends import note_ends
from rummysim.games.stock.game import (
    BAD_MOVE,
    ENDED,
    GOES_ON,
    OUT_BY_DISCARD,
    OUT_BY_PLAY,
    STUCK,
    apply_action,
    begin_turn,
    play_turn,
)
from rummysim.games.stock.play import FACT_COLUMNS, Player, end_of, write_facts
from rummysim.games.stock.rules import StockRules
from rummysim.melds.code import is_run, run_code, set_code
from tests.stock.told import CLAIM, DISCARD, DRAW, FIRST_PLAY, MAX_PLAYS, TOLD

__all__ = ["BAD_MOVE", "ENDED", "GOES_ON", "OUT_BY_DISCARD", "OUT_BY_PLAY", "STUCK", "Table", "meld_of"]

NAMES = "ABCDEFGH"
LATER = 120
"""A turn behind the first ones, A's whatever the number of players up to six."""
END, STOCK = -1, 0
JOKER_OPTION = 4


def cards_of(text: str, deck: Deck) -> list[int]:
    """Cards in the order of the text; the second X is the second joker."""
    words, held, cards = text.replace("-", " ").split(), (0, 0), []
    for number in range(len(words)):
        masks = parse_hand(" ".join(words[: number + 1]), deck)
        cards.append((masks[0] ^ held[0] | masks[1] ^ held[1]).bit_length() - 1)
        held = masks
    return cards


def meld_of(text: str, deck: Deck) -> int:
    """Code of a meld; a run may begin or end with jokers."""
    words = text.split("-")
    naturals = {index: cards_of(word, deck)[0] for index, word in enumerate(words) if word != "X"}
    places, suits = {card % 16 for card in naturals.values()}, [card // 16 for card in naturals.values()]
    n_wilds = len(words) - len(naturals)
    if len(places) == 1 and (len(suits) > 1 or n_wilds != len(words) - 1 or len(words) < 3):
        return int(set_code(places.pop(), sum(1 << suit for suit in suits), n_wilds))
    first = min(naturals)
    pattern = sum(1 << (13 - index) for index, word in enumerate(words) if word == "X")
    return int(run_code(suits[0], (naturals[first] % 16 - first) % 13, len(words), pattern))


class Table:
    """A table under some options, where every player does what the test says."""

    def __init__(self, n_players: int = 2, *, preset: str = "bga_basic", **options: Any) -> None:
        self.variant = find_variant(preset).with_options(options)
        rules = self.variant.rules
        assert isinstance(rules, StockRules)
        self.rules, self.deck, self.n_players = rules, rules.pack, n_players
        self.player = Player(rules.encode, [TOLD] * n_players, 256)
        self.game = self.player.set_table(n_players)
        self.code, self.deal = self.game["code"], self.game["deal"]
        self.public, self.own = self.deal["public"], self.deal["own"]
        self.game["seed"], self.game["n_players"] = 1, n_players
        self.game["holders"][:n_players] = np.arange(n_players)
        self.player.dealt(np.array([1, 0, 0, n_players, 0]))

    def put(
        self,
        *hands: str,
        pile: str = "",
        stock: str = "",
        melds: Sequence[str] = (),
        melded: str = "",
        n_reshuffles: int = 0,
    ) -> None:
        """Lay out a position at A's turn: hands from A on (others hold nothing that matters), the pile from the bottom,
        the stock from the front, who has melded.
        """
        deal, public = self.deal, self.public
        for seat in range(self.n_players):
            kinds, twice = parse_hand(hands[seat] if seat < len(hands) else "Kc Kd", self.deck)
            deal["hands"][seat], deal["spares"][seat] = np.uint64(kinds), np.uint64(twice)
            public["n_held"][seat], public["known"][seat] = kinds.bit_count() + twice.bit_count(), 0
            for counted in ("takes", "taken_cards", "new_melds", "laid_off", "claims"):
                deal[counted][seat] = 0
            deal["tabled"][seat] = 0
        lying, waiting = cards_of(pile, self.deck), cards_of(stock, self.deck)
        public["pile_cards"][: len(lying)], deal["deck"][: len(waiting)] = lying, waiting
        public["pile"], public["pile_spare"] = (np.uint64(mask) for mask in parse_hand(pile, self.deck))
        public["n_pile"], deal["stock_at"], deal["stock_end"] = len(lying), 0, len(waiting)
        public["melds"][: len(melds)] = [meld_of(meld, self.deck) for meld in melds]
        public["n_melds"] = len(melds)
        note_ends(self.code, public)
        public["has_melded"] = np.uint64(sum(1 << NAMES.index(name) for name in melded))
        deal["n_reshuffles"], deal["n_logged"], deal["turn"], deal["out"], deal["is_rummy"] = (
            n_reshuffles,
            0,
            LATER,
            -1,
            0,
        )
        begin_turn(self.code, deal, np.int64(0), np.int64(self.n_players))

    def action(self, text: str, laid: Sequence[str] = ()) -> int:
        """Code of an action in notation, after the actions ``laid``."""
        sign = "<" if "<" in text else ">"
        if sign not in text:
            return meld_of(text, self.deck)
        cards, index = text.split(sign)
        melds = [*self.melds(), *(meld_of(play, self.deck) for play in laid if not {*"<>"} & {*play})]
        names = cards.split("-")
        option = 16 * len(names) if sign == "<" else len(names)
        if not is_run(np.int64(melds[int(index)])):
            option = JOKER_OPTION if names == ["X"] else cards_of(cards, self.deck)[0] // 16
        return int(layoff_code(np.int64(int(index)), np.int64(option)))

    def turn(
        self, draw: str | int = "stock", *plays: str, throw: str = "", claims: Mapping[str, str] | None = None
    ) -> int:
        """Play the turn of the player at turn: its outcome. draw : ``stock``, a depth, or ``end``. claims : what others
        answer if a discard is called, by name.
        """
        deal = self.deal
        seat = int(deal["turn"]) % self.n_players
        self.game["memory"]["words"] = 0
        self.game["parameters"][: self.n_players] = 0
        told = self.game["parameters"][seat].T
        told[DRAW] = {"stock": STOCK, "end": END}.get(str(draw), draw)
        told[DISCARD] = cards_of(throw, self.deck)[0] if throw else -1
        for number, play in enumerate(plays[:MAX_PLAYS]):
            told[FIRST_PLAY + number] = self.action(play, plays[:number])
        for name, claim in (claims or {}).items():
            self.game["parameters"][NAMES.index(name), :, CLAIM] = self.action(claim)
        outcome = int(play_turn(self.game, np.int64(seat)))
        deal["turn"] += 1
        return outcome

    def may_take(self, depth: int) -> bool:
        """Whether A may take so many cards of the pile."""
        return bool(is_take_legal(self.code, self.public, self.own, np.int64(depth)))

    def may(self, play: str) -> bool:
        """Whether A may play this now, after the draw."""
        return bool(is_legal(self.code, self.public, self.own, np.int64(self.action(play))))

    def play(self, action: int) -> None:
        """Play a legal action as A."""
        apply_action(self.code, self.deal, np.int64(0), np.int64(action))

    def was_asked(self, name: str) -> bool:
        """Whether a player was asked to claim in the last turn."""
        return bool(self.game["memory"][NAMES.index(name)]["words"][1])

    def melds(self) -> list[int]:
        """Codes of the melds on the table."""
        return [int(meld) for meld in self.public["melds"][: self.public["n_melds"]]]

    def lies(self, *melds: str) -> bool:
        """Whether just these melds are on the table, in this order."""
        return self.melds() == [meld_of(meld, self.deck) for meld in melds]

    def hand(self, name: str) -> str:
        """Cards held, suit by suit."""
        seat = NAMES.index(name)
        return format_hand(int(self.deal["hands"][seat]), int(self.deal["spares"][seat]), self.deck)

    def pile(self) -> str:
        """Cards of the pile from the bottom."""
        cards = self.public["pile_cards"][: self.public["n_pile"]]
        return " ".join(card_name(int(card), self.deck) for card in cards)

    def facts(self, outcome: int) -> list[dict[str, int]]:
        """Facts by seat as the deal lies."""
        facts = np.zeros((len(FACT_COLUMNS), self.n_players), np.int16)
        write_facts(self.game, end_of(np.int64(outcome)), facts, np.int64(0))
        return [dict(zip(FACT_COLUMNS, row, strict=True)) for row in facts.T.tolist()]
