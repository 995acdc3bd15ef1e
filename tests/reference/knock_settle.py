"""Settlement of the knock family: what everybody shows, lays off and keeps (CONTRACT 4.3 to 4.5, rules 3.5 and 8.2)."""

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from tests.reference.knock_arrange import Arrangement
from tests.reference.knock_cards import canonical, printed
from tests.reference.knock_layoff import JOKER, Laid, arrangement_for, best_plan, lying
from tests.reference.knock_melds import best_arrangement, close_of, knocker_arrangement
from tests.reference.knock_points import BIG_GIN, DEAD_HAND, EXHAUSTED, KNOCK, KNOCKED, TURNS_USED_UP, points, won
from tests.reference.knock_rules import Rules, rules_of

__all__ = [
    "DEAD_HAND",
    "EXHAUSTED",
    "KNOCKED",
    "TURNS_USED_UP",
    "Row",
    "lay_off",
    "points",
    "settle",
    "settlement",
    "settlement_facts",
    "settlement_rows",
    "won",
]

OP_SET, OP_RUN, OP_LAY_OFF = 6, 7, 8

Row = tuple[int, int, int, int, int]


class Outcome(NamedTuple):
    """What a seat shows, lays off and keeps; `laid` holds (index of the meld, lay-off)."""

    arrangement: Arrangement
    left: frozenset[int]
    left_wilds: int
    laid: tuple[tuple[int, Laid], ...]


def turn_order(n: int, knocker: int | None) -> list[int]:
    """Seats in the order of the settlement: knocker first; without a knocker from seat 0."""
    first = 0 if knocker is None else knocker
    return [(first + i) % n for i in range(n)]


def fix_arrangements(rules: Rules, hands: Sequence[frozenset[int]], knocker: int) -> dict[int, Arrangement]:
    """Arrangements by seat that leave least after lay-offs on the melds fixed so far (rules 8.2 (ii))."""
    fixed = {knocker: knocker_arrangement(rules, hands[knocker])}
    for seat in turn_order(len(hands), knocker)[1:]:
        sources = [knocker] if rules.layoff_targets == "knocker_only" else list(fixed)
        targets = tuple(lying(meld) for source in sources for meld in fixed[source].melds)
        fixed[seat] = arrangement_for(rules, hands[seat], targets)
    return fixed


def lay_off(rules: Rules, fixed: dict[int, Arrangement], knocker: int) -> dict[int, Outcome]:
    """Lay-offs in turn order on the melds as extended so far (rules 8.2 (iii)); the knocker lays off nothing."""
    owners = [seat for seat in fixed for _ in fixed[seat].melds]
    table = [lying(meld) for seat in fixed for meld in fixed[seat].melds]
    outcomes = {}
    for seat, arrangement in fixed.items():
        open_to = [knocker] if rules.layoff_targets == "knocker_only" else [other for other in fixed if other != seat]
        indices = [i for i, owner in enumerate(owners) if owner in open_to]
        if seat == knocker:
            indices = []
        targets = tuple(table[i] for i in indices)
        plan = best_plan(rules, targets, arrangement.left, arrangement.left_wilds)
        laid = []
        for i, option in zip(indices, plan.options, strict=True):
            table[i] = option.after
            laid += [(i, card) for card in option.laid]
        outcomes[seat] = Outcome(arrangement, plan.left, plan.left_wilds, tuple(laid))
    return outcomes


def settlement(
    rules: Rules, hands: Sequence[frozenset[int]], knocker: int | None, big_gin: bool = False
) -> tuple[int, dict[int, Outcome]]:
    """The close (−1 without a knock) and the outcome of every seat, in the order of the settlement."""
    close = -1
    if knocker is not None:
        close = BIG_GIN if big_gin else close_of(rules, hands[knocker])
        if close == KNOCK and rules.layoff_targets != "none":  # CG-19
            return close, lay_off(rules, fix_arrangements(rules, hands, knocker), knocker)
    outcomes = {}
    for seat in turn_order(len(hands), knocker):
        shows_to_knock = seat == knocker and not big_gin
        arrangement = (knocker_arrangement if shows_to_knock else best_arrangement)(rules, hands[seat])
        outcomes[seat] = Outcome(arrangement, arrangement.left, arrangement.left_wilds, ())
    return close, outcomes


def settlement_rows(outcomes: dict[int, Outcome]) -> list[Row]:
    """Rows 6, 7 and 8 of the log (CONTRACT 4.4)."""
    rows: list[Row] = []
    for seat, outcome in outcomes.items():
        for meld in outcome.arrangement.melds:
            if meld.key[0] == 0:
                _, place, suits, wilds = meld.key
                rows.append((seat, OP_SET, place, suits, wilds))
            else:
                _, suit, low, length, pattern = meld.key
                bits = sum(is_wild << i for i, is_wild in enumerate(pattern))
                rows.append((seat, OP_RUN, suit * 16 + low, length, bits))
    for seat, outcome in outcomes.items():
        rows += [(seat, OP_LAY_OFF, laid.card, index, laid.position) for index, laid in outcome.laid]
    return rows


def settlement_facts(rules: Rules, outcome: Outcome, end: int, close: int) -> dict[str, int]:
    """The facts of CONTRACT 4.5 that the settlement decides, for one seat."""
    laid = [laid.card for _, laid in outcome.laid]
    return {
        "end": end,
        "close": close,
        "left_wilds": outcome.left_wilds,
        "left_points": rules.points_of(outcome.left),
        "laid_cards": len(laid),
        "laid_wilds": laid.count(JOKER),
        "laid_points": rules.points_of(card for card in laid if card != JOKER),
    }


def settle(
    rules: dict[str, Any] | Rules,
    knocker_kept: Iterable[int],
    others_hands: Iterable[Iterable[int]],
    *,
    upcard: int = -1,
    big_gin: bool = False,
) -> tuple[list[dict[str, int]], list[Row]]:
    """Facts and settlement rows when seat 0 knocks, or has big gin, and the others follow in turn order."""
    made = rules_of(rules)
    made = made if upcard < 0 else made.with_upcard(upcard)
    hands = [canonical(knocker_kept), *(canonical(hand) for hand in others_hands)]
    close, outcomes = settlement(made, hands, 0, big_gin)
    facts = []
    for seat in range(len(hands)):
        decided = settlement_facts(made, outcomes[seat], KNOCKED, close if seat == 0 else -1)
        facts.append({"player": seat, "seat": seat, **decided, "upcard": printed(upcard)})
    return facts, settlement_rows(outcomes)
