"""Settlement of the knock family: shown melds, lay-offs, points (CONTRACT 4.3 to 4.6, rules 3.5 and 8.2)."""

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Any, NamedTuple

from tests.reference.knock_melds import (
    JOKERS,
    Arrangement,
    Leftover,
    Meld,
    Rules,
    arrangements,
    best_arrangement,
    close_of,
    first_least,
    knocker_arrangement,
    rules_of,
)

JOKER = JOKERS[0]
EXHAUSTED, TURNS_USED_UP, KNOCKED = 0, 1, 2
OP_SET, OP_RUN, OP_LAY_OFF = 6, 7, 8

Row = tuple[int, int, int, int, int]


class LyingSet(NamedTuple):
    """A set on the table as extended so far."""

    place: int
    suits: frozenset[int]
    size: int


class LyingRun(NamedTuple):
    """A run on the table as extended so far."""

    suit: int
    low: int
    high: int


Lying = LyingSet | LyingRun


class Laid(NamedTuple):
    """One card laid off: 13 for any wild, position −1 in a set."""

    card: int
    position: int


class Option(NamedTuple):
    """What a player lays off on one meld, and the meld thereafter."""

    laid: tuple[Laid, ...]
    after: Lying


class Plan(NamedTuple):
    """A lay-off plan, one option a meld, and what it leaves."""

    options: tuple[Option, ...]
    left: frozenset[int]
    left_wilds: int


class Outcome(NamedTuple):
    """What a seat shows, lays off and keeps; `laid` holds (index of the meld, lay-off)."""

    arrangement: Arrangement
    left: frozenset[int]
    left_wilds: int
    laid: tuple[tuple[int, Laid], ...]


def lying(meld: Meld) -> Lying:
    """A meld as it is shown, before any lay-off."""
    if meld.key[0] == 0:
        suits = frozenset(card // 16 for card in meld.naturals)
        return LyingSet(meld.key[1], suits, len(meld.naturals) + meld.wilds)
    _, suit, low, length, _ = meld.key
    return LyingRun(suit, low, low + length - 1)


def options_on(rules: Rules, target: Lying, left: frozenset[int], wilds: int) -> Iterator[Option]:
    """What can be laid off on one meld, the preferred first."""
    if isinstance(target, LyingSet):
        return set_options(target, left, wilds)
    return run_options(rules, target, left, wilds)


def set_options(target: LyingSet, left: frozenset[int], wilds: int) -> Iterator[Option]:
    """Natural in suit order, a wild, none (CONTRACT 4.3)."""
    if target.size == 3:
        for suit in range(4):
            card = suit * 16 + target.place
            if suit not in target.suits and card in left:
                yield Option((Laid(card, -1),), LyingSet(target.place, target.suits | {suit}, 4))
        if wilds:
            yield Option((Laid(JOKER, -1),), LyingSet(target.place, target.suits, 4))
    yield Option((), target)


def run_options(rules: Rules, target: LyingRun, left: frozenset[int], wilds: int) -> Iterator[Option]:
    """Larger a first, then larger b; an end never passes the line, nor do both lie on the ace (CONTRACT 4.3)."""
    reach = len(left) + wilds
    for a in range(min(reach, target.low), -1, -1):
        for b in range(min(reach - a, rules.highest - target.high), -1, -1):
            low, high = target.low - a, target.high + b
            if low == 0 and high == rules.line:
                continue
            places = [*range(target.low - 1, low - 1, -1), *range(target.high + 1, high + 1)]
            laid = []
            for position in places:
                card = target.suit * 16 + position % rules.line
                laid.append(Laid(card if card in left else JOKER, position))
            if sum(card.card == JOKER for card in laid) <= wilds:
                yield Option(tuple(laid), LyingRun(target.suit, low, high))


def plans(rules: Rules, targets: Sequence[Lying], left: frozenset[int], wilds: int) -> Iterator[tuple[Option, ...]]:
    """Every lay-off plan, in the order in which equal plans are preferred."""
    if not targets:
        yield ()
        return
    for option in options_on(rules, targets[0], left, wilds):
        cards = {laid.card for laid in option.laid if laid.card != JOKER}
        used = sum(laid.card == JOKER for laid in option.laid)
        for others in plans(rules, targets[1:], left - cards, wilds - used):
            yield (option, *others)


@lru_cache(maxsize=50_000)
def best_plan(rules: Rules, targets: tuple[Lying, ...], left: frozenset[int], left_wilds: int) -> Plan:
    """The best lay-off plan (CONTRACT 4.3, rules 8.2 (iii))."""

    def rank(plan: tuple[Option, ...]) -> tuple:
        laid = [laid.card for option in plan for laid in option.laid]
        naturals = [card for card in laid if card != JOKER]
        keys = sorted((-rules.card_points[card], card // 16, card % 16) for card in naturals)
        return len(naturals) - len(laid), -rules.points_of(naturals), keys

    wilds = left_wilds if rules.wild_layoff else 0
    # min takes the first of equal plans
    chosen = min(plans(rules, targets, left, wilds), key=rank)
    laid = [laid.card for option in chosen for laid in option.laid]
    return Plan(chosen, left - set(laid), left_wilds - laid.count(JOKER))


def turn_order(n: int, knocker: int | None) -> list[int]:
    """Seats in the order of the settlement: knocker first; without a knocker from seat 0."""
    first = 0 if knocker is None else knocker
    return [(first + i) % n for i in range(n)]


def lay_offs_allowed(rules: Rules, close: int | None) -> bool:
    """Lay-offs need a knock that is no close (CG-19)."""
    return close == 0 and rules.layoff_targets != "none"


def fix_arrangements(rules: Rules, hands: Sequence[frozenset[int]], knocker: int) -> dict[int, Arrangement]:
    """Arrangements by seat that leave least after lay-offs on the melds fixed so far (rules 8.2 (ii))."""
    fixed = {knocker: knocker_arrangement(rules, hands[knocker])}
    for seat in turn_order(len(hands), knocker)[1:]:
        sources = [knocker] if rules.layoff_targets == "knocker_only" else list(fixed)
        targets = tuple(lying(meld) for source in sources for meld in fixed[source].melds)

        def after_lay_offs(arrangement: Arrangement, targets: tuple = targets) -> Leftover:
            plan = best_plan(rules, targets, arrangement.left, arrangement.left_wilds)
            return plan.left_wilds, rules.points_of(plan.left)

        fixed[seat] = first_least(arrangements(rules, hands[seat]), after_lay_offs)
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


def settlement(rules: Rules, hands: Sequence[frozenset[int]], knocker: int | None) -> tuple[int, dict[int, Outcome]]:
    """The close (−1 without a knock) and the outcome of every seat, in the order of the settlement."""
    close = -1 if knocker is None else close_of(rules, hands[knocker])
    if knocker is not None and lay_offs_allowed(rules, close):
        return close, lay_off(rules, fix_arrangements(rules, hands, knocker), knocker)
    outcomes = {}
    for seat in turn_order(len(hands), knocker):
        arrangement = (
            knocker_arrangement(rules, hands[seat]) if seat == knocker else best_arrangement(rules, hands[seat])
        )
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
    rules: dict[str, Any] | Rules, knocker_kept: Iterable[int], others_hands: Iterable[Iterable[int]]
) -> tuple[list[dict[str, int]], list[Row]]:
    """Facts and settlement rows when seat 0 knocks and the others follow in turn order."""
    made = rules_of(rules)
    hands = [frozenset(knocker_kept), *(frozenset(hand) for hand in others_hands)]
    close, outcomes = settlement(made, hands, 0)
    facts = [
        {"player": seat, "seat": seat} | settlement_facts(made, outcomes[seat], KNOCKED, close if seat == 0 else -1)
        for seat in range(len(hands))
    ]
    return facts, settlement_rows(outcomes)


def points(rules: dict[str, Any] | Rules, facts: Sequence[dict[str, int]]) -> list[int]:
    """Points of each player, in the order of the facts (CONTRACT 4.6)."""
    made = rules_of(rules)
    conga = made.close_bonus if made.conga_bonus == "win_match" else int(made.conga_bonus)
    own_ace_conga = conga if made.wild_natural_in_conga else made.invalid_conga
    scored = []
    for fact in facts:
        if fact["close"] < 0:
            scored.append(int(fact["left_points"]) + made.wild_points * int(fact["left_wilds"]))
        else:
            of_close = (int(fact["left_points"]), made.close_bonus, made.invalid_conga, own_ace_conga, conga)
            scored.append(of_close[fact["close"]])
    return scored


def won(rules: dict[str, Any] | Rules, facts: Sequence[dict[str, int]]) -> list[Fraction]:
    """Share of the deal that each player won (CONTRACT 4.6)."""
    made = rules_of(rules)
    if any(fact["end"] in (EXHAUSTED, TURNS_USED_UP) for fact in facts):
        return [Fraction(0)] * len(facts)
    natural = {4, 3} if made.wild_natural_in_conga else {4}
    winners = [i for i, fact in enumerate(facts) if fact["close"] in natural]
    if not winners:
        scored = points(made, facts)
        winners = [i for i, its_points in enumerate(scored) if its_points == min(scored)]
    return [Fraction(int(i in winners), len(winners)) for i in range(len(facts))]
