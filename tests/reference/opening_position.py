"""What decides the next action of a player, and whether a turn can be finished (rules 2.2, OPENING 2)."""

from dataclasses import dataclass

from tests.reference.opening_cards import NONE, ascending
from tests.reference.opening_melds import Meld
from tests.reference.opening_rules import Rules
from tests.reference.opening_search import Found, Wanted, all_but_one, most_points

OWES_NOTHING, OWES_OPENING, OWES_HAND = range(3)


@dataclass(frozen=True)
class Turn:
    """What was done in a turn so far, and what it still asks for."""

    must: int = NONE
    barred: int = NONE
    owes: int = OWES_NOTHING
    pending: bool = False
    opened_now: bool = False
    took_cut_card: bool = False
    laid_off: bool = False
    swapped: bool = False
    melded_later: bool = False  # a new meld after those of the opening


@dataclass(frozen=True)
class Position:
    """All that decides what a player may do next in the play phase."""

    rules: Rules
    hand: tuple[int, ...]
    melds: tuple[Meld, ...]
    opened: bool
    may_meld: bool
    turn: Turn


def throwable(hand: tuple[int, ...], barred: int) -> list[int]:
    """The kinds that may be thrown, by ascending bit, a joker last."""
    return ascending(card for card in set(hand) if card != barred)


def may_finish(position: Position) -> bool:
    """Whether the hand allows the turn to be finished."""
    if not position.hand:
        return not position.rules.final_discard_required
    return bool(throwable(position.hand, position.turn.barred))


def may_stop(position: Position) -> bool:
    """Whether the play phase may end: nothing is owed or pending, and there is a card to throw."""
    turn = position.turn
    done = turn.owes == OWES_NOTHING and turn.must == NONE and not turn.pending
    return done and bool(throwable(position.hand, turn.barred))


def wanted(position: Position) -> Wanted:
    """What a legal opening has to be like."""
    turn, hand = position.turn, tuple(sorted(position.hand))
    return Wanted(position.rules, hand, turn.barred, turn.must, turn.pending, turn.owes == OWES_HAND)


def best_opening(position: Position) -> Found | None:
    """A legal opening with most points, None if there is no legal opening."""
    return most_points(wanted(position)) if position.may_meld and not position.opened else None


def best_hand(position: Position) -> Found | None:
    """A legal opening that leaves exactly one card, or at most one where that is allowed; None if there is none."""
    return most_points(all_but_one(wanted(position))) if position.may_meld and not position.opened else None
