"""Which actions of the play phase are legal, and the menus of the referee's own bots (OPENING 2, 3 and 8)."""

from collections.abc import Iterator
from itertools import chain, product

from tests.reference.opening_actions import (
    A_JOKER,
    Action,
    Change,
    LayOff,
    OnRun,
    OnSet,
    Opening,
    Swap,
    after,
    change_of,
)
from tests.reference.opening_cards import JOKER, NONE, say
from tests.reference.opening_melds import (
    LONGEST,
    SHORTEST,
    Meld,
    Run,
    Set,
    is_meld,
    is_new_meld,
    meld_points,
    new_melds,
)
from tests.reference.opening_position import OWES_HAND, Position, Turn, best_opening, may_finish, may_stop
from tests.reference.opening_rules import Rules


def refusal(position: Position, action: Action) -> str:
    """Why an action is not legal; empty if it is."""
    change = change_of(position, action)
    if change is None:
        return f"cards that are not all among {say(position.hand)}, or no such place"
    return (
        refused_by_turn(position, action)
        or refused_by_melds(position, action, change)
        or refused_by_duties(position, action, change)
        or refused_by_what_follows(position, action)
    )


def refused_by_turn(position: Position, action: Action) -> str:
    """Whether the player may do such a thing now."""
    rules, turn = position.rules, position.turn
    if isinstance(action, Opening):
        return "" if position.may_meld and not position.opened else "an opening now"
    if not position.opened:
        if not isinstance(action, Swap):
            return "an action other than an opening before the opening"
        if not (rules.joker_swap_before_opening and position.may_meld) or turn.must != NONE:
            return "a swap before the opening"
    if isinstance(action, Set | Run):
        return ""
    if turn.opened_now and not rules.layoff_on_opening_turn:
        return "a lay-off or a swap in the turn of the opening"
    if turn.took_cut_card and (isinstance(action, Swap) or not rules.layoff_in_hand):
        return "a lay-off or a swap that would spoil the hand for which the cut card was taken"
    return "a second swap before the first joker is used" if isinstance(action, Swap) and turn.pending else ""


def refused_by_melds(position: Position, action: Action, change: Change) -> str:
    """Whether the melds are valid, and those of an opening enough."""
    rules = position.rules
    new = action.melds if isinstance(action, Opening) else (action,) if isinstance(action, Set | Run) else ()
    if not all(is_new_meld(rules, meld) for meld in new) or (isinstance(action, Opening) and not new):
        return "no valid meld"
    if not all(is_meld(rules, meld) for meld in change.melds):
        return "a meld that would not be valid any more"
    return refused_as_opening(position, action, change) if isinstance(action, Opening) else ""


def refused_as_opening(position: Position, opening: Opening, change: Change) -> str:
    """Whether valid melds make an opening: the minimum, the pure run, and the hand that is owed."""
    rules, left = position.rules, len(position.hand) - len(change.given)
    points = sum(meld_points(rules, meld) for meld in opening.melds)
    if points < rules.opening_min and (rules.hand_requires_min or left > 1):
        return f"an opening of {points} points"
    if rules.pure_run_required and not any(isinstance(meld, Run) and not meld.jokers for meld in opening.melds):
        return "an opening without a pure run"
    return f"an opening that leaves {left} cards" if position.turn.owes == OWES_HAND and left > 1 else ""


def refused_by_duties(position: Position, action: Action, change: Change) -> str:
    """Whether the card that must be used is, and the joker that is pending."""
    turn = position.turn
    if turn.must != NONE and turn.must not in change.given:
        return f"an action without {say([turn.must])}, which must be used first"
    if turn.pending:
        may_use_it = isinstance(action, Opening | Set | Run) or position.rules.joker_reuse == "any_meld"
        if not may_use_it or JOKER not in change.given:
            return "an action that does not use the joker taken in a swap"
    return ""


def refused_by_what_follows(position: Position, action: Action) -> str:
    """Whether the turn can be finished, after a swap with the opening or the meld that it asks for."""
    then = after(position, action)
    if not may_finish(then):
        return "an action that leaves no card that may be thrown"
    if isinstance(action, Swap):
        if not then.opened and best_opening(then) is None:
            return "a swap without an opening to follow"
        if then.opened and then.turn.pending and not something_would_do(then):
            return "a swap of a joker that cannot be used at once"
    return ""


def new_meld_actions(position: Position, longest: int) -> Iterator[Action]:
    """Legal new melds in order, runs up to a length."""
    must = position.turn.must
    melds = new_melds(position.rules, position.hand, longest, JOKER if must == NONE else must)
    yield from (meld for meld in melds if not refusal(position, meld))


def single_lay_offs(meld: Meld, target: int) -> list[LayOff]:
    """Lay-offs of one card on a meld, in the order of menus, not judged."""
    if isinstance(meld, Run):
        return [OnRun(target, 1, 0), OnRun(target, 0, 1)]
    return [OnSet(target, suit) for suit in [*range(4), A_JOKER]]


def all_lay_offs(meld: Meld, target: int) -> list[LayOff]:
    """Lay-offs of any number of cards on a meld: larger below first, then larger above; not judged."""
    if isinstance(meld, Set):
        return single_lay_offs(meld, target)
    room = range(LONGEST - meld.size, -1, -1)
    return [OnRun(target, below, above) for below, above in product(room, room)]


def lay_off_actions(position: Position, single: bool) -> Iterator[Action]:
    """Legal lay-offs in order."""
    lay_offs_on = single_lay_offs if single else all_lay_offs
    for target, meld in enumerate(position.melds):
        yield from (action for action in lay_offs_on(meld, target) if not refusal(position, action))


def swap_actions(position: Position) -> Iterator[Action]:
    """Legal swaps: meld by meld, positions from low to high, suits ascending."""
    for target, meld in enumerate(position.melds):
        options = range(meld.size if isinstance(meld, Run) else 4) if meld.jokers else range(0)
        yield from (swap for option in options if not refusal(position, swap := Swap(target, option)))


def short_actions(position: Position) -> Iterator[Action]:
    """Legal new melds of three cards or of a set of four, then legal lay-offs of one card."""
    return chain(new_meld_actions(position, SHORTEST), lay_off_actions(position, single=True))


def all_actions(position: Position) -> Iterator[Action]:
    """All legal new melds, then all legal lay-offs, then all legal swaps."""
    yield from new_meld_actions(position, LONGEST)
    yield from lay_off_actions(position, single=False)
    yield from swap_actions(position)


def something_would_do(position: Position) -> bool:
    """Whether an opened player has a legal action."""
    return any(True for _ in short_actions(position)) or any(True for _ in all_actions(position))


def menu(position: Position, with_swaps: bool) -> list[Action | None]:
    """What the referee's own bots choose from when they have opened; None stops."""
    found: list[Action | None] = [None] if may_stop(position) else []
    found += short_actions(position)
    found += swap_actions(position) if with_swaps else []
    return found or list(all_actions(position))


def fits(rules: Rules, melds: tuple[Meld, ...], card: int) -> bool:
    """Whether a card alone could be added to a meld on the table by the rules of melds."""
    alone = Position(rules, (card,), melds, True, True, Turn())
    for target, meld in enumerate(melds):
        for lay_off in single_lay_offs(meld, target):
            change = change_of(alone, lay_off)
            if change is not None and is_meld(rules, change.melds[target]):
                return True
    return False
