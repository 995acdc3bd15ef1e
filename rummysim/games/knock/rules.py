"""Rules of the knock family: concealed hands, one player ends the deal (rules.md sections 3, 5.1 and 8.10)."""

from collections.abc import Iterator
from typing import Annotated, Any, Literal

from pydantic import Field

from rummysim.core.codes import (
    WIN_MATCH,
    AceMode,
    AllBustRule,
    DealScoring,
    EliminateAt,
    Figures,
    LayoffTargets,
    MatchEnd,
    NextStart,
    Reentry,
    ReentryTotal,
)
from rummysim.core.decks import DECKS, JOKERS, Deck
from rummysim.fields.match_format import MatchFormat
from rummysim.fields.rule import Rules, match, play, scoring

__all__ = ["NO_CAP", "NO_LIMIT", "KnockRules"]

NO_LIMIT = 1 << 30
"""What the kernel gets for a limit that is none."""
FIGURE_LIMIT = 10
"""Knock limit that a figure as upcard sets."""

NO_CAP = 99
"""What the kernel gets for wilds in a meld without limit."""
OPEN_CARDS = 2
"""Cards a deal needs beside the hands: the upcard and a stock of one."""
PAIR = 2

FIGURE_POINTS = {
    Figures.SEED: (10, 11, 12),
    Figures.TEN: (10, 10, 10),
    Figures.IN_ORDER: (8, 9, 10),
    Figures.ABOVE_TEN: (11, 12, 13),
}
LAYOFF_CODES = {LayoffTargets.NONE: 0, LayoffTargets.KNOCKER_ONLY: 1, LayoffTargets.ALL_SHOWN: 2}


class KnockRules(Rules):
    """Options of the knock family; the defaults are those of Conga."""

    deck: Literal[40, 48, 50, 52, 54] = play(
        40,
        "cards of a pack: Spanish 40 (no 8, no 9), 48, 50 (with two jokers), French 52, 54 (with two jokers)",
        "CG-1, GN-1",
    )
    decks: Literal[1, 2] = play(1, "packs shuffled together", "rules.md 3.7")
    seats: int = play(4, "most players at the table", "CG-3, GN-1", ge=2, le=8)
    joker_min_players: int = play(
        2, "printed jokers are taken out of the deck with fewer players than this", "rules.md 5.1", ge=2, le=8
    )
    ace_of_coins_wild: bool = play(True, "the ace of coins (of French cards the ace of clubs) is wild", "CG-2")
    hand_size: int = play(7, "cards dealt to each player", "CG-4, GN-1", ge=3, le=10)
    knock_limit: int = play(5, "most points a player may be left with when knocking", "CG-9, GN-3", ge=0, le=50)
    knock_limit_from_upcard: bool = play(
        False,
        "the first upcard's value (figures 10) is the knock limit of the deal; of a joker knock_limit is",
        "GN-8",
    )
    oklahoma_ace: Literal[0, 1] = play(
        1, "knock limit of an ace turned up, where knock_limit_from_upcard holds", "GN-8"
    )
    min_melded: int = play(4, "fewest cards that must be melded to knock", "CG-9", ge=0, le=10)
    max_leftover_cards: int = play(3, "most cards that may be left over when knocking", "rules.md 3.7", ge=0, le=10)
    max_wilds_when_knocking: int = play(1, "most printed jokers among the cards kept when knocking", "CG-9", ge=0, le=4)
    wilds_per_meld: Annotated[int, Field(ge=1, le=6)] | None = play(
        None, "most wilds in one meld, lay-offs included; none: no limit", "CG-14"
    )
    figures: Figures = play(Figures.SEED, "points of the three figures", "rules.md 3.5")
    ace_mode: Literal[AceMode.LOW, AceMode.EITHER] = play(AceMode.LOW, "where the ace stands in runs", "CG-11")
    layoff_targets: LayoffTargets = play(
        LayoffTargets.ALL_SHOWN, "on whose melds the others may lay off", "CG-19, GN-4"
    )
    wild_layoff: bool = play(True, "a leftover wild may be laid off like any card", "CA-13")
    wild_penalty_knocker: bool = play(
        True, "wilds left over count for who knocks, who therefore may have none; false: they count nothing", "S-48"
    )
    no_knock_first_round: bool = play(False, "nobody may knock in their first turn", "rules.md 3.7")
    knock_without_draw: bool = play(False, "a player may knock instead of drawing, with the cards held", "CA-1")
    last_turn_after_knock: bool = play(
        False, "after a knock every other player has one more turn, without knocking", "rules.md 5.1"
    )
    big_gin: bool = play(
        False, "who after drawing can meld all cards may end the deal without a discard", "GN-3, rules.md 5.1"
    )
    starter_has_eight: bool = play(
        False, "the starter is dealt one card more and begins with a discard", "rules.md 3.7"
    )
    upcard_offer: bool = play(
        False, "the first upcard is offered to the starter, then to the other, before anybody draws", "GN-2"
    )
    no_return_discard: bool = play(
        False, "the card taken from the pile may not be thrown in the same turn", "CG-10, GN-3"
    )
    dead_stock: Annotated[int, Field(ge=0, le=10)] | None = play(
        None,
        "stock cards at which a discard ends the deal undecided; none: the pile becomes a new stock",
        "GN-5",
    )
    fiftieth_card: bool = play(False, "the discard that would end the deal so may be taken to knock at once", "GN-5")
    max_turns: int = play(500, "turns after which a deal ends undecided", "rules.md 0.7", ge=1, le=10_000)
    max_reshuffles: Annotated[int, Field(ge=0, le=1000)] | None = play(
        None, "how often the discards may become a new stock; none: no limit", "CG-6"
    )
    deal_scoring: DealScoring = play(
        DealScoring.EACH_OWN, "who scores what in a deal, and whether gin takes the place of conga", "rules.md 5.1"
    )

    wild_points: int = scoring(25, "points of a wild left over", "rules.md 3.5", ge=0, le=100)
    close_bonus: int = scoring(-10, "points of a knocker with all cards combined", "CG-17", ge=-100, le=0)
    invalid_conga: int = scoring(-25, "points of a knocker whose conga has a wild", "CG-16", ge=-100, le=0)
    conga_bonus: Literal["win_match"] | Annotated[int, Field(ge=-100, le=0)] = scoring(
        WIN_MATCH, "points of a natural conga, or that it wins the match", "CG-15"
    )
    wild_natural_in_conga: bool = scoring(False, "the wild ace of coins in its own place makes a natural conga", "CA-3")
    gin_bonus: int = scoring(
        25, "points for gin beside those the other is left with (deal_scoring difference)", "GN-4", ge=0, le=200
    )
    undercut_bonus: int = scoring(
        25, "points for an undercut beside the difference (deal_scoring difference)", "GN-4", ge=0, le=200
    )
    big_gin_bonus: int = scoring(
        31, "as gin_bonus, for big gin; the option big_gin allows it", "GN-3, rules.md 5.1", ge=0, le=200
    )
    oklahoma_spade_double: bool = scoring(
        False, "a spade (a card of the last suit) as first upcard doubles the points of the deal", "GN-8"
    )

    match_end: MatchEnd = match(MatchEnd.ELIMINATION, "how a match ends", "CG-22, GN-7")
    limit: int = match(
        100, "total over which a player is out of the match, or over which it ends", "CG-21", ge=1, le=10_000
    )
    target: int = match(100, "total that ends a match with match_end target", "GN-7", ge=1, le=10_000)
    eliminate_at: EliminateAt = match(EliminateAt.OVER, "whether the limit itself is over it", "CG-21")
    reentry: Reentry = match(
        Reentry.NONE, "how often who goes out may buy back in while two others are in", "rules.md 3.7"
    )
    reentry_total: ReentryTotal = match(
        ReentryTotal.SECOND_HIGHEST, "total with which a player comes back", "rules.md 3.7"
    )
    all_bust_rule: AllBustRule = match(AllBustRule.NON_KNOCKER, "who wins when a deal takes everybody out", "CG-23")
    knocker_at_limit_loses: bool = match(
        False, "a knocker exactly at the limit loses when the others go over it", "CA-4"
    )
    win_at_minus: Annotated[int, Field(ge=-1000, le=-1)] | None = match(
        None, "total at or under which a player wins the match at once; none: never", "rules.md 3.7"
    )
    game_bonus: int = match(0, "points of the winner of a match with a target, at its end", "GN-7", ge=0, le=1000)
    box_bonus: int = match(0, "points for each deal won in a match with a target, at its end", "GN-7", ge=0, le=1000)
    next_start: NextStart = match(NextStart.ROTATE, "who starts the next deal", "CG-5, GN-6")

    def contradictions(self) -> Iterator[str]:
        """One message a contradiction, empty where there is none."""
        yield self._too_few_cards()
        if self.min_melded > self.hand_size:
            yield (
                f"min_melded = {self.min_melded} and hand_size = {self.hand_size} contradict each other: nobody could "
                f"ever knock; allowed up to {self.hand_size}; lower min_melded"
            )
        if self.max_reshuffles and self.dead_stock is not None:
            yield (
                f"max_reshuffles = {self.max_reshuffles} and dead_stock = {self.dead_stock} contradict each other: the "
                f"deal is over before the stock is empty; allowed max_reshuffles = none; leave one of them out"
            )
        difference, target = self.deal_scoring == DealScoring.DIFFERENCE, self.match_end == MatchEnd.TARGET
        if difference != target:
            yield (
                f"deal_scoring = {self.deal_scoring} and match_end = {self.match_end} contradict each other: a target "
                f"is for points that are good, a limit for points that are bad; allowed match_end = target with "
                f"deal_scoring = difference and no other; change one of them"
            )
        yield from self._missing()

    def _too_few_cards(self) -> str:
        beside = OPEN_CARDS + self.starter_has_eight + (self.dead_stock or 0)
        cards = [(n, self.decks * self.pack_of(n).n_cards) for n in self.players()]
        room, n_players, n_cards = min(((n_cards - beside) // n, n, n_cards) for n, n_cards in cards)
        if self.hand_size <= room:
            return ""
        packs = f"deck = {self.deck}" + (f" and decks = {self.decks} have" if self.decks > 1 else " has")
        return (
            f"seats = {self.seats} and hand_size = {self.hand_size} need {n_players * self.hand_size + beside} cards "
            f"and {packs} {n_cards} for {n_players} players; allowed up to {room} cards a hand; "
            f"lower seats or hand_size"
        )

    def _missing(self) -> Iterator[str]:
        """Options that need another one to mean anything."""
        two, no_offer = self.seats == PAIR, not self.upcard_offer
        elimination, target = self.match_end == MatchEnd.ELIMINATION, self.match_end == MatchEnd.TARGET
        difference = self.deal_scoring == DealScoring.DIFFERENCE
        needs = (
            ("deal_scoring", difference, two, "seats = 2"),
            ("upcard_offer", self.upcard_offer, two, "seats = 2"),
            ("starter_has_eight", self.starter_has_eight, no_offer, "upcard_offer = false"),
            ("fiftieth_card", self.fiftieth_card, self.dead_stock is not None, "dead_stock = 2 or another number"),
            ("oklahoma_spade_double", self.oklahoma_spade_double, difference, "deal_scoring = difference"),
            ("reentry", self.reentry != Reentry.NONE, elimination, "match_end = elimination"),
            ("knocker_at_limit_loses", self.knocker_at_limit_loses, elimination, "match_end = elimination"),
            ("win_at_minus", self.win_at_minus is not None, not target, "match_end = elimination or first_over"),
            ("game_bonus", self.game_bonus > 0, target, "match_end = target"),
            ("box_bonus", self.box_bonus > 0, target, "match_end = target"),
        )
        for need in needs:
            yield self.missing(*need)

    def players(self) -> range:
        """Numbers of players there may be."""
        return range(2, self.seats + 1)

    def direction(self) -> str:
        """Which points are good, ``lower`` or ``higher``."""
        return "higher" if self.deal_scoring == DealScoring.DIFFERENCE else "lower"

    @property
    def pack(self) -> Deck:
        """One pack, its printed jokers included."""
        return DECKS[self.deck]

    def pack_of(self, n_players: int) -> Deck:
        """One pack as it is with this number of players."""
        return self.pack if n_players >= self.joker_min_players else self.pack.without_jokers()

    def card_points(self) -> tuple[int, ...]:
        """Points by place of the rank line."""
        numbers = self.pack.numbers
        figures = FIGURE_POINTS[self.figures]
        return (*numbers[: -len(figures)], *figures)

    def encode(self, n_players: int) -> dict[str, Any]:
        """The play layer with this number of players as integers, and the tuples the deck's tables are made from."""
        pack = self.pack_of(n_players)
        jokers = sum(1 << joker for joker in JOKERS[: pack.n_jokers])
        return {
            "card_of": pack.card_of(self.decks),
            "points": self.card_points(),
            "n_wilds": self.decks * (pack.n_jokers + self.ace_of_coins_wild),
            "cap": NO_CAP if self.wilds_per_meld is None else self.wilds_per_meld,
            "n_cards": self.decks * pack.n_cards,
            "hand_size": self.hand_size,
            "n_places": pack.n_places,
            "ace_high": int(self.ace_mode == AceMode.EITHER),
            "wild_cards": jokers | int(self.ace_of_coins_wild),
            "joker_cards": jokers,
            "own_ace": int(self.ace_of_coins_wild),
            "knock_limit": self.knock_limit,
            "max_leftover_cards": min(self.max_leftover_cards, self.hand_size - self.min_melded),
            "max_jokers": self.max_wilds_when_knocking,
            "no_knock_first_round": int(self.no_knock_first_round),
            "layoff_targets": LAYOFF_CODES[self.layoff_targets],
            "wild_layoff": int(self.wild_layoff),
            "knock_without_draw": int(self.knock_without_draw),
            "starter_has_eight": int(self.starter_has_eight),
            "no_return_discard": int(self.no_return_discard),
            "max_turns": self.max_turns,
            "max_reshuffles": self._reshuffles(),
            "wild_penalty_knocker": int(self.wild_penalty_knocker),
            "upcard_offer": int(self.upcard_offer),
            "dead_stock": -1 if self.dead_stock is None else self.dead_stock,
            "fiftieth_card": int(self.fiftieth_card),
            "big_gin": int(self.big_gin),
            "limit_from_upcard": int(self.knock_limit_from_upcard),
            "upcard_limits": self._upcard_limits(),
            "last_turn": int(self.last_turn_after_knock),
            "difference": int(self.deal_scoring == DealScoring.DIFFERENCE),
        }

    def _upcard_limits(self) -> tuple[int, ...]:
        """Knock limit by place of the upcard: figures count 10, the ace as ``oklahoma_ace`` says (GN-8)."""
        numbers = DECKS[self.deck].numbers
        return tuple(self.oklahoma_ace if number == 1 else min(number, FIGURE_LIMIT) for number in numbers)

    def _reshuffles(self) -> int:
        """How often the stock is made new: never where it can be dead."""
        if self.dead_stock is not None:
            return 0
        return NO_LIMIT if self.max_reshuffles is None else self.max_reshuffles

    def match_format(self) -> MatchFormat:
        """The match layer as the engine needs it."""
        target = self.match_end == MatchEnd.TARGET
        return MatchFormat(
            end=str(self.match_end),
            limit=self.target if target else self.limit,
            at_limit=target or self.eliminate_at == EliminateAt.REACH,
            reentry=str(self.reentry),
            reentry_total=str(self.reentry_total),
            all_bust_rule=str(self.all_bust_rule),
            closer_at_limit_loses=self.knocker_at_limit_loses,
            win_at=self.win_at_minus,
            game_bonus=self.game_bonus,
            box_bonus=self.box_bonus,
            next_start=str(self.next_start),
        )
