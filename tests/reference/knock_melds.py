"""Arrangements, knock conditions and closes of the knock family (CONTRACT 4.1 to 4.3, 5.2 and 5.3)."""

from collections.abc import Iterable, Iterator
from typing import Any

from tests.reference.knock_arrange import Arrangement, Hand, Leftover, Meld, hand_of, kept_of, melds_of
from tests.reference.knock_cards import JOKERS, NUMBERS, canonical, is_joker, name, names, parse
from tests.reference.knock_rules import Rules, rules_of

__all__ = [
    "JOKERS",
    "NUMBERS",
    "Arrangement",
    "Leftover",
    "Meld",
    "Rules",
    "all_melded",
    "arrangements",
    "best_arrangement",
    "close_of",
    "discards_that_knock",
    "knocker_arrangement",
    "least_leftover",
    "leftovers_after",
    "may_knock",
    "melds_of",
    "name",
    "names",
    "parse",
    "rules_of",
]

OWN_ACE_CONGA, CONGA, GIN, BIG_GIN = 3, 4, 5, 6
WILD_CONGA, CLOSED, KNOCK = 2, 1, 0

Options = dict[str, Any] | Rules


def made_hand(rules: Options, cards: Iterable[int]) -> Hand:
    """The hand of cards given in any form."""
    return hand_of(rules_of(rules), canonical(cards))


def arrangements(rules: Options, cards: Iterable[int]) -> Iterator[Arrangement]:
    """Every arrangement of the cards, the empty one too, in the order of rules 8.1."""
    return made_hand(rules, cards).arrangements()


def best_arrangement(rules: Options, cards: Iterable[int]) -> Arrangement:
    """Least leftover, then first in order, without lay-offs."""
    return made_hand(rules, cards).first_best()


def least_of(hand: Hand, free: int, jokers: int) -> Leftover:
    """Least leftover of cards out of a hand."""
    found = hand.least.of(free, jokers)
    if found is None:
        raise ValueError("without limits there is always an arrangement")
    return found


def least_leftover(rules: Options, cards: Iterable[int]) -> Leftover:
    """Least leftover of the cards as (wilds, natural points), without lay-offs."""
    hand = made_hand(rules, cards)
    return least_of(hand, hand.free, hand.jokers)


def all_melded(rules: Options, cards: Iterable[int]) -> bool:
    """Whether nothing need be left over."""
    return least_leftover(rules, cards) == (0, 0)


def leftovers_after(rules: Options, cards: Iterable[int], discards: Iterable[int]) -> dict[int, Leftover]:
    """Least leftover of the cards after each discard."""
    hand = made_hand(rules, cards)
    return {card: least_of(hand, *kept_of(hand, card)) for card in discards}


def few_enough_jokers(rules: Rules, cards: Iterable[int]) -> bool:
    """Whether not too many printed jokers are held for a knock (CG-9)."""
    limit = rules.max_wilds_when_knocking
    return limit is None or sum(map(is_joker, cards)) <= limit


def limits(rules: Rules, n_kept: int) -> tuple[int, int]:
    """Most cards and most natural points that a knock may leave (CG-9)."""
    return min(rules.max_leftover_cards, n_kept - rules.min_melded), rules.knock_limit


def may_knock(rules: Options, kept: Iterable[int]) -> bool:
    """Whether the cards kept allow a knock, apart from `no_knock_first_round` (CG-9)."""
    hand = made_hand(rules, kept)
    if not few_enough_jokers(hand.rules, hand.cards):
        return False
    return hand.least.of(hand.free, hand.jokers, *limits(hand.rules, len(hand.cards))) is not None


def discards_that_knock(rules: Options, cards: Iterable[int], discards: Iterable[int]) -> list[int]:
    """The discards after which the other cards allow a knock, apart from `no_knock_first_round`."""
    hand = made_hand(rules, cards)
    if not hand.melds and hand.rules.min_melded > 0:
        return []
    limit = limits(hand.rules, len(hand.cards) - 1)
    found = []
    for card in discards:
        free, jokers = kept_of(hand, card)
        most = hand.rules.max_wilds_when_knocking
        if (most is None or jokers <= most) and hand.least.of(free, jokers, *limit) is not None:
            found.append(card)
    return found


def whole_runs(rules: Rules, kept: frozenset[int]) -> list[Meld]:
    """The runs that use all cards kept, in order."""
    return [meld for meld in melds_of(rules, kept) if meld.key[0] == 1 and len(meld.naturals) + meld.wilds == len(kept)]


def close_of(rules: Options, kept: Iterable[int]) -> int:
    """Close of cards that may knock: CG-15 to CG-18, with difference scoring knock or gin (CONTRACT 5.3)."""
    made, cards = rules_of(rules), canonical(kept)
    if made.difference:
        return GIN if all_melded(made, cards) else KNOCK
    runs = whole_runs(made, cards)
    if runs and not any(made.is_wild(card) for card in cards):
        return CONGA
    if any(meld.wilds == 0 for meld in runs):
        return OWN_ACE_CONGA
    if runs:
        return WILD_CONGA
    return CLOSED if all_melded(made, cards) else KNOCK


def knocker_arrangement(rules: Options, kept: Iterable[int]) -> Arrangement:
    """What the knocker shows (rules 8.2 (i))."""
    hand = made_hand(rules, kept)
    runs = [] if hand.rules.difference else whole_runs(hand.rules, hand.cards)
    if runs:
        return Arrangement((runs[0],), frozenset(), 0)
    return hand.first_best(*limits(hand.rules, len(hand.cards)))
