"""Positions in card notation: a table of the kernel with hands, pile, stock and melds that a test puts there.

The players are A, B, C …; A acts. A new meld is written ``4s-5s-6s``, from the low end, ``X`` a joker; ``open``
completes an opening; cards laid off ``6c-7c>0`` on the high end of meld 0, ``3c<0`` on its low end, on a set ``7s>0``;
``5c=0@1`` swaps 5c for the joker at position 1 of the run 0, ``5c=0`` for a joker of the set 0.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np

from rummysim.core.decks import JOKERS
from rummysim.core.notation import card_name, format_hand, parse_hand
from rummysim.games.actions import layoff_code
from rummysim.games.bot import Bot
from rummysim.games.opening.actions import swap_code
from rummysim.games.opening.draws import is_cut_legal, is_take_legal
from rummysim.games.opening.game import (
    BAD_MOVE,
    ENDED,
    GOES_ON,
    OUT_BY_DISCARD,
    OUT_BY_PLAY,
    STUCK,
    begin_turn,
    play_turn,
)
from rummysim.games.opening.menu import is_legal
from rummysim.games.opening.openings import hand_points, opening_points
from rummysim.games.opening.play import FACT_COLUMNS, Player
from rummysim.games.opening.rules import OpeningRules
from rummysim.games.opening.settle import end_of, write_facts
from rummysim.games.opening.view import OpeningView
from rummysim.games.registry import find_variant
from rummysim.melds.code import is_run, run_code, set_code
from tests.opening.told import DISCARD, DRAW, FIRST_PLAY, TOLD

__all__ = ["BAD_MOVE", "ENDED", "GOES_ON", "OUT_BY_DISCARD", "OUT_BY_PLAY", "STUCK", "Table", "meld_of"]

NAMES = "ABCDEFGH"
LATER = 120
"""A turn behind the first ones, A's whatever the number of players up to six."""
DRAWS = {"end": -1, "stock": 0, "pile": 1, "cut": 2}
JOKER, JOKER_OPTION = 13, 4
DECK = OpeningRules.checked({"jokers": 8}).pack


def cards_of(text: str) -> list[int]:
    """Cards in the order of the text; every X is another joker."""
    jokers = iter(JOKERS)
    words = text.replace("-", " ").split()
    return [next(jokers) if word == "X" else parse_hand(word, DECK)[0].bit_length() - 1 for word in words]


def hand_of(text: str) -> tuple[int, int]:
    """Masks of the kinds held, and held twice."""
    kinds = twice = 0
    for card in cards_of(text):
        twice |= kinds & 1 << card
        kinds |= 1 << card
    return kinds, twice


def meld_of(text: str) -> int:
    """Code of a meld; a run may begin or end with jokers."""
    words = text.split("-")
    naturals = {index: cards_of(word)[0] for index, word in enumerate(words) if word != "X"}
    places, suits = {card % 16 for card in naturals.values()}, [card // 16 for card in naturals.values()]
    n_wilds = len(words) - len(naturals)
    if len(places) == 1:
        return int(set_code(places.pop(), sum({1 << suit for suit in suits}), n_wilds))
    first = min(naturals)
    pattern = sum(1 << (13 - index) for index, word in enumerate(words) if word == "X")
    return int(run_code(suits[0], (naturals[first] % 16 - first) % 13, len(words), pattern))


class Table:
    """A table under some options, where A does what the test says."""

    def __init__(self, n_players: int = 2, *, preset: str = "rummy51", **options: Any) -> None:
        rules = find_variant(preset).with_options(options).rules
        assert isinstance(rules, OpeningRules)
        self.rules, self.n_players = rules, n_players
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
        stock: str = "2d",
        melds: Sequence[str] = (),
        opened: str = "",
        cut: str = "",
        turn: int = LATER,
        n_reshuffles: int = 0,
    ) -> "Table":
        """Lay out a position at A's turn: hands from A on (others hold two kings), the pile from the bottom, the stock
        from the front, who has opened, the cut card.
        """
        deal, public = self.deal, self.public
        for seat in range(self.n_players):
            kinds, twice = hand_of(hands[seat] if seat < len(hands) else "Kc Kd")
            deal["hands"][seat], deal["spares"][seat] = np.uint64(kinds), np.uint64(twice)
            public["n_held"][seat], public["known"][seat] = kinds.bit_count() + twice.bit_count(), 0
            for fact in ("takes", "opened_turn", "opening_points", "new_melds", "laid_off", "swaps"):
                deal[fact][seat] = 0
            deal["tabled_cards"][seat] = deal["tabled_jokers"][seat] = 0
            deal["opened_turn"][seat] = NAMES[seat] in opened
        lying, waiting = cards_of(pile), cards_of(stock)
        public["pile_cards"][: len(lying)], deal["deck"][: len(waiting)] = lying, waiting
        public["pile"], public["pile_spare"] = (np.uint64(mask) for mask in hand_of(pile))
        public["n_pile"], deal["stock_at"], deal["stock_end"] = len(lying), 0, len(waiting)
        public["melds"][: len(melds)] = [meld_of(meld) for meld in melds]
        public["n_melds"], public["opened"] = len(melds), np.uint64(sum(1 << NAMES.index(name) for name in opened))
        last = self.rules.jokers
        n_laid = sum(meld.split("-").count("X") for meld in melds)
        deal["table_jokers"] = np.uint64(sum(1 << joker for joker in JOKERS[last - n_laid : last]))
        deal["cut"] = public["cut"] = cards_of(cut)[0] if cut else -1
        deal["n_reshuffles"], deal["n_logged"], deal["turn"] = n_reshuffles, 0, turn
        deal["out"], deal["is_hand"], deal["is_cut"] = -1, 0, 0
        begin_turn(self.code, deal, np.int64(0), np.int64(self.n_players))
        return self

    def answer(self, text: str) -> int:
        """Code of an answer of the play phase in notation."""
        if text == "open":
            return 0
        if "=" in text:
            card, _, on = text.partition("=")
            index, _, at = on.partition("@")
            option = int(at) if at else cards_of(card)[0] // 16
            return int(swap_code(np.int64(int(index)), np.int64(option)))
        sign = "<" if "<" in text else ">"
        if sign not in text:
            return meld_of(text)
        cards, _, index = text.partition(sign)
        names = cards.split("-")
        option = 16 * len(names) if sign == "<" else len(names)
        if int(index) < len(self.melds()) and not is_run(np.int64(self.melds()[int(index)])):
            option = JOKER_OPTION if names == ["X"] else cards_of(cards)[0] // 16
        return int(layoff_code(np.int64(int(index)), np.int64(option)))

    def turn(self, draw: str = "stock", *plays: str, throw: str = "") -> int:
        """Play A's turn: its outcome."""
        self.game["memory"]["words"] = 0
        told = self.game["parameters"][0].T
        told[:] = 0
        told[DRAW] = DRAWS[draw]
        told[DISCARD] = (JOKER if throw == "X" else cards_of(throw)[0]) if throw else -1
        for number, play in enumerate(plays):
            told[FIRST_PLAY + number] = self.answer(play)
        outcome = int(play_turn(self.game, np.int64(0)))
        self.deal["turn"] += 1
        return outcome

    def ask(self, bot: Bot, hook: str, word: int = 1) -> int:
        """What a bot would answer in A's place now."""
        view = OpeningView(self.own, self.public, self.code, self.game["memory"][0], self.game["score"][0])
        parameters = tuple(float(value) for value in bot.parameter_row(hook))
        return int(bot.hooks[hook](view, parameters, np.uint64(word)))

    def may_take(self) -> bool:
        """Whether A may take the top of the pile."""
        return bool(is_take_legal(self.code, self.public, self.own))

    def may_draw_cut(self) -> bool:
        """Whether A may draw the cut card."""
        return bool(is_cut_legal(self.code, self.public, self.own))

    def may(self, play: str) -> bool:
        """Whether A may play this now, after the draw."""
        return bool(is_legal(self.code, self.public, self.own, np.int64(self.answer(play))))

    def best_opening(self) -> int:
        """Points of A's best legal opening, -1 if there is none."""
        return int(opening_points(self.code, self.own))

    def best_hand(self) -> int:
        """Most points with which A goes out by hand, -1 if that is not legal."""
        return int(hand_points(self.code, self.own))

    def melds(self) -> list[int]:
        """Codes of the melds on the table."""
        return [int(meld) for meld in self.public["melds"][: self.public["n_melds"]]]

    def lies(self, *melds: str) -> bool:
        """Whether just these melds are on the table, in this order."""
        return self.melds() == [meld_of(meld) for meld in melds]

    def hand(self, name: str = "A") -> str:
        """Cards held, suit by suit."""
        seat = NAMES.index(name)
        return format_hand(int(self.deal["hands"][seat]), int(self.deal["spares"][seat]), DECK)

    def pile(self) -> str:
        """Cards of the pile from the bottom."""
        cards = self.public["pile_cards"][: self.public["n_pile"]]
        return " ".join(card_name(int(card), DECK) for card in cards)

    def facts(self, outcome: int) -> list[dict[str, int]]:
        """Facts by seat as the deal lies."""
        facts = np.zeros((len(FACT_COLUMNS), self.n_players), np.int16)
        write_facts(self.game, end_of(np.int64(outcome)), facts, np.int64(0))
        return [dict(zip(FACT_COLUMNS, row, strict=True)) for row in facts.T.tolist()]
