"""The actions of the play phase, and what they move (rules 2.2, OPENING 2)."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from tests.reference.opening_cards import JOKER, NONE, SUITS, holds, without
from tests.reference.opening_melds import FULL_SET, LONGEST, SHORTEST, Meld, Run, Set, cards_in
from tests.reference.opening_position import OWES_NOTHING, OWES_OPENING, Position
from tests.reference.opening_rules import Rules

A_JOKER = 4  # the option of a joker on a set, after the suits 0 to 3


@dataclass(frozen=True)
class Opening:
    """The melds with which a player opens."""

    melds: tuple[Meld, ...]


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


@dataclass(frozen=True)
class Swap:
    """A joker taken off the table: its index in a run, in a set the suit given for it (the lower of two)."""

    target: int
    option: int


LayOff = OnRun | OnSet
Action = Opening | Meld | LayOff | Swap


@dataclass(frozen=True)
class Laid:
    """A card laid off and its position on the line, −1 in a set."""

    card: int
    position: int


@dataclass(frozen=True)
class Change:
    """What an action moves: cards out of the hand, jokers into it, and the melds on the table after it."""

    given: list[int]
    gained: list[int]
    melds: tuple[Meld, ...]


def laid_cards(melds: Sequence[Meld], hand: Sequence[int], lay_off: LayOff) -> list[Laid] | None:
    """The cards of a lay-off in the order of the log; None if there is no such place or the cards are not there."""
    if not 0 <= lay_off.target < len(melds):
        return None
    meld, left = melds[lay_off.target], list(hand)
    if isinstance(lay_off, OnSet):
        card = JOKER if lay_off.suit == A_JOKER else lay_off.suit * 16 + meld.place if isinstance(meld, Set) else NONE
        return [Laid(card, NONE)] if isinstance(meld, Set) and card in left else None
    if not isinstance(meld, Run):
        return None
    below, above = lay_off.below, lay_off.above
    if below < 0 or above < 0 or not 1 <= below + above <= LONGEST - meld.size:
        return None
    laid = []
    for at in [*range(meld.start - 1, meld.start - 1 - below, -1), *range(end_of(meld), end_of(meld) + above)]:
        card = meld.card_at(at) if meld.card_at(at) in left else JOKER
        if card not in left:
            return None
        left.remove(card)
        laid.append(Laid(card, at))
    return laid


def end_of(run: Run) -> int:
    """The position after the last of a run."""
    return run.start + run.size


def extended(meld: Meld, lay_off: LayOff, laid: list[Laid]) -> Meld:
    """The meld on the table after a lay-off."""
    jokers = [one.card == JOKER for one in laid]
    if isinstance(meld, Set):
        if jokers[0]:
            return replace(meld, jokers=meld.jokers + 1)
        return replace(meld, suits=tuple(sorted([*meld.suits, laid[0].card // 16])))
    assert isinstance(lay_off, OnRun)
    pattern = (*reversed(jokers[: lay_off.below]), *meld.pattern, *jokers[lay_off.below :])
    return Run(meld.suit, meld.start - lay_off.below, pattern)


def swapped(rules: Rules, meld: Meld, option: int) -> tuple[list[int], Meld] | None:
    """The cards given for a joker, and the meld without it; None if the rules have no such swap."""
    if isinstance(meld, Run):
        if not (0 <= option < meld.size and meld.pattern[option]):
            return None
        pattern = tuple(joker and i != option for i, joker in enumerate(meld.pattern))
        return [meld.card_at(meld.start + option)], replace(meld, pattern=pattern)
    missing = [suit for suit in range(SUITS) if suit not in meld.suits]
    if not meld.jokers or option not in missing or rules.set_joker_swap == "never":
        return None
    given = [option]
    if rules.set_joker_swap == "both_missing":
        if meld.jokers != 1 or option != missing[0]:
            return None
        assert (meld.size, len(missing)) in ((FULL_SET, 1), (SHORTEST, 2))
        given = missing
    suits = tuple(sorted([*meld.suits, *given]))
    return [suit * 16 + meld.place for suit in given], Set(meld.place, suits, meld.jokers - 1)


def change_of(position: Position, action: Action) -> Change | None:
    """What an action moves; None if the cards are not there or there is no such place."""
    melds, hand = position.melds, position.hand
    if isinstance(action, Opening | Set | Run):
        new = action.melds if isinstance(action, Opening) else (action,)
        cards = [card for meld in new for card in cards_in(meld)]
        return Change(cards, [], (*melds, *new)) if holds(hand, cards) else None
    target = action.target
    if isinstance(action, Swap):
        its = swapped(position.rules, melds[target], action.option) if 0 <= target < len(melds) else None
        if its is None or not holds(hand, its[0]):
            return None
        return Change(its[0], [JOKER], (*melds[:target], its[1], *melds[target + 1 :]))
    laid = laid_cards(melds, hand, action)
    if laid is None:
        return None
    longer = extended(melds[target], action, laid)
    return Change([one.card for one in laid], [], (*melds[:target], longer, *melds[target + 1 :]))


def after(position: Position, action: Action) -> Position:
    """The position after an action whose cards are there."""
    change = change_of(position, action)
    assert change is not None
    turn = replace(position.turn, must=NONE, pending=False)
    if isinstance(action, Opening):
        turn = replace(turn, owes=OWES_NOTHING, opened_now=True)
    elif isinstance(action, Swap):
        owes = turn.owes if position.opened else max(turn.owes, OWES_OPENING)
        turn = replace(turn, owes=owes, pending=position.rules.joker_reuse != "hand", swapped=True)
    elif isinstance(action, OnRun | OnSet):
        turn = replace(turn, laid_off=True)
    else:
        turn = replace(turn, melded_later=True)
    hand = (*without(position.hand, change.given), *change.gained)
    opened = position.opened or isinstance(action, Opening)
    return replace(position, hand=hand, melds=change.melds, opened=opened, turn=turn)
