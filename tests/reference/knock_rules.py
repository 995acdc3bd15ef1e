"""The options of the knock family that a single deal depends on (rules 3.6, 3.7 and 5.1, CONTRACT 5)."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass, fields, replace
from functools import cached_property
from typing import Any

from tests.reference.knock_cards import ACE_OF_COINS, COPY, NUMBERS, is_joker, kind

FIGURES = {"10_11_12": (10, 11, 12), "10_10_10": (10, 10, 10), "8_9_10": (8, 9, 10), "11_12_13": (11, 12, 13)}
CHOICES: dict[str, Collection[Any]] = {
    "deck": NUMBERS,
    "decks": (1, 2),
    "figures": FIGURES,
    "ace_mode": ("low", "either"),
    "layoff_targets": ("all_shown", "knocker_only", "none"),
    "deal_scoring": ("each_own", "difference"),
    "oklahoma_ace": (0, 1),
}
MAY_BE_NONE = ("joker_min_players", "wilds_per_meld", "max_wilds_when_knocking", "max_reshuffles", "dead_stock")


@dataclass(frozen=True)
class Rules:
    """Options of the deal with their defaults, which are those of Conga."""

    deck: int = 40
    decks: int = 1
    joker_min_players: int | None = None
    ace_of_coins_wild: bool = True
    wilds_per_meld: int | None = None
    hand_size: int = 7
    knock_limit: int = 5
    min_melded: int = 4
    max_leftover_cards: int = 3
    figures: str = "10_11_12"
    ace_mode: str = "low"
    layoff_targets: str = "all_shown"
    max_wilds_when_knocking: int | None = 1
    wild_layoff: bool = True
    wild_penalty_knocker: bool = True
    no_knock_first_round: bool = False
    knock_without_draw: bool = False
    starter_has_eight: bool = False
    no_return_discard: bool = False
    upcard_offer: bool = False
    dead_stock: int | None = None
    fiftieth_card: bool = False
    big_gin: bool = False
    knock_limit_from_upcard: bool = False
    oklahoma_ace: int = 1
    last_turn_after_knock: bool = False
    max_turns: int = 500
    max_reshuffles: int | None = None
    deal_scoring: str = "each_own"
    wild_points: int = 25
    close_bonus: int = -10
    invalid_conga: int = -25
    conga_bonus: int | str = "win_match"
    wild_natural_in_conga: bool = False
    gin_bonus: int = 0
    undercut_bonus: int = 0
    big_gin_bonus: int = 0
    oklahoma_spade_double: bool = False

    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def _hash(self) -> int:
        return hash(tuple(getattr(self, field.name) for field in fields(self)))

    @cached_property
    def numbers(self) -> tuple[int, ...]:
        """The rank line as printed numbers."""
        return NUMBERS[self.deck]

    @cached_property
    def line(self) -> int:
        """Length L of the rank line."""
        return len(self.numbers)

    @cached_property
    def highest(self) -> int:
        """Highest position of a run."""
        return self.line if self.ace_mode == "either" else self.line - 1

    @cached_property
    def card_points(self) -> dict[int, int]:
        """Points of every natural card: the three highest numbers are the figures."""
        figure = dict(zip(self.numbers[-3:], FIGURES[self.figures], strict=True))
        return {
            suit * 16 + place: figure.get(number, number)
            for suit in range(4)
            for place, number in enumerate(self.numbers)
        }

    @cached_property
    def ace_bits(self) -> int:
        """Both copies of the wild 1o as bits of a hand, 0 when it is not wild."""
        return (1 << ACE_OF_COINS | 1 << ACE_OF_COINS + COPY) if self.ace_of_coins_wild else 0

    @property
    def difference(self) -> bool:
        """Whether deals are scored as in gin."""
        return self.deal_scoring == "difference"

    def is_wild(self, card: int) -> bool:
        """Whether the card is a printed joker or the wild 1o."""
        return is_joker(card) or (self.ace_of_coins_wild and kind(card) == ACE_OF_COINS)

    def points_of(self, cards: Iterable[int]) -> int:
        """Points of natural cards."""
        return sum(self.card_points[kind(card)] for card in cards)

    def with_upcard(self, upcard: int) -> "Rules":
        """The options with the knock limit of a deal that began with this upcard (GN-8)."""
        if not self.knock_limit_from_upcard or is_joker(upcard):
            return self
        number = self.numbers[upcard % 16]
        return replace(self, knock_limit=self.oklahoma_ace if number == 1 else min(number, 10))


def rules_of(rules: dict[str, Any] | Rules) -> Rules:
    """Options with the defaults of the rules of play; options of the match are passed over."""
    if isinstance(rules, Rules):
        return rules
    known = {field.name for field in fields(Rules)}
    values: dict[str, Any] = {name: value for name, value in rules.items() if name in known}
    values.update((name, None) for name in MAY_BE_NONE if values.get(name) == "none")
    made = Rules(**values)
    for name, allowed in CHOICES.items():
        if getattr(made, name) not in allowed:
            raise ValueError(f"{name} = {getattr(made, name)!r} is unknown to this referee")
    return made
