"""Cards, melds and arrangements of the knock family, enumerated one by one (CONTRACT 2 and 4.2, rules 3.3)."""

from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass, fields
from functools import cached_property, lru_cache
from itertools import combinations
from typing import Any, NamedTuple

SUITS = "oceb"
JOKERS = (13, 29)
ACE_OF_COINS = 0
FIGURES = {"10_11_12": (10, 11, 12), "10_10_10": (10, 10, 10), "8_9_10": (8, 9, 10)}
NUMBERS = {40: (1, 2, 3, 4, 5, 6, 7, 10, 11, 12), 48: tuple(range(1, 13)), 50: tuple(range(1, 13))}

Leftover = tuple[int, int]


@dataclass(frozen=True)
class Rules:
    """The options of rules 3.6 and 3.7 that a single deal depends on."""

    deck: int = 40
    ace_of_coins_wild: bool = True
    hand_size: int = 7
    knock_limit: int = 5
    min_melded: int = 4
    max_leftover_cards: int = 3
    figures: str = "10_11_12"
    ace_mode: str = "low"
    layoff_targets: str = "all_shown"
    max_wilds_when_knocking: int | None = 1
    wild_layoff: bool = True
    no_knock_first_round: bool = False
    knock_without_draw: bool = False
    starter_has_eight: bool = False
    no_return_discard: bool = False
    max_turns: int = 500
    max_reshuffles: int | None = None
    wild_points: int = 25
    close_bonus: int = -10
    invalid_conga: int = -25
    conga_bonus: int | str = "win_match"
    wild_natural_in_conga: bool = False

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
        """Points of every natural card."""
        figure = dict(zip((10, 11, 12), FIGURES[self.figures], strict=True))
        return {
            suit * 16 + place: figure.get(number, number)
            for suit in range(4)
            for place, number in enumerate(self.numbers)
        }

    def is_wild(self, card: int) -> bool:
        """Whether the card is a printed joker or the wild 1o."""
        return card in JOKERS or (self.ace_of_coins_wild and card == ACE_OF_COINS)

    def points_of(self, cards: Iterable[int]) -> int:
        """Points of natural cards."""
        return sum(self.card_points[card] for card in cards)


def rules_of(rules: dict[str, Any] | Rules) -> Rules:
    """Options with the defaults of the rules of play; options of the match are passed over."""
    if isinstance(rules, Rules):
        return rules
    if rules.get("decks", 1) != 1 or rules.get("wilds_per_meld") not in (None, "none"):
        raise ValueError("this referee knows one pack and any number of wilds in a meld")
    known = {field.name for field in fields(Rules)}
    made = Rules(**{name: value for name, value in rules.items() if name in known})
    choices: dict[str, Collection] = {
        "deck": NUMBERS,
        "figures": FIGURES,
        "ace_mode": ("low", "either"),
        "layoff_targets": ("all_shown", "knocker_only", "none"),
    }
    for name, allowed in choices.items():
        if getattr(made, name) not in allowed:
            raise ValueError(f"{name} = {getattr(made, name)!r} is unknown to this referee")
    return made


def parse(text: str, deck: int = 40) -> list[int]:
    """Cards from the notation of rules 0.1; the first X is the first joker, the second X the second."""
    jokers = iter(JOKERS)
    cards = []
    for word in text.split():
        if word == "X":
            cards.append(next(jokers))
        else:
            cards.append(SUITS.index(word[-1]) * 16 + NUMBERS[deck].index(int(word[:-1])))
    return cards


def name(card: int, deck: int) -> str:
    """A card in the notation of rules 0.1."""
    if card in JOKERS:
        return "X"
    suit, place = divmod(card, 16)
    if 0 <= suit < 4 and place < len(NUMBERS[deck]):
        return f"{NUMBERS[deck][place]}{SUITS[suit]}"
    return f"card {card}"


def names(cards: Iterable[int], deck: int) -> str:
    """Cards in the notation of rules 0.1, in ascending order."""
    return " ".join(name(card, deck) for card in sorted(cards))


class Meld(NamedTuple):
    """A meld; melds compare as their keys, and a key says all of a meld.

    Set: (0, place of the number, suits of the naturals as bits, number of wilds).
    Run: (1, suit, lowest position, length, wild pattern), the pattern one 0 or 1 a position.
    """

    key: tuple
    naturals: frozenset[int]
    wilds: int
    ace_fits: bool  # a wild 1o may be one of the wilds without standing in its own place


class Arrangement(NamedTuple):
    """Melds in order, and the natural cards and number of wilds that they leave."""

    melds: tuple[Meld, ...]
    left: frozenset[int]
    left_wilds: int

    def leftover(self, rules: Rules) -> Leftover:
        """What "leftover" compares as."""
        return self.left_wilds, rules.points_of(self.left)


def sets_of(rules: Rules, cards: Collection[int], wilds: int) -> Iterator[Meld]:
    """Every set of three or four with at least one natural (CG-12, CG-14)."""
    for place in range(rules.line):
        held = [suit for suit in range(4) if suit * 16 + place in cards]
        for n in range(max(1, 3 - wilds), len(held) + 1):
            for suits in combinations(held, n):
                naturals = frozenset(suit * 16 + place for suit in suits)
                own_place = {0} if place == 0 else set()
                ace_fits = bool(set(range(4)) - set(suits) - own_place)
                bits = sum(1 << suit for suit in suits)
                for used in range(max(0, 3 - n), min(wilds, 4 - n) + 1):
                    yield Meld((0, place, bits, used), naturals, used, ace_fits and used > 0)


def runs_of(rules: Rules, cards: Collection[int], wilds: int) -> Iterator[Meld]:
    """Every run of three or more with at least one natural (CG-11, CG-14)."""
    for suit in range(4):
        # the wild 1o is a natural at position 0 of coins only, not above the last card
        held = {
            position
            for position in range(rules.highest + 1)
            if (card := suit * 16 + position % rules.line) in cards
            and not (position == rules.line and rules.is_wild(card))
        }
        longest = len(held) + wilds
        for low in range(rules.highest - 1) if held and longest >= 3 else ():
            for high in range(low + 2, min(rules.highest, low + longest - 1) + 1):
                if low > 0 or high < rules.line:
                    yield from patterns_of(rules, suit, low, high, held, wilds)


def patterns_of(rules: Rules, suit: int, low: int, high: int, held: set[int], wilds: int) -> Iterator[Meld]:
    """Every way to fill a run with naturals and wilds; a wild may stand for a card that is held."""
    positions = range(low, high + 1)
    present = [position for position in positions if position in held]
    missing = len(positions) - len(present)
    if missing > wilds:
        return
    for replaced in range(min(wilds - missing, len(present) - 1) + 1):
        for by_wild in combinations(present, replaced):
            natural = [position for position in present if position not in by_wild]
            pattern = tuple(int(position not in natural) for position in positions)
            ace_fits = any(position not in natural and (suit, position) != (0, 0) for position in positions)
            naturals = frozenset(suit * 16 + position % rules.line for position in natural)
            yield Meld((1, suit, low, len(positions), pattern), naturals, sum(pattern), ace_fits)


@lru_cache(maxsize=100_000)
def melds_of(rules: Rules, cards: frozenset[int]) -> tuple[Meld, ...]:
    """Every meld that the cards can form on its own, in order."""
    wilds = sum(rules.is_wild(card) for card in cards)
    naturals = cards - set(JOKERS)
    made = [*sets_of(rules, naturals, wilds), *runs_of(rules, naturals, wilds)]
    return tuple(sorted(meld for meld in made if wilds_suffice(rules, (meld,), cards)))


def wilds_suffice(rules: Rules, melds: tuple[Meld, ...], cards: frozenset[int]) -> bool:
    """Whether the wilds among the cards can take all wild places; printed jokers go first."""
    need = sum(meld.wilds for meld in melds)
    jokers = sum(card in JOKERS for card in cards)
    if need <= jokers:
        return True
    ace_is_free = (
        rules.ace_of_coins_wild and ACE_OF_COINS in cards and not any(ACE_OF_COINS in meld.naturals for meld in melds)
    )
    return ace_is_free and need == jokers + 1 and any(meld.ace_fits for meld in melds)


def arrangements(rules: Rules, cards: frozenset[int]) -> Iterator[Arrangement]:
    """Every arrangement of the cards, the empty one too, in the order of rules 8.1."""
    jokers = sum(card in JOKERS for card in cards)

    def extend(chosen: tuple[Meld, ...], free: frozenset[int], candidates: list[Meld]) -> Iterator[Arrangement]:
        ace_left = rules.ace_of_coins_wild and ACE_OF_COINS in free
        left_wilds = jokers + ace_left - sum(meld.wilds for meld in chosen)
        left = free - {ACE_OF_COINS} if ace_left else free
        yield Arrangement(chosen, left, left_wilds)
        for i, meld in enumerate(candidates):
            longer = (*chosen, meld)
            rest = free - meld.naturals
            later = [
                other
                for other in candidates[i + 1 :]
                if other.naturals <= rest and wilds_suffice(rules, (*longer, other), cards)
            ]
            yield from extend(longer, rest, later)

    yield from extend((), cards - set(JOKERS), list(melds_of(rules, cards)))


def first_least(made: Iterable[Arrangement], cost: Callable[[Arrangement], Leftover]) -> Arrangement:
    """The arrangement of least cost, the first of them; the arrangements come in order."""
    best: tuple[Leftover, Arrangement] | None = None
    for arrangement in made:
        its_cost = cost(arrangement)
        if best is None or its_cost < best[0]:
            best = its_cost, arrangement
            if its_cost == (0, 0):
                break
    if best is None:
        raise ValueError("no arrangement to choose from")
    return best[1]


def best_arrangement(rules: dict[str, Any] | Rules, cards: Iterable[int]) -> Arrangement:
    """Least leftover, then first in order, without lay-offs."""
    made = rules_of(rules)
    return first_least(arrangements(made, frozenset(cards)), lambda arrangement: arrangement.leftover(made))


def least_leftover(rules: dict[str, Any] | Rules, cards: Iterable[int]) -> Leftover:
    """Least leftover of the cards as (wilds, natural points), without lay-offs."""
    made = rules_of(rules)
    return best_arrangement(made, cards).leftover(made)


def satisfies(rules: Rules, arrangement: Arrangement) -> bool:
    """Whether an arrangement fulfils the knock conditions of CG-9."""
    melded = sum(len(meld.naturals) + meld.wilds for meld in arrangement.melds)
    return (
        arrangement.left_wilds == 0
        and len(arrangement.left) <= rules.max_leftover_cards
        and melded >= rules.min_melded
        and rules.points_of(arrangement.left) <= rules.knock_limit
    )


@lru_cache(maxsize=100_000)
def _may_knock(rules: Rules, kept: frozenset[int]) -> bool:
    limit = rules.max_wilds_when_knocking
    if limit is not None and sum(card in JOKERS for card in kept) > limit:
        return False
    return any(satisfies(rules, arrangement) for arrangement in arrangements(rules, kept))


def may_knock(rules: dict[str, Any] | Rules, kept: Iterable[int]) -> bool:
    """Whether the cards kept allow a knock, apart from `no_knock_first_round` (CG-9)."""
    return _may_knock(rules_of(rules), frozenset(kept))


def whole_runs(rules: Rules, kept: frozenset[int]) -> list[Meld]:
    """The runs that use all cards kept, in order."""
    return [meld for meld in melds_of(rules, kept) if meld.key[0] == 1 and len(meld.naturals) + meld.wilds == len(kept)]


def close_of(rules: dict[str, Any] | Rules, kept: Iterable[int]) -> int:
    """Close 0 to 4 of cards that may knock: CG-15 to CG-18."""
    made, cards = rules_of(rules), frozenset(kept)
    runs = whole_runs(made, cards)
    if runs and not any(made.is_wild(card) for card in cards):
        return 4
    if any(meld.wilds == 0 for meld in runs):
        return 3
    if runs:
        return 2
    return 1 if least_leftover(made, cards) == (0, 0) else 0


def knocker_arrangement(rules: dict[str, Any] | Rules, kept: Iterable[int]) -> Arrangement:
    """What the knocker shows (rules 8.2 (i))."""
    made, cards = rules_of(rules), frozenset(kept)
    runs = whole_runs(made, cards)
    if runs:
        return Arrangement((runs[0],), frozenset(), 0)
    allowed = (arrangement for arrangement in arrangements(made, cards) if satisfies(made, arrangement))
    return first_least(allowed, lambda arrangement: arrangement.leftover(made))
