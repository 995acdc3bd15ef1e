"""Rules of the stock family: Rummy and 500 Rummy, melds without a minimum (rules.md sections 4 and 5.4)."""

from collections.abc import Iterator
from typing import Annotated, Any, Literal

from pydantic import Field

from rummysim.core.codes import (
    AceMode,
    CallRummy,
    HandSizes,
    LayoffRequiresMeld,
    MatchEnd,
    NextStart,
    SplitRounding,
    StockExhausted,
    StockScoring,
)
from rummysim.core.decks import DECKS, JOKERS, Deck
from rummysim.fields.match_format import MatchFormat
from rummysim.fields.rule import Rules, match, play
from rummysim.fields.rule import scoring as score

__all__ = ["NO_LIMIT", "POINTS_UNIT", "StockRules"]

POINTS_UNIT = 840
"""Points are stored in 1/POINTS_UNIT, so that equal shares of up to eight players are whole numbers."""

NO_LIMIT = 1 << 30
"""What the kernel gets for a limit that is none."""
OPEN_CARDS = 2
"""Cards a deal needs beside the hands: the upcard and a stock of one."""

DEALT = {HandSizes.THIRTEEN_SEVEN: (13, 7), HandSizes.TEN_SEVEN: (10, 7), HandSizes.TEN_SEVEN_SIX: (10, 7, 7, 6)}
"""Cards each for 2, 3, … players; the last number holds for more."""
ACE_CODES = {AceMode.LOW: 0, AceMode.EITHER: 1, AceMode.WRAP: 2}
LAYOFF_CODES = {LayoffRequiresMeld.NONE: 0, LayoffRequiresMeld.ROUND: 1, LayoffRequiresMeld.TURN: 2}
CALL_CODES = {CallRummy.NONE: 0, CallRummy.LAST_DISCARD: 1, CallRummy.ANY: 2}
EXHAUSTED_CODES = {
    StockExhausted.MAY_END: 0,
    StockExhausted.RESHUFFLE_ONCE: 1,
    StockExhausted.RESHUFFLE: 1,
    StockExhausted.END: 2,
}


class StockRules(Rules):
    """Options of the stock family; the defaults are those of basic Rummy."""

    jokers: Literal[0, 2] = play(0, "printed jokers in each pack; they are wild", "rules.md 4.7")
    hand_sizes: HandSizes = play(
        HandSizes.THIRTEEN_SEVEN, "cards dealt to each player, by the number of players", "BR-1, rules.md 4.7"
    )
    seats: int = play(4, "most players at the table", "BR-1, rules.md 4.7", ge=2, le=8)
    two_packs_from: Annotated[int, Field(ge=2, le=8)] | None = play(
        5, "with so many players or more two packs are shuffled together; none: never", "rules.md 4.7"
    )
    extended_discard: bool = play(
        False, "a lower card of the pile may be taken with all above it, and must be used at once", "rules.md 4.2, BA-5"
    )
    ace_mode: AceMode = play(AceMode.LOW, "where the ace stands in runs", "BR-7")
    meld_layoff_restriction: bool = play(
        False, "one_meld_per_turn = true and layoff_requires_meld = round in one option", "rules.md 4.2, 4.6"
    )
    one_meld_per_turn: bool = play(False, "a player lays at most one new meld a turn", "rules.md 4.7")
    layoff_requires_meld: LayoffRequiresMeld = play(
        LayoffRequiresMeld.NONE, "what a player must have laid before laying off", "BA-3"
    )
    final_discard_required: bool = play(
        False, "a player goes out by a discard only; who has no card left floats and draws again", "rules.md 4.7"
    )
    call_rummy: CallRummy = play(
        CallRummy.NONE, "which discards that fit the table another player may claim and lay off", "rules.md 4.7, 8.8"
    )
    top_discard_must_be_used: bool = play(
        False, "the top of the pile too may be taken only to be used at once", "rules.md 4.7"
    )
    no_return_discard: bool = play(
        True, "the top of the pile, taken alone, may not be thrown in the same turn", "rules.md 4.2, BA-6"
    )
    stock_exhausted: StockExhausted = play(
        StockExhausted.MAY_END, "what happens when the stock is empty", "BR-4, rules.md 4.7"
    )
    max_reshuffles: Annotated[int, Field(ge=0, le=1000)] | None = play(
        None, "how often the pile may become a new stock; none: no limit", "rules.md 8.11"
    )
    pile_card_reuse: bool = play(
        True, "cards taken from above the lower card may be used together with it", "rules.md 4.7, BA-5"
    )
    max_turns: int = play(500, "turns after which a deal ends undecided", "rules.md 0.7", ge=1, le=10_000)

    scoring: StockScoring = score(StockScoring.POSITIVE, "who scores what in a deal", "BR-9, BR-10, BR-13")
    simple_scoring: bool = score(False, "2 to 9 count 5, and low aces too", "rules.md 4.5, BA-2")
    ace_points_high: Literal[10, 11, 15] = score(15, "points of an ace that is not low", "rules.md 4.5, 4.7")
    rummy_bonus: Literal[1, 2] = score(
        1, "factor for going out in one turn with nothing laid before: on the own points, or the others'", "8.8"
    )
    exhausted_no_penalty: bool = score(
        False, "in a deal without anybody out the cards left are not taken off", "rules.md 4.7"
    )
    split_rounding: SplitRounding = score(SplitRounding.EXACT, "what players who share a deal get of it", "BR-12")
    joker_points: int = score(15, "points of a joker, laid or left", "rules.md 4.7, 8.8", ge=0, le=100)

    match_end: Literal[MatchEnd.TARGET, MatchEnd.FIRST_OVER] = match(
        MatchEnd.TARGET, "whether the highest or the lowest total wins once somebody has the target", "BR-14"
    )
    target: int = match(100, "total with which a match ends", "BR-14", ge=1, le=10_000)
    next_start: NextStart = match(NextStart.ROTATE, "who starts the next deal", "BR-3, rules.md 4.7")

    def contradictions(self) -> Iterator[str]:
        """One message a contradiction, empty where there is none."""
        yield self._too_few_cards()
        negative, first_over = self.scoring == StockScoring.NEGATIVE, self.match_end == MatchEnd.FIRST_OVER
        if negative != first_over:
            yield (
                f"scoring = {self.scoring} and match_end = {self.match_end} contradict each other: points that are bad "
                f"end a match with the lowest total, others with the highest; allowed match_end = first_over with "
                f"scoring = negative and match_end = target with the others; change one of them"
            )
        if self.meld_layoff_restriction and self.layoff_requires_meld == LayoffRequiresMeld.TURN:
            yield (
                "meld_layoff_restriction = true and layoff_requires_meld = turn contradict each other: the first asks "
                "for a meld in the deal; allowed layoff_requires_meld = none or round; leave one of them out"
            )
        yield from self._missing()

    def _too_few_cards(self) -> str:
        """The numbers of players that need more cards than there are, the first of them."""
        for n_players in self.players():
            hand_size, n_cards = self.hand_size(n_players), self._n_packs(n_players) * self.pack.n_cards
            if n_players * hand_size + OPEN_CARDS > n_cards:
                packs = "none" if self.two_packs_from is None else self.two_packs_from
                return (
                    f"seats = {self.seats} and hand_sizes = {self.hand_sizes} need "
                    f"{n_players * hand_size + OPEN_CARDS} cards for {n_players} players and two_packs_from = {packs} "
                    f"leaves {n_cards}; allowed seats up to {n_players - 1} or two_packs_from up to {n_players}; "
                    f"lower one of them"
                )
        return ""

    def _missing(self) -> Iterator[str]:
        """Options that need another one to mean anything."""
        reshuffles = self.stock_exhausted == StockExhausted.RESHUFFLE
        melded_hand, positive = self.scoring == StockScoring.MELDED_HAND, self.scoring == StockScoring.POSITIVE
        needs = (
            ("max_reshuffles", self.max_reshuffles is not None, reshuffles, "stock_exhausted = reshuffle"),
            ("pile_card_reuse", not self.pile_card_reuse, self.extended_discard, "extended_discard = true"),
            ("ace_points_high", self.ace_points_high != 15, self.ace_mode != AceMode.LOW, "ace_mode = either or wrap"),
            ("exhausted_no_penalty", self.exhausted_no_penalty, melded_hand, "scoring = melded_hand"),
            ("split_rounding", self.split_rounding == SplitRounding.FLOOR, positive, "scoring = positive"),
            ("joker_points", self.joker_points != 15, self.jokers > 0, "jokers = 2"),
        )
        for need in needs:
            yield self.missing(*need)

    def players(self) -> range:
        """Numbers of players there may be."""
        return range(2, self.seats + 1)

    def direction(self) -> str:
        """Which points are good, ``lower`` or ``higher``."""
        return "lower" if self.scoring == StockScoring.NEGATIVE else "higher"

    @property
    def pack(self) -> Deck:
        """One pack, its printed jokers included."""
        return DECKS[52 + self.jokers]

    def dealt(self) -> tuple[int, ...]:
        """Cards dealt to each of 2, 3, … players; the last number holds for more."""
        return DEALT[self.hand_sizes]

    def hand_size(self, n_players: int) -> int:
        """Cards dealt to each of so many players."""
        sizes = self.dealt()
        return sizes[min(n_players - 2, len(sizes) - 1)]

    def encode(self, n_players: int) -> dict[str, Any]:
        """The play layer with this number of players as integers, and the cards of the universe of one or two packs."""
        n_packs = self._n_packs(n_players)
        requires = LayoffRequiresMeld.ROUND if self.meld_layoff_restriction else self.layoff_requires_meld
        return {
            "card_of": self.pack.card_of(n_packs),
            "n_cards": n_packs * self.pack.n_cards,
            "hand_size": self.hand_size(n_players),
            "ace_mode": ACE_CODES[self.ace_mode],
            "joker_cards": sum(1 << joker for joker in JOKERS[: self.jokers]),
            "extended_discard": int(self.extended_discard),
            "one_meld_per_turn": int(self.one_meld_per_turn or self.meld_layoff_restriction),
            "layoff_requires_meld": LAYOFF_CODES[requires],
            "final_discard_required": int(self.final_discard_required),
            "call_rummy": CALL_CODES[self.call_rummy],
            "top_must_be_used": int(self.top_discard_must_be_used),
            "no_return_discard": int(self.no_return_discard),
            "stock_exhausted": EXHAUSTED_CODES[self.stock_exhausted],
            "max_reshuffles": self._reshuffles(),
            "pile_card_reuse": int(self.pile_card_reuse),
            "max_turns": self.max_turns,
        }

    def _n_packs(self, n_players: int) -> int:
        return 2 if self.two_packs_from is not None and n_players >= self.two_packs_from else 1

    def _reshuffles(self) -> int:
        """How often the stock is made new."""
        most = {StockExhausted.RESHUFFLE_ONCE: 1, StockExhausted.RESHUFFLE: NO_LIMIT}.get(self.stock_exhausted, 0)
        return most if self.max_reshuffles is None else self.max_reshuffles

    def match_format(self) -> MatchFormat:
        """The match layer as the engine needs it."""
        return MatchFormat(
            end=str(self.match_end),
            limit=self.target,
            at_limit=True,
            reentry="none",
            reentry_total="highest",
            all_bust_rule="lowest",
            closer_at_limit_loses=False,
            win_at=None,
            game_bonus=0,
            box_bonus=0,
            next_start=str(self.next_start),
        )
