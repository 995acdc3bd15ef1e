"""Rules of the knock family: concealed hands, one player ends the deal (rules.md section 3)."""

from typing import Annotated, Any, Literal, Self

from pydantic import Field, model_validator

from rummysim.core.codes import WIN_MATCH, AceMode, AllBustRule, EliminateAt, Figures, LayoffTargets, NextStart
from rummysim.core.decks import DECKS, Deck
from rummysim.fields.match_format import MatchFormat
from rummysim.fields.rule import Rules, match, play, scoring

__all__ = ["NO_LIMIT", "KnockRules"]

NO_LIMIT = 1 << 30
"""What the kernel gets for a limit that is none."""

FIGURE_POINTS = {Figures.SEED: (10, 11, 12), Figures.TEN: (10, 10, 10), Figures.IN_ORDER: (8, 9, 10)}
LAYOFF_CODES = {LayoffTargets.NONE: 0, LayoffTargets.KNOCKER_ONLY: 1, LayoffTargets.ALL_SHOWN: 2}


class KnockRules(Rules):
    """Options of the knock family; the defaults are those of Conga."""

    deck: Literal[40, 48, 50] = play(
        40, "cards in the Spanish deck: 40 without 8 and 9, 48, or 48 and two jokers", "CG-1"
    )
    seats: int = play(4, "most players at the table", "CG-3", ge=2, le=4)
    ace_of_coins_wild: bool = play(True, "the ace of coins is wild", "CG-2")
    hand_size: int = play(7, "cards dealt to each player", "CG-4", ge=3, le=10)
    knock_limit: int = play(5, "most points a player may be left with when knocking", "CG-9", ge=0, le=50)
    min_melded: int = play(4, "fewest cards that must be melded to knock", "CG-9", ge=0, le=10)
    max_leftover_cards: int = play(3, "most cards that may be left over when knocking", "rules.md 3.7", ge=0, le=10)
    max_wilds_when_knocking: int = play(1, "most printed jokers among the cards kept when knocking", "CG-9", ge=0, le=2)
    figures: Figures = play(Figures.SEED, "points of sota, caballo and rey", "rules.md 3.5")
    ace_mode: AceMode = play(AceMode.LOW, "where the ace stands in runs", "CG-11")
    layoff_targets: LayoffTargets = play(LayoffTargets.ALL_SHOWN, "on whose melds the others may lay off", "CG-19")
    wild_layoff: bool = play(True, "a leftover wild may be laid off like any card", "CA-13")
    no_knock_first_round: bool = play(False, "nobody may knock in their first turn", "rules.md 3.7")
    knock_without_draw: bool = play(False, "a player may knock instead of drawing, with the cards held", "CA-1")
    starter_has_eight: bool = play(
        False, "the starter is dealt one card more and begins with a discard", "rules.md 3.7"
    )
    no_return_discard: bool = play(False, "the card taken from the pile may not be thrown in the same turn", "CG-10")
    max_turns: int = play(500, "turns after which a deal ends undecided", "rules.md 0.7", ge=1, le=10_000)
    max_reshuffles: Annotated[int, Field(ge=0, le=1000)] | None = play(
        None, "how often the discards may become a new stock; none: no limit", "CG-6"
    )

    wild_points: int = scoring(25, "points of a wild left over", "rules.md 3.5", ge=0, le=100)
    close_bonus: int = scoring(-10, "points of a knocker with all cards combined", "CG-17", ge=-100, le=0)
    invalid_conga: int = scoring(-25, "points of a knocker whose conga has a wild", "CG-16", ge=-100, le=0)
    conga_bonus: Literal["win_match"] | Annotated[int, Field(ge=-100, le=0)] = scoring(
        WIN_MATCH, "points of a natural conga, or that it wins the match", "CG-15"
    )
    wild_natural_in_conga: bool = scoring(False, "the wild ace of coins in its own place makes a natural conga", "CA-3")

    limit: int = match(100, "total that puts a player out of the match", "CG-21", ge=1, le=10_000)
    eliminate_at: EliminateAt = match(EliminateAt.OVER, "whether the limit itself puts out", "CG-21")
    all_bust_rule: AllBustRule = match(AllBustRule.NON_KNOCKER, "who wins when a deal takes everybody out", "CG-23")
    knocker_at_limit_loses: bool = match(
        False, "a knocker exactly at the limit loses when the others go over it", "CA-4"
    )
    win_at_minus: Annotated[int, Field(ge=-1000, le=-1)] | None = match(
        None, "total at or under which a player wins the match at once; none: never", "rules.md 3.7"
    )
    next_start: NextStart = match(NextStart.ROTATE, "who starts the next deal", "CG-5")

    @model_validator(mode="after")
    def _no_contradiction(self) -> Self:
        deck = DECKS[self.deck]
        needed = self.seats * self.hand_size + 2 + self.starter_has_eight
        if needed > deck.n_cards:
            raise ValueError(
                f"seats = {self.seats} and hand_size = {self.hand_size} need {needed} cards and deck = {self.deck} "
                f"has {deck.n_cards}; allowed up to {(deck.n_cards - 2 - self.starter_has_eight) // self.seats} "
                f"cards a hand; lower seats or hand_size"
            )
        if self.min_melded > self.hand_size:
            raise ValueError(
                f"min_melded = {self.min_melded} and hand_size = {self.hand_size} contradict each other: nobody could "
                f"ever knock; allowed up to {self.hand_size}; lower min_melded"
            )
        return self

    def players(self) -> range:
        """Numbers of players there may be."""
        return range(2, self.seats + 1)

    @property
    def spanish_deck(self) -> Deck:
        """The deck."""
        return DECKS[self.deck]

    def card_points(self) -> tuple[int, ...]:
        """Points by place of the rank line."""
        figures = FIGURE_POINTS[self.figures]
        return tuple(number if number < 10 else figures[number - 10] for number in self.spanish_deck.numbers)

    def encode(self) -> dict[str, Any]:
        """The play layer as integers, and the tuples the deck's tables are made from."""
        deck = self.spanish_deck
        jokers = (1 << 13 | 1 << 29) if deck.n_jokers else 0
        return {
            "card_of": deck.card_of(),
            "points": self.card_points(),
            "n_wilds": deck.n_jokers + self.ace_of_coins_wild,
            "n_cards": deck.n_cards,
            "hand_size": self.hand_size,
            "n_places": deck.n_places,
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
            "max_reshuffles": NO_LIMIT if self.max_reshuffles is None else self.max_reshuffles,
        }

    def match_format(self) -> MatchFormat:
        """The match layer as the engine needs it."""
        return MatchFormat(
            limit=self.limit,
            out_at_limit=self.eliminate_at == EliminateAt.REACH,
            bust_spares_closer=self.all_bust_rule == AllBustRule.NON_KNOCKER,
            closer_at_limit_loses=self.knocker_at_limit_loses,
            win_at=self.win_at_minus,
            next_start=str(self.next_start),
        )
