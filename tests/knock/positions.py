"""Positions in card notation: a table of the kernel with the hands, pile and stock that a test puts there.

The players are A, B, C, D …; A sits in seat 0 and acts first. A hand is a text, a mask of kinds, or a pair of masks:
the kinds held, and those held twice.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from rummysim.core.dealing import fill_deck
from rummysim.core.decks import Deck
from rummysim.core.notation import card_name, format_hand, parse_hand
from rummysim.engine.deals import scored
from rummysim.engine.match import Standing, decide
from rummysim.engine.work import facts_frame
from rummysim.fields.tallies import WIN
from rummysim.games.bot import Bot
from rummysim.games.knock.game import BAD_MOVE, CLOSED, DEAD, GOES_ON, PASSED, REFUSED, STUCK, play_turn
from rummysim.games.knock.play import FACT_COLUMNS, next_offer, settle_deal
from rummysim.games.knock.rules import KnockRules
from rummysim.games.knock.settle import close_of
from rummysim.games.knock.state import deal_out
from rummysim.games.knock.turns import is_all_melded, may_knock
from rummysim.games.knock.view import LAST_TURN, PILE, STOCK
from rummysim.games.knock.words import describe_deal
from rummysim.games.registry import find_variant
from rummysim.melds.cover import WILD_LEFT
from rummysim.melds.search import least_leftover
from tests.knock.judged import JUDGE
from tests.knock.told import BIG_GIN, CARD, CLOSES, SOURCE, TOLD

__all__ = [
    "BAD_MOVE",
    "CLOSED",
    "DEAD",
    "GOES_ON",
    "PASSED",
    "REFUSED",
    "STUCK",
    "Hand",
    "Settled",
    "Table",
    "after_deal",
    "card_list",
]

NAMES = "ABCDEFGH"
LATER = 100
"""A turn behind the first round."""

SOURCES = {"stock": STOCK, "pile": PILE, "none": 2, "pass": STOCK}

Hand = str | int | tuple[int, int]


def card_list(text: str, deck: Deck) -> list[int]:
    """Cards in the order of the text; the second X is the second joker."""
    words, held, cards = text.split(), (0, 0), []
    for number in range(len(words)):
        masks = parse_hand(" ".join(words[: number + 1]), deck)
        cards.append((masks[0] ^ held[0] | masks[1] ^ held[1]).bit_length() - 1)
        held = masks
    return cards


@dataclass(frozen=True)
class Settled:
    """A settlement: the close, the melds and lay-offs in words and as logged, and by player facts and points."""

    close: int
    said: list[str]
    log: list[tuple[int, ...]]
    facts: list[dict[str, int]]
    left_wilds: list[int]
    points: list[int]
    won: list[float]
    wins_match: list[bool]

    @property
    def lay_offs(self) -> list[str]:
        """What was laid off, in words."""
        return [line for line in self.said if " lays off " in line]

    @property
    def shown(self) -> list[str]:
        """What was shown, in words."""
        return [line for line in self.said if " shows " in line]


class Table:
    """A table under some options, where every player does what the test says, or plays as ``bot``."""

    def __init__(self, n_players: int = 2, *, preset: str = "conga", bot: Bot = TOLD, **options: Any) -> None:
        self.variant = find_variant(preset).with_options(options)
        rules = self.variant.rules
        assert isinstance(rules, KnockRules)
        self.rules = rules
        self.deck = rules.pack_of(n_players)
        self.n_players = n_players
        self.player = JUDGE.seated(rules, [bot] * n_players, 256)
        self.game = self.player.set_table(n_players)
        self.code, self.deal = self.game["code"], self.game["deal"]
        self.game["seed"], self.game["n_players"] = 1, n_players
        self.game["holders"][:n_players] = np.arange(n_players)
        self.outcome = GOES_ON
        fill_deck(self.code, self.deal, 1, 0, 0)
        deal_out(self.code, self.deal, n_players, 0)

    def turn_up(self, card: str) -> "Table":
        """Deal again, with another card turned up; the table."""
        at, n_cards = self.n_players * self.rules.hand_size, int(self.code["n_cards"])
        deck = self.deal["deck"]
        other = deck[:n_cards].tolist().index(card_list(card, self.deck)[0])
        deck[[at, other]] = deck[[other, at]]
        deal_out(self.code, self.deal, self.n_players, 0)
        return self

    def masks(self, hand: Hand) -> tuple[np.uint64, np.uint64]:
        """A hand as the kernel has it: the kinds held, and those held twice."""
        if isinstance(hand, str):
            hand = parse_hand(hand, self.deck, self.rules.decks)
        kinds, twice = hand if isinstance(hand, tuple) else (hand, 0)
        return np.uint64(kinds), np.uint64(twice)

    def may_knock(self, kept: Hand, turn: int = LATER) -> bool:
        """Whether the cards kept allow a knock."""
        return bool(may_knock(self.code, *self.masks(kept), self.deal["limit"], turn, self.n_players))

    def is_all_melded(self, held: Hand) -> bool:
        """Whether the cards held allow big gin."""
        return bool(is_all_melded(self.code, *self.masks(held)))

    def close(self, kept: Hand) -> int:
        """Close of a knocker."""
        return int(close_of(self.code, *self.masks(kept)))

    def leftover(self, hand: Hand) -> tuple[int, int]:
        """Least leftover as wilds and natural points."""
        both = least_leftover(*self.masks(hand), self.code["wild_cards"], self.code["line"])
        return divmod(int(both), WILD_LEFT)

    def hold(self, hands: Sequence[Hand]) -> None:
        """Give hands to the players, that of A first."""
        assert len(hands) == self.n_players
        for seat, hand in enumerate(hands):
            self.deal["hands"][seat], self.deal["spares"][seat] = self.masks(hand)
            self.deal["public"]["known"][seat] = 0

    def settle(self, *hands: Hand, knocker: int | None = 0, big_gin: bool = False, dead: bool = False) -> Settled:
        """Settle with these hands, that of A first; nobody knocked if ``knocker`` is None, or the hand is dead."""
        self.hold(hands)
        self.deal["n_logged"] = 0
        self.deal["knocker"] = -1 if knocker is None or dead else knocker
        self.deal["is_big_gin"] = big_gin
        self.outcome = DEAD if dead else STUCK
        return self.finish()

    def finish(self) -> Settled:
        """Settle the deal as it lies, closed if somebody knocked."""
        facts = np.zeros((len(FACT_COLUMNS), self.n_players), np.int16)
        settle_deal(self.game, CLOSED if self.deal["knocker"] >= 0 else self.outcome, facts, 0)
        frame = scored(self.variant, facts_frame(FACT_COLUMNS, facts), self.n_players)
        return Settled(
            close=max(frame["close"].to_list()),
            said=self.said(),
            log=[tuple(int(value) for value in row) for row in self.player.read_log()],
            facts=JUDGE.rows(facts),
            left_wilds=frame["left_wilds"].to_list(),
            points=frame["points"].to_list(),
            won=[share / WIN for share in frame["share"].to_list()],
            wins_match=frame["wins_match"].to_list(),
        )

    def said(self) -> list[str]:
        """The log in words."""
        log = [tuple(int(value) for value in row) for row in self.player.read_log()]
        lines = list(describe_deal(self.rules, [0] * self.n_players, 0, log, NAMES[: self.n_players]))
        return lines[self.n_players + 1 :]

    def put(self, *, hands: Sequence[Hand], pile: str, stock: str, turn: int | None = None) -> None:
        """Lay out a position at A's turn, a later one if not said; the pile from the bottom, the stock from the
        front.
        """
        self.hold(hands)
        deal = self.deal
        lying, waiting = card_list(pile, self.deck), card_list(stock, self.deck)
        deal["public"]["pile_cards"][: len(lying)], deal["deck"][: len(waiting)] = lying, waiting
        deal["public"]["pile"], deal["public"]["pile_spare"] = self.masks(pile)
        deal["public"]["n_pile"], deal["stock_at"], deal["stock_end"] = len(lying), 0, len(waiting)
        deal["n_reshuffles"], deal["n_logged"], deal["knocker"], deal["is_big_gin"] = 0, 0, -1, 0
        deal["turn"] = LATER - LATER % self.n_players if turn is None else turn
        self.outcome = GOES_ON

    def turn(self, source: str = "stock", throw: str = "", *, knock: bool = False, big_gin: bool = False) -> int:
        """Play the turn of the player whose turn it is; its outcome."""
        deal = self.deal
        seat = int(deal["turn"]) % self.n_players
        told = self.game["parameters"][seat].T
        told[SOURCE], told[CLOSES], told[BIG_GIN] = SOURCES[source], float(knock), float(big_gin)
        told[CARD] = card_list(throw, self.deck)[0] if throw else -1
        offer = LAST_TURN if deal["knocker"] >= 0 else next_offer(self.game, self.outcome)
        self.outcome = int(play_turn(self.game, seat, offer))
        if self.outcome == CLOSED:
            deal["knocker"] = seat
        if self.outcome in (GOES_ON, CLOSED, PASSED, DEAD):
            deal["turn"] += 1
        return self.outcome

    def hand(self, seat: int) -> str:
        """Cards held, suit by suit."""
        return format_hand(int(self.deal["hands"][seat]), int(self.deal["spares"][seat]), self.deck)

    def pile(self) -> str:
        """Cards of the pile from the bottom."""
        return " ".join(
            card_name(int(card), self.deck)
            for card in self.deal["public"]["pile_cards"][: self.deal["public"]["n_pile"]]
        )

    def stock(self) -> list[str]:
        """Cards of the stock from the front."""
        deal = self.deal
        return [card_name(int(card), self.deck) for card in deal["deck"][deal["stock_at"] : deal["stock_end"]]]


def after_deal(
    totals: Sequence[int],
    *,
    preset: str = "conga",
    knocker: int | None = 0,
    playing: Sequence[bool] | None = None,
    outright: int | None = None,
    **options: Any,
) -> tuple[list[bool], list[float]]:
    """Who is still in after a deal that led to these totals, and the shares of the match (all 0: it goes on)."""
    players = np.arange(len(totals))
    dealt_in = np.ones(len(totals), bool) if playing is None else np.array(playing)
    standing = Standing(
        totals=np.array([totals]),
        playing=dealt_in[None],
        closed=(players == (-1 if knocker is None else knocker))[None],
        outright=(players == (-1 if outright is None else outright))[None],
        reentries=np.zeros((1, len(totals)), np.int64),
    )
    rules = find_variant(preset).with_options(options).rules
    assert isinstance(rules, KnockRules)
    verdict = decide(rules.match_format(), standing)
    return verdict.alive[0].tolist(), (verdict.share[0] / WIN).tolist()
