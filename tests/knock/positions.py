"""Positions in card notation: a table of the kernel with the hands, pile and stock that a test puts there.

The players are A, B, C, D; A sits in seat 0 and acts first.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from rummysim.core.decks import Deck
from rummysim.core.notation import format_cards, parse_cards
from rummysim.engine.deals import scored
from rummysim.engine.match import Standing, decide
from rummysim.engine.work import facts_frame
from rummysim.fields.tallies import WIN
from rummysim.games.bot import Bot
from rummysim.games.knock.play import (
    BAD_MOVE,
    CLOSED,
    FACT_COLUMNS,
    FIRST_CLOSE,
    GOES_ON,
    N_PLAYERS,
    STUCK,
    Player,
    play_turn,
    write_facts,
)
from rummysim.games.knock.rules import KnockRules
from rummysim.games.knock.settle import close_of, settle
from rummysim.games.knock.state import (
    KNOCKER,
    N_LOGGED,
    N_PILE,
    N_RESHUFFLES,
    STOCK_AT,
    STOCK_END,
    TURN,
    deal_out,
    fill_deck,
)
from rummysim.games.knock.turns import may_knock
from rummysim.games.knock.view import PILE, STOCK
from rummysim.games.knock.words import describe_deal
from rummysim.games.registry import find_variant
from rummysim.melds.cover import WILD_LEFT, least_leftover
from tests.knock.judged import facts_of
from tests.knock.told import CARD, CLOSES, SOURCE, TOLD

__all__ = ["BAD_MOVE", "CLOSED", "GOES_ON", "STUCK", "Settled", "Table", "after_deal", "card_list"]

NAMES = "ABCD"
LATER = 100
"""A turn behind the first round."""

SOURCES = {"stock": STOCK, "pile": PILE, "none": 2}


def card_list(text: str, deck: Deck) -> list[int]:
    """Cards in the order of the text; the second X is the second joker."""
    words, held, cards = text.split(), 0, []
    for number in range(len(words)):
        mask = parse_cards(" ".join(words[: number + 1]), deck)
        cards.append((mask & ~held).bit_length() - 1)
        held = mask
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

    def __init__(self, n_players: int = 2, *, bot: Bot = TOLD, **options: Any) -> None:
        self.rules = KnockRules.checked(options)
        self.variant = find_variant("conga").with_options(options)
        self.deck = self.rules.pack
        self.n_players = n_players
        self.player = Player(self.rules.encode, [bot] * n_players, 256)
        self.game = self.player.game
        self.game.job[:] = (1, 0, 0, n_players, 0)
        self.game.holders[:n_players] = np.arange(n_players)
        fill_deck(self.game.deal.deck, self.player.order, self.player.card_of, self.deck.n_cards, 1, 0, 0)
        deal_out(self.game.code, self.game.deal, n_players, 0)

    def cards(self, hand: str | int) -> np.uint64:
        """Cards as the kernel has them, from their names or a mask."""
        return np.uint64(parse_cards(hand, self.deck) if isinstance(hand, str) else hand)

    def may_knock(self, kept: str | int, turn: int = LATER) -> bool:
        """Whether the cards kept allow a knock."""
        return bool(may_knock(self.game.code, self.cards(kept), turn, self.n_players))

    def close(self, kept: str | int) -> int:
        """Close of a knocker."""
        return int(close_of(self.game.code, self.cards(kept)))

    def leftover(self, hand: str | int) -> tuple[int, int]:
        """Least leftover as wilds and natural points."""
        code = self.game.code
        both = least_leftover(self.cards(hand), np.uint64(code.wild_cards), code.line.table)
        return divmod(int(both), WILD_LEFT)

    def settle(self, *hands: str | int, knocker: int | None = 0) -> Settled:
        """Settle with these hands, that of A first; nobody knocked if ``knocker`` is None."""
        game, n = self.game, len(hands)
        assert n == self.n_players
        for seat, hand in enumerate(hands):
            game.deal.hands[seat] = self.cards(hand)
        game.deal.now[N_LOGGED] = 0
        game.deal.now[KNOCKER] = -1 if knocker is None else knocker
        close = int(settle(game.code, game.deal, game.room, n, game.deal.now[KNOCKER]))
        facts = np.zeros((len(FACT_COLUMNS), n), np.int16)
        write_facts(game, FIRST_CLOSE + close if close >= 0 else 0, close, facts, 0)
        frame = scored(self.variant, facts_frame(FACT_COLUMNS, facts), n)
        return Settled(
            close=close,
            said=self.said(),
            log=[tuple(int(value) for value in row) for row in self.player.read_log()],
            facts=facts_of(facts),
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

    def put(self, *, hands: Sequence[str | int], pile: str, stock: str) -> None:
        """Lay out a position at A's turn; the pile from the bottom, the stock from the front."""
        deal, now = self.game.deal, self.game.deal.now
        for seat, hand in enumerate(hands):
            deal.hands[seat] = self.cards(hand)
            deal.known[seat] = 0
        lying, waiting = card_list(pile, self.deck), card_list(stock, self.deck)
        deal.pile[: len(lying)] = lying
        deal.pile_cards[0] = self.cards(pile)
        deal.stock[: len(waiting)] = waiting
        now[N_PILE], now[STOCK_AT], now[STOCK_END] = len(lying), 0, len(waiting)
        now[N_RESHUFFLES], now[N_LOGGED], now[KNOCKER] = 0, 0, -1
        now[TURN] = LATER - LATER % self.n_players

    def turn(self, source: str = "stock", throw: str = "", *, knock: bool = False) -> int:
        """Play the turn of the player whose turn it is; its outcome."""
        assert self.game.job[N_PLAYERS] == self.n_players
        seat = int(self.game.deal.now[TURN]) % self.n_players
        told = self.game.parameters[seat]
        told[SOURCE], told[CLOSES] = SOURCES[source], float(knock)
        told[CARD] = card_list(throw, self.deck)[0] if throw else -1
        outcome = int(play_turn(self.game, seat))
        if outcome in (GOES_ON, CLOSED):
            self.game.deal.now[TURN] += 1
        return outcome

    def hand(self, seat: int) -> str:
        """Cards held, suit by suit."""
        return format_cards(int(self.game.deal.hands[seat]), self.deck)

    def pile(self) -> str:
        """Cards of the pile from the bottom."""
        deal = self.game.deal
        return " ".join(format_cards(1 << int(card), self.deck) for card in deal.pile[: deal.now[N_PILE]])

    def stock(self) -> list[str]:
        """Cards of the stock from the front."""
        deal = self.game.deal
        return [
            format_cards(1 << int(card), self.deck) for card in deal.stock[deal.now[STOCK_AT] : deal.now[STOCK_END]]
        ]


def after_deal(
    totals: Sequence[int],
    *,
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
    verdict = decide(KnockRules.checked(options).match_format(), standing)
    return verdict.alive[0].tolist(), (verdict.share[0] / WIN).tolist()
