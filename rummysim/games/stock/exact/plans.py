"""The best play of a turn, exact under every option: new melds and lay-offs together (rules.md 4.2, BR-5 … BR-8, 8.9).

A bound (:mod:`rummysim.games.stock.exact.bound`) says what can be gained at most, and names a plan. The plan is played:
every action must be legal after those before it, a card that must be used lying in the first, and the turn must be able
to end after the last. If that gains the bound, nothing is better. If not, every legal action is tried and what can be
gained after it bounded in the same way, until the best is found.

A card gains its points on the table and those it costs no longer in the hand: an ace is low if it is the lowest card of
a run when it is laid, and costs 1 or 15 in the hand by ``ace_mode``; a joker is 15 in both. Scoring options do not
count. Of plans that gain the same points the one with more cards is better, and the other way round for most cards;
then the one with fewer new melds. Among equals the one is taken that the search meets first, going through the places
from low to high; it is always the same in the same position.
"""

import numpy as np
from numba import int64, types, uint64

from rummysim.core.bits import bit
from rummysim.core.jit import kernel
from rummysim.games.actions import STOP, action_meld, is_layoff, layoff_code
from rummysim.games.stock.actions import JOKER_OPTION, is_legal, is_stop_legal, use_of
from rummysim.games.stock.exact.bound import IMPOSSIBLE, TOO_LOW, TOO_MANY, best_state
from rummysim.games.stock.exact.effects import (
    ACTIONS,
    list_actions,
    may_end,
    play_action,
    put_back,
    remember,
    worth_of,
)
from rummysim.games.stock.exact.prepare import set_up
from rummysim.games.stock.exact.room import (
    CARDS,
    MOST_ACTIONS,
    POINTS,
    ROOM,
    ROOM_DTYPE,
    worth_cards,
    worth_points,
)
from rummysim.games.stock.exact.states import VALUE
from rummysim.games.stock.exact.trace import trace_plan
from rummysim.games.stock.laying import NOTHING
from rummysim.games.stock.menu import first_action
from rummysim.games.stock.state import CODE, OWN, PUBLIC
from rummysim.melds.code import is_run

__all__ = [
    "ACTIONS",
    "CARDS",
    "MOST_ACTIONS",
    "POINTS",
    "best_line",
    "best_plan",
    "exact_action",
    "exact_take",
    "exact_value",
    "plan_after_take",
    "plan_with",
    "try_plan",
]

FOUND, TRIED = types.UniTuple(int64, 2), types.UniTuple(int64, 3)
ROOMS = types.Array(ROOM, 1, "C")
FEWEST_STATES = 512
"""Room for states to begin with; it grows."""
FIRST_SLACK = 4
"""The floor to begin with is so many eighths of a joker below what could be hoped for; it sinks until it is reached."""


# the plan of the bound, played


@kernel(int64(CODE, PUBLIC, OWN, ROOM), inline=True)
def next_planned(code, public, own, room):
    """Take the next action that can be played as it is meant out of the plan: new melds first; -1 if there is none."""
    for of_table in range(2):
        for at in range(room.n_actions):
            action = room.actions[at]
            if is_layoff(action) != of_table or not is_legal(code, public, own, action):
                continue
            _, _, jokers, _ = use_of(code, public, own, action)
            if jokers != room.action_jokers[at]:
                continue
            for behind in range(at + 1, room.n_actions):
                room.actions[behind - 1] = room.actions[behind]
                room.action_jokers[behind - 1] = room.action_jokers[behind]
            room.n_actions -= 1
            return action
    return IMPOSSIBLE


@kernel(int64(CODE, PUBLIC, OWN))
def joker_layoff(code, public, own):
    """A lay-off of one joker alone, -1 if there is none."""
    for index in range(public.n_melds):
        for option in (1, 16) if is_run(public.melds[index]) else (JOKER_OPTION, JOKER_OPTION):
            action = layoff_code(np.int64(index), np.int64(option))
            if is_legal(code, public, own, action):
                _, naturals, jokers, _ = use_of(code, public, own, action)
                if jokers == 1 and naturals == 0:
                    return action
    return IMPOSSIBLE


@kernel(FOUND(CODE, PUBLIC, OWN, ROOM, int64, ACTIONS))
def play_plan(code, public, own, room, aim, actions):
    """Play the plan in the room as far as it can be, and put everything back; its worth and number of actions.

    The worth is ``IMPOSSIBLE`` if the turn may not end then.
    """
    before = remember(public, own)
    for index in range(public.n_melds):
        room.melds[index] = public.melds[index]
    total, n_played = np.int64(0), np.int64(0)
    while own.hand:
        action = next_planned(code, public, own, room)
        if action == IMPOSSIBLE and room.n_trailing:
            action = joker_layoff(code, public, own)
            room.n_trailing -= 1
        if action == IMPOSSIBLE:
            break
        total += worth_of(code, public, own, action, aim)
        play_action(code, public, own, action)
        actions[n_played] = action
        n_played += 1
    if not may_end(own):
        total = IMPOSSIBLE
    put_back(public, own, before)
    for index in range(public.n_melds):
        public.melds[index] = room.melds[index]
    return total, n_played


@kernel(TRIED(CODE, PUBLIC, OWN, ROOMS, int64, ACTIONS))
def plan_in(code, public, own, rooms, aim, actions):
    """:func:`try_plan` with scratch, an array of one room that is the caller's: it has to outlive the room."""
    room = rooms[0]
    set_up(code, public, own, room, aim)
    if not room.hand and not room.n_jokers:
        bound = np.int64(0) if may_end(own) else IMPOSSIBLE
        return bound, bound, np.int64(0)
    n_states, slack, best = FEWEST_STATES, FIRST_SLACK, TOO_LOW
    states, slots = np.empty((n_states, 6), np.int64), np.zeros(2 * n_states, np.int64)
    while best in (TOO_MANY, TOO_LOW):
        room.floor = max(room.top_hope - slack * room.joker_worth // 8, -1)
        best = best_state(code, public, own, room, states, slots)
        if best == TOO_LOW:
            slack *= 2
            slots[:] = 0
        elif best == TOO_MANY:
            n_states *= 4
            states, slots = np.empty((n_states, 6), np.int64), np.zeros(2 * n_states, np.int64)
    if best == IMPOSSIBLE:
        return IMPOSSIBLE, IMPOSSIBLE, np.int64(0)
    bound = states[best, VALUE]
    trace_plan(code, public, room, states, best)
    total, n_played = play_plan(code, public, own, room, aim, actions)
    return bound, total, n_played


@kernel(TRIED(CODE, PUBLIC, OWN, int64, ACTIONS), inline=True)
def try_plan(code, public, own, aim, actions):
    """Bound of a position, and the worth and number of actions of the plan that it names; ``IMPOSSIBLE`` if none."""
    return plan_in(code, public, own, np.empty(1, ROOM_DTYPE), aim, actions)


@kernel(FOUND(CODE, PUBLIC, OWN, int64, int64, ACTIONS))
def best_line(code, public, own, aim, floor, actions):
    """Worth and number of the actions that gain most, if they gain more than ``floor``; else ``IMPOSSIBLE``."""
    bound, total, n_actions = try_plan(code, public, own, aim, actions)
    if bound <= floor:
        return IMPOSSIBLE, np.int64(0)
    if total == bound:
        return total, n_actions
    best, n_best = IMPOSSIBLE, np.int64(0)
    if may_end(own):
        best = np.int64(0)
    listed = np.empty(MOST_ACTIONS, np.int64)
    n_listed = list_actions(code, public, own, listed)
    if n_listed > listed.shape[0]:
        listed = np.empty(n_listed, np.int64)
        list_actions(code, public, own, listed)
    then = np.empty(MOST_ACTIONS, np.int64)
    before = remember(public, own)
    for number in range(n_listed):
        action = listed[number]
        gained = worth_of(code, public, own, action, aim)
        index = action_meld(action) if is_layoff(action) else np.int64(0)
        meld = public.melds[index]
        play_action(code, public, own, action)
        more, n_more = best_line(code, public, own, aim, max(best, floor) - gained, then)
        put_back(public, own, before)
        public.melds[index] = meld
        if more != IMPOSSIBLE:
            best, n_best = gained + more, n_more + 1
            actions[0] = action
            for at in range(n_more):
                actions[at + 1] = then[at]
        if best == bound:
            break
    return (best, n_best) if best > floor else (IMPOSSIBLE, np.int64(0))


# for bots and the solver


@kernel(TRIED(CODE, PUBLIC, OWN, int64, ACTIONS))
def best_plan(code, public, own, aim, actions):
    """The play that gains most for the player at turn.

    aim : ``POINTS`` or ``CARDS``. actions : (MOST_ACTIONS,) int64, output. Returns the points gained, the cards laid
    and the number of actions; ``NOTHING`` points if no play ends the turn. The position is changed and put back.
    """
    total, n_actions = best_line(code, public, own, aim, IMPOSSIBLE, actions)
    if total == IMPOSSIBLE:
        return NOTHING, np.int64(0), np.int64(0)
    return worth_points(aim, total), worth_cards(aim, total), n_actions


@kernel(int64(CODE, PUBLIC, OWN))
def exact_action(code, public, own):
    """First action of the play that gains most points, ``STOP`` if nothing more is gained."""
    actions = np.empty(MOST_ACTIONS, np.int64)
    _, n_actions = best_line(code, public, own, np.int64(POINTS), IMPOSSIBLE, actions)
    if n_actions:
        return actions[0]
    if is_stop_legal(own):
        return STOP
    return max(first_action(code, public, own, np.int64(0)), STOP)


@kernel(TRIED(CODE, PUBLIC, OWN, uint64, uint64, int64, ACTIONS))
def plan_with(code, public, own, hand, spare, must, actions):
    """:func:`best_plan` for points with the hand of :func:`exact_value`."""
    before = remember(public, own)
    if must < 0 or code.pile_card_reuse:
        own.usable, own.usable_spare = hand, spare
    else:
        own.usable_spare |= own.usable & bit(must)
        own.usable |= bit(must)
    own.hand, own.spare, own.must = hand, spare, must
    found = best_plan(code, public, own, np.int64(POINTS), actions)
    put_back(public, own, before)
    return found


@kernel(int64(CODE, PUBLIC, OWN, uint64, uint64, int64))
def exact_value(code, public, own, hand, spare, must):
    """Most points that the player at turn can gain with another hand; ``NOTHING`` if no play ends the turn.

    hand, spare : kinds held, held twice. must : card that the first action has to use, -1 if none; without
    ``pile_card_reuse`` that action takes beside it only cards that the player may use now.
    """
    return plan_with(code, public, own, hand, spare, must, np.empty(MOST_ACTIONS, np.int64))[0]


@kernel(TRIED(CODE, PUBLIC, OWN, int64, int64, ACTIONS))
def plan_after_take(code, public, own, depth, is_used, actions):
    """:func:`best_plan` for points after the take of :func:`exact_take`."""
    hand, spare, barred = own.hand, own.spare, own.barred
    for index in range(public.n_pile - depth, public.n_pile):
        card = bit(np.int64(public.pile_cards[index]))
        spare |= hand & card
        hand |= card
    lowest = np.int64(public.pile_cards[public.n_pile - depth])
    own.barred = lowest if depth == 1 and code.no_return_discard else np.int64(-1)
    is_must = depth > 1 or code.top_must_be_used or is_used
    found = plan_with(code, public, own, hand, spare, lowest if is_must else np.int64(-1), actions)
    own.barred = barred
    return found


@kernel(int64(CODE, PUBLIC, OWN, int64, int64))
def exact_take(code, public, own, depth, is_used):
    """Most points that can be gained after a take of ``depth`` cards of the pile; ``NOTHING`` if no play ends the turn.

    is_used : 1 if the lowest card taken has to be used first even where the rules do not ask for that.
    """
    return plan_after_take(code, public, own, depth, is_used, np.empty(MOST_ACTIONS, np.int64))[0]
