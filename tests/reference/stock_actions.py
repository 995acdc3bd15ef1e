"""What may be done in the play phase: new melds and lay-offs (rules 4.2, 8.9; STOCK 2 and 3)."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import chain, product

from tests.reference.knock_cards import JOKERS, is_joker
from tests.reference.stock_cards import holds, jokers_among, say, without
from tests.reference.stock_melds import LONGEST, PLACES, SHORTEST, SUITS, Meld, Run, Set, is_meld, runs_of, sets_of
from tests.reference.stock_rules import Rules

NONE = -1
JOKER = JOKERS[0]
A_JOKER = 4  # the option of a joker on a set, after the suits 0 to 3


@dataclass(frozen=True)
class OnRun:
    """A lay-off of so many positions below and above a run on the table."""

    target: int
    below: int
    above: int


@dataclass(frozen=True)
class OnSet:
    """A lay-off of one card on a set on the table: the natural of a suit, or a joker."""

    target: int
    suit: int


LayOff = OnRun | OnSet
Action = Meld | LayOff


@dataclass(frozen=True)
class Laid:
    """A card laid off: as it is held, and its position on the line, −1 in a set."""

    card: int
    position: int


@dataclass(frozen=True)
class Position:
    """All that decides what a player may do next.

    `usable` are the cards that the action may use: the hand, or fewer while `must` is pending.
    """

    rules: Rules
    hand: tuple[int, ...]
    usable: tuple[int, ...]
    must: int
    barred: int
    melds: tuple[Meld, ...]
    has_melded: bool
    melds_this_turn: int


def throwable(hand: tuple[int, ...], barred: int) -> list[int]:
    """The kinds that may be thrown: not the barred one, unless it is held twice."""
    return sorted(card for card in set(hand) if card != barred or hand.count(card) > 1)


def pick_jokers(position: Position, count: int) -> list[int]:
    """Jokers as they leave the hand: the one that must be used first, then by ascending bit."""
    return sorted(jokers_among(position.usable), key=lambda card: (card != position.must, card))[:count]


def laid_cards(position: Position, lay_off: LayOff) -> list[Laid] | None:
    """The cards of a lay-off in the order of the log; None if there is no such meld or the cards are not there."""
    if not 0 <= lay_off.target < len(position.melds):
        return None
    meld = position.melds[lay_off.target]
    if isinstance(lay_off, OnSet):
        return laid_on_set(position, meld, lay_off.suit)
    return laid_on_run(position, meld, lay_off.below, lay_off.above)


def laid_on_set(position: Position, meld: Meld, suit: int) -> list[Laid] | None:
    """One card on a set."""
    if not isinstance(meld, Set):
        return None
    if suit == A_JOKER:
        cards = pick_jokers(position, 1)
    else:
        cards = [card for card in (suit * 16 + meld.place,) if card in position.usable]
    return [Laid(card, NONE) for card in cards] or None


def laid_on_run(position: Position, meld: Meld, below: int, above: int) -> list[Laid] | None:
    """Cards at the low end outwards, then at the high end outwards, each the natural if it is there, else a joker."""
    if not isinstance(meld, Run) or below < 0 or above < 0 or not 1 <= below + above <= LONGEST - meld.size:
        return None
    places = [meld.start - i for i in range(1, below + 1)]
    places += [meld.start + meld.size - 1 + i for i in range(1, above + 1)]
    naturals = [meld.card_at(place) for place in places]
    jokers = pick_jokers(position, sum(card not in position.usable for card in naturals))
    laid = []
    for place, natural in zip(places, naturals, strict=True):
        if natural not in position.usable and not jokers:
            return None
        card = natural if natural in position.usable else jokers.pop(0)
        laid.append(Laid(card, place % PLACES if position.rules.ace_mode == "wrap" else place))
    return laid


def extended(rules: Rules, meld: Meld, lay_off: LayOff, laid: list[Laid]) -> Meld:
    """The meld on the table after a lay-off."""
    jokers = [is_joker(one.card) for one in laid]
    if isinstance(meld, Set):
        if jokers[0]:
            return replace(meld, jokers=meld.jokers + 1)
        return replace(meld, suits=tuple(sorted([*meld.suits, laid[0].card // 16])))
    assert isinstance(lay_off, OnRun)
    start = meld.start - lay_off.below
    pattern = (*reversed(jokers[: lay_off.below]), *meld.pattern, *jokers[lay_off.below :])
    return Run(meld.suit, start % PLACES if rules.ace_mode == "wrap" else start, pattern)


def cards_of(position: Position, action: Action) -> list[int] | None:
    """The cards that an action takes from the hand, None if they are not there."""
    if isinstance(action, Set | Run):
        cards = [*action.naturals, *pick_jokers(position, action.jokers)]
        return cards if len(cards) == action.size and holds(position.usable, cards) else None
    laid = laid_cards(position, action)
    return None if laid is None else [one.card for one in laid]


def melds_after(position: Position, action: Action) -> tuple[Meld, ...]:
    """The melds on the table after an action whose cards are there."""
    if isinstance(action, Set | Run):
        return (*position.melds, action)
    laid, target = laid_cards(position, action), action.target
    assert laid is not None
    changed = extended(position.rules, position.melds[target], action, laid)
    return (*position.melds[:target], changed, *position.melds[target + 1 :])


def after(position: Position, action: Action) -> Position:
    """The position after an action whose cards are there."""
    cards, is_new = cards_of(position, action), isinstance(action, Set | Run)
    assert cards is not None
    left = tuple(without(position.hand, cards))
    return replace(
        position,
        hand=left,
        usable=left,
        must=NONE,
        melds=melds_after(position, action),
        has_melded=position.has_melded or is_new,
        melds_this_turn=position.melds_this_turn + is_new,
    )


def may_lay_off(position: Position) -> bool:
    """Whether `layoff_requires_meld` is satisfied."""
    return {
        "none": True,
        "round": position.has_melded,
        "turn": position.melds_this_turn > 0,
    }[position.rules.layoff_requires_meld]


def may_meld(position: Position) -> bool:
    """Whether `one_meld_per_turn` leaves room for a new meld."""
    return not position.rules.one_meld_per_turn or position.melds_this_turn == 0


def refusal(position: Position, action: Action) -> str:
    """Why an action is not legal; empty if it is."""
    is_new = isinstance(action, Set | Run)
    if is_new and not may_meld(position):
        return "a second new meld in one turn"
    if not is_new and not may_lay_off(position):
        return "a lay-off of a player without the meld that it requires"
    if isinstance(action, Set | Run) and not is_meld(position.rules, action):
        return "no valid meld"
    cards = cards_of(position, action)
    if cards is None:
        return f"cards that are not all among {say(position.usable)}, or no such place"
    if not all(is_meld(position.rules, meld) for meld in melds_after(position, action)):
        return "a meld that would not be valid any more"
    if position.must != NONE and position.must not in cards:
        return f"an action without {say([position.must])}, which must be used first"
    return "" if may_finish(after(position, action)) else "an action that leaves only a card that may not be thrown"


def may_finish(position: Position) -> bool:
    """Whether the hand allows the turn to be finished: it is empty, or something may be thrown or goes at once."""
    if not position.hand or throwable(position.hand, position.barred):
        return True
    return any(True for _ in legal_lay_offs(position, single_lay_offs(position)))


def may_stop(position: Position) -> bool:
    """Whether the play phase may end: nothing is left to do, and there is a card to throw."""
    return position.must == NONE and (not position.hand or bool(throwable(position.hand, position.barred)))


def can_be_laid(position: Position, lay_off: LayOff) -> bool:
    """Whether the cards of a lay-off are there, legal or not."""
    return laid_cards(position, lay_off) is not None


def single_lay_offs(position: Position) -> list[LayOff]:
    """Lay-offs of one card, in the order of menus: run below, above; set by suit, then a joker; not yet judged."""
    found: list[LayOff] = []
    for target, meld in enumerate(position.melds):
        if not may_take_must(meld, position.must):
            continue
        if isinstance(meld, Run):
            found += [OnRun(target, 1, 0), OnRun(target, 0, 1)]
        else:
            found += [OnSet(target, suit) for suit in range(SUITS + 1)]
    return [lay_off for lay_off in found if can_be_laid(position, lay_off)]


def all_lay_offs(position: Position) -> list[LayOff]:
    """Lay-offs of any number of cards; run: larger below first, then larger above; not yet judged."""
    found: list[LayOff] = []
    for target, meld in enumerate(position.melds):
        if not may_take_must(meld, position.must):
            continue
        if isinstance(meld, Run):
            room = range(1, LONGEST - meld.size + 1)
            below = [0, *(n for n in room if can_be_laid(position, OnRun(target, n, 0)))]
            above = [0, *(n for n in room if can_be_laid(position, OnRun(target, 0, n)))]
            found += [OnRun(target, *ends) for ends in product(reversed(below), reversed(above))]
        else:
            found += [OnSet(target, suit) for suit in range(SUITS + 1)]
    return [lay_off for lay_off in found if can_be_laid(position, lay_off)]


def may_take_must(meld: Meld, must: int) -> bool:
    """Whether a meld on the table could have room for the card that must be used; any could if there is none."""
    if must == NONE or is_joker(must):
        return True
    return must % 16 == meld.place if isinstance(meld, Set) else must // 16 == meld.suit


def legal_melds(position: Position, longest: int) -> Iterator[Meld]:
    """Legal new melds in order, runs up to a length."""
    rules, usable, must = position.rules, position.usable, position.must
    if not may_meld(position):
        return
    any_must = must == NONE or is_joker(must)
    places, suits = (range(PLACES), range(SUITS)) if any_must else ([must % 16], [must // 16])
    melds: Iterator[Meld] = chain(sets_of(rules, usable, places), runs_of(rules, usable, longest, suits))
    yield from (meld for meld in melds if not refusal(position, meld))


def legal_lay_offs(position: Position, lay_offs: Iterable[LayOff]) -> Iterator[LayOff]:
    """Those lay-offs that are legal."""
    return (lay_off for lay_off in lay_offs if not refusal(position, lay_off))


def short_actions(position: Position) -> Iterator[Action]:
    """Legal new melds of three cards or of a set of four, then legal lay-offs of one card."""
    yield from legal_melds(position, SHORTEST)
    yield from legal_lay_offs(position, single_lay_offs(position))


def all_actions(position: Position) -> Iterator[Action]:
    """All legal new melds, then all legal lay-offs."""
    yield from legal_melds(position, LONGEST)
    yield from legal_lay_offs(position, all_lay_offs(position))


def menu(position: Position) -> list[Action | None]:
    """What the referee's own bots choose from; None stops (STOCK 8)."""
    stop: list[Action | None] = [None] if may_stop(position) else []
    return [*stop, *short_actions(position)] or list(all_actions(position))


def can_use_must(position: Position) -> bool:
    """Whether some legal first action uses the card that must be used."""
    return any(True for _ in short_actions(position)) or any(True for _ in all_actions(position))
