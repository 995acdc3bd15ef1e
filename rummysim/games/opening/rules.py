"""Rules of the opening family: Rummy 51 and relatives, first melds worth a minimum (rules.md sections 2 and 5.3)."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Annotated, Any, Literal

from pydantic import Field

from rummysim.core.codes import (
    AcePoints,
    AceRuns,
    DiscardTake,
    JokerReuse,
    NextStart,
    OpeningScoring,
    SetJokerSwap,
    StockExhausted,
    Unopened,
)
from rummysim.core.decks import DECKS, JOKERS, UNIVERSE, Deck
from rummysim.fields.match_format import MatchFormat
from rummysim.fields.rule import Rules, match, play
from rummysim.fields.rule import scoring as score

__all__ = ["OpeningRules"]

NO_LIMIT = 1 << 30
"""What the kernel gets for a number of reshuffles that is not limited."""
MANY_JOKERS = 99
"""What it gets for jokers of a meld that are not limited."""
N_UNIVERSE = 2 * UNIVERSE + 4
"""Two packs with two jokers each, and four more jokers."""
JOKER_PLACES = (52, 53, 106, 107, 108, 109, 110, 111)
"""Indices of the jokers in the universe."""
DEALT_TO_FEW, DEALT_TO_FIVE, DEALT_TO_SIX = 15, 13, 11

PLAIN = (
    "decks",
    "starter_has_extra",
    "cut_card",
    "cut_joker_to_cutter",
    "pure_run_required",
    "hand_requires_min",
    "no_open_first_rounds",
    "first_turn_melding",
    "layoff_on_opening_turn",
    "layoff_in_hand",
    "starter_privilege_second_turn",
    "taken_discard_must_be_used",
    "no_return_discard",
    "forbid_playable_discard",
    "joker_swap_before_opening",
    "final_discard_required",
    "max_turns",
)
"""Options that a kernel reads as they are."""
ACE_CODES = {AceRuns.LOW: 0, AceRuns.EITHER: 1, AceRuns.BOTH: 2}
ACE_WORTHS = {
    AcePoints.TEN: (10, 10),
    AcePoints.ELEVEN: (11, 11),
    AcePoints.FIFTEEN: (15, 15),
    AcePoints.LOW_OR_TEN: (1, 10),
    AcePoints.LOW_OR_ELEVEN: (1, 11),
}
"""Points of an ace below the 2, and elsewhere."""
ANY_MELD = 1
"""Least minimum of a kernel: whoever lays nothing has not opened."""
TAKE_CODES = {take: code for code, take in enumerate(DiscardTake)}
SWAP_CODES = {SetJokerSwap.NEVER: 0, SetJokerSwap.ANY_MISSING: 1, SetJokerSwap.BOTH_MISSING: 2}
REUSE_CODES = {JokerReuse.HAND: 0, JokerReuse.NEW_MELD: 1, JokerReuse.ANY_MELD: 2}


class OpeningRules(Rules):
    """Options of the opening family; the defaults are those of the seed, Rummy 51."""

    decks: Literal[1, 2] = play(2, "packs of 52 cards shuffled together", "RM-1, rules.md 2.7")
    jokers: int = play(4, "printed jokers in all packs together", "RM-1, rules.md 2.7", ge=0, le=8)
    hand_size: int = play(14, "cards dealt to each player", "RM-2", ge=7, le=15)
    hand_sizes: Literal["fixed", "15_13_11"] = play(
        "fixed",
        "fixed: hand_size for any number of players; 15_13_11: 15 cards each for up to four, 13 for five, 11 for more",
        "rules.md 5.3",
    )
    starter_has_extra: bool = play(True, "the first player gets a card more and does not draw first", "RM-2")
    seats: int = play(6, "most players at the table", "RM-1", ge=2, le=8)
    cut_card: bool = play(True, "a card lies open under the stock, to be drawn only to go out by hand", "RM-3")
    cut_joker_to_cutter: bool = play(
        False, "a joker at the cut goes to the player who cuts, for one of their cards", "rules.md 2.7"
    )
    opening_min: int = play(
        51, "points that the first melds of a player need together", "RM-13, rules.md 2.7", ge=0, le=101
    )
    ace_mode: AceRuns = play(AceRuns.BOTH, "where the ace stands in runs", "RM-10")
    ace_points: AcePoints = play(AcePoints.TEN, "points of an ace, in an opening and in hand", "RM-14, RA-12")
    pure_run_required: bool = play(False, "an opening has a run of three or more naturals", "rules.md 2.7")
    hand_requires_min: bool = play(True, "going out by hand needs the points of an opening too", "2.2 (5)")
    no_open_first_rounds: int = play(0, "rounds in which nobody may open", "rules.md 2.7", ge=0, le=3)
    first_turn_melding: bool = play(True, "the first player may open with the extra card", "RA-9")
    layoff_on_opening_turn: bool = play(True, "lay-offs and swaps in the turn of the opening", "RA-6")
    layoff_in_hand: bool = play(False, "going out by hand allows lay-offs", "rules.md 2.7")
    discard_take: DiscardTake = play(
        DiscardTake.FIRST_TURN, "when a player who has not opened may take the top of the pile", "2.2 (1)"
    )
    starter_privilege_second_turn: bool = play(
        False, "the first player has the free take in the second turn, their first to draw", "RA-8"
    )
    taken_discard_must_be_used: bool = play(
        False, "a card taken from the pile has to be used first, or be in the opening", "rules.md 2.7"
    )
    no_return_discard: bool = play(True, "a card taken from the pile may not be thrown in the same turn", "RM-8, 8.6")
    forbid_playable_discard: bool = play(
        False, "a card that fits a meld on the table may not be thrown, unless all do", "rules.md 2.7, 8.7"
    )
    max_jokers_when_laid: Annotated[int, Field(ge=1, le=8)] | None = play(
        1, "most jokers of a meld when it is laid; none: no limit", "RM-11, RA-10"
    )
    max_jokers_total: Literal[1, 2, "less_or_equal"] | None = play(
        None, "most jokers of a meld at any time, or not more than naturals; none: no limit", "RM-11, 8.7"
    )
    adjacent_jokers: bool = play(True, "two jokers may lie side by side in a run", "rules.md 2.7")
    set_joker_swap: SetJokerSwap = play(SetJokerSwap.ANY_MISSING, "which cards free a joker of a set", "RA-11")
    joker_reuse: JokerReuse = play(JokerReuse.NEW_MELD, "where a swapped joker has to go", "2.2 (2), 8.7")
    joker_swap_before_opening: bool = play(False, "a joker of the table may be swapped to open with", "rules.md 2.7")
    final_discard_required: bool = play(True, "a player goes out by a discard only", "RM-7")
    stock_exhausted: Literal[StockExhausted.RESHUFFLE, StockExhausted.END] = play(
        StockExhausted.RESHUFFLE, "what happens when the stock is empty", "RM-6, rules.md 2.7"
    )
    max_reshuffles: Annotated[int, Field(ge=0, le=1000)] | None = play(
        1, "how often the pile may become a new stock; none: no limit", "RM-6, 8.11"
    )
    max_turns: int = play(500, "turns after which a deal ends undecided", "rules.md 0.7", ge=1, le=10_000)

    scoring: OpeningScoring = score(OpeningScoring.OWN_HAND, "who scores what in a deal", "2.5, rules.md 5.3")
    go_out: int = score(-40, "points of who goes out", "2.5", ge=-500, le=0)
    hand: int = score(-80, "points of who goes out by hand", "2.5", ge=-500, le=0)
    cutcard_hand_bonus: int = score(-120, "points of who goes out by hand with the cut card", "2.5, 2.6", ge=-500, le=0)
    unopened: Unopened = score(Unopened.HUNDRED, "points of a loser who has not opened", "RM-16, rules.md 2.7")
    hand_multiplier: Literal[1, 2] = score(2, "factor of the losers' points if somebody goes out by hand", "RA-16")
    joker_in_hand: int = score(20, "points of a joker left in hand", "RM-15", ge=1, le=200)

    deals: Annotated[int, Field(ge=1, le=1000)] | None = match(
        None, "deals of a match; none: as many as players", "RM-17, rules.md 2.7"
    )
    elimination: Annotated[int, Field(ge=1, le=10_000)] | None = match(
        None, "total above which a player leaves the match, and deals does not count; none: nobody leaves", "8.7"
    )
    next_start: NextStart = match(NextStart.ROTATE, "who starts the next deal", "RM-5")

    def contradictions(self) -> Iterator[str]:
        """One message a contradiction, empty where there is none."""
        yield self._too_few_cards()
        if self.elimination is not None and self.scoring == OpeningScoring.WINNER_SCORES:
            yield (
                f"elimination = {self.elimination} and scoring = winner_scores contradict each other: points are good "
                f"there and nobody leaves; allowed elimination = none or scoring = own_hand; change one of them"
            )
        if self.elimination is not None and self.deals is not None:
            yield (
                f"elimination = {self.elimination} and deals = {self.deals} contradict each other: the limit alone "
                f"ends the match; allowed is one of them; leave deals out"
            )
        if self.hand_sizes != "fixed" and self.hand_size != 14:
            yield (
                f"hand_size = {self.hand_size} and hand_sizes = {self.hand_sizes} contradict each other; allowed is "
                f"one of them; leave hand_size out"
            )
        yield from self._missing()

    def _too_few_cards(self) -> str:
        """The fewest players that need more cards than there are."""
        n_cards = 52 * self.decks + self.jokers - self.cut_card
        for n_players in self.players():
            needed = n_players * self.dealt_to(n_players) + 1
            if needed > n_cards:
                return (
                    f"seats = {self.seats} and decks = {self.decks} contradict each other: {n_players} players need "
                    f"{needed} cards and there are {n_cards} to deal; allowed seats up to {n_players - 1}; lower seats "
                    f"or hand_size, or add a pack"
                )
        return ""

    def _missing(self) -> Iterator[str]:
        """Options that need another one to mean anything."""
        reshuffles, own = self.stock_exhausted == StockExhausted.RESHUFFLE, self.scoring == OpeningScoring.OWN_HAND
        first = self.discard_take == DiscardTake.FIRST_TURN
        needs = (
            ("cut_joker_to_cutter", self.cut_joker_to_cutter, self.cut_card, "cut_card = true"),
            ("first_turn_melding", not self.first_turn_melding, self.starter_has_extra, "starter_has_extra = true"),
            (
                "starter_privilege_second_turn",
                self.starter_privilege_second_turn,
                first,
                "discard_take = first_turn_free_then_open",
            ),
            ("max_reshuffles", self.max_reshuffles != 1, reshuffles, "stock_exhausted = reshuffle"),
            ("go_out", self.go_out != -40, own, "scoring = own_hand"),
            ("hand", self.hand != -80, own, "scoring = own_hand"),
            ("cutcard_hand_bonus", self.cutcard_hand_bonus != -120, own, "scoring = own_hand"),
        )
        for need in needs:
            yield self.missing(*need)

    def players(self) -> range:
        """Numbers of players there may be."""
        return range(2, self.seats + 1)

    def direction(self) -> str:
        """Which points are good, ``lower`` or ``higher``."""
        return "lower" if self.scoring == OpeningScoring.OWN_HAND else "higher"

    @property
    def pack(self) -> Deck:
        """One pack, with the jokers of all; the seed's numbers of figures are 12 to 14, there is no 11 (RM-12)."""
        return replace(DECKS[52], n_jokers=self.jokers, jack=12)

    def dealt_to(self, n_players: int) -> int:
        """Cards dealt to each of so many players."""
        if self.hand_sizes == "fixed":
            return self.hand_size
        return {5: DEALT_TO_FIVE}.get(n_players, DEALT_TO_FEW if n_players < 5 else DEALT_TO_SIX)

    def encode(self, n_players: int) -> dict[str, Any]:
        """The play layer with this number of players as integers."""
        ends = self.stock_exhausted == StockExhausted.END
        reshuffles = NO_LIMIT if self.max_reshuffles is None else self.max_reshuffles
        leads = self.max_jokers_total == "less_or_equal"
        limit = MANY_JOKERS if self.max_jokers_total is None or leads else int(self.max_jokers_total)
        laid = MANY_JOKERS if self.max_jokers_when_laid is None else self.max_jokers_when_laid
        return {
            "card_of": self._card_of(),
            "n_cards": 52 * self.decks + self.jokers,
            "hand_size": self.dealt_to(n_players),
            "joker_cards": sum(1 << joker for joker in JOKERS[: self.jokers]),
            "n_jokers": self.jokers,
            "ace_mode": ACE_CODES[self.ace_mode],
            "ace_worths": ACE_WORTHS[self.ace_points],
            "laid_jokers": min(laid, limit),
            "most_jokers": limit,
            "naturals_lead": int(leads),
            "adjacent_jokers": int(self.adjacent_jokers),
            "opening_min": max(self.opening_min, ANY_MELD),
            "discard_take": TAKE_CODES[self.discard_take],
            "set_joker_swap": SWAP_CODES[self.set_joker_swap],
            "joker_reuse": REUSE_CODES[self.joker_reuse],
            "ends_on_empty": int(ends),
            "max_reshuffles": 0 if ends else reshuffles,
            **{name: int(getattr(self, name)) for name in PLAIN},
        }

    def _card_of(self) -> tuple[int, ...]:
        """Card by index of the universe, -1 where it is absent."""
        cards = [-1] * N_UNIVERSE
        for pack in range(self.decks):
            cards[UNIVERSE * pack : UNIVERSE * pack + 52] = [
                16 * suit + place for suit in range(4) for place in range(13)
            ]
        for index, joker in zip(JOKER_PLACES[: self.jokers], JOKERS, strict=False):
            cards[index] = joker
        return tuple(cards)

    def match_format(self) -> MatchFormat:
        """The match layer as the engine needs it."""
        leaves = self.elimination is not None
        return MatchFormat(
            end="elimination" if leaves else "deals",
            limit=self.elimination or 0,
            at_limit=False,
            reentry="none",
            reentry_total="highest",
            all_bust_rule="lowest",
            closer_at_limit_loses=False,
            win_at=None,
            game_bonus=0,
            box_bonus=0,
            next_start=str(self.next_start),
            n_deals=self.deals,
        )
