"""The play of a turn after whose best discard least is left in hand, then fewest cards: exact, or cut and said so.

Positions are gone through depth first, each once, and left where even the best that could follow is no better than
what was found. At each the turn may end: jokers fill the ends that are free, naturals are laid in new melds, a card is
thrown (:mod:`rummysim.melds.least`). Cards that must not be thrown because they fit the table make the end hang on all
that lies there: then every legal action is tried and the turn ends as it is.
"""

import numpy as np
from numba import int64, types, uint64, void

from rummysim.core.bits import lowest_bit
from rummysim.core.jit import kernel
from rummysim.games.actions import STOP, action_meld
from rummysim.games.opening.actions import is_swap, use_of
from rummysim.games.opening.exact.candidates import JOKERS, NATURALS, n_fillable, next_candidate
from rummysim.games.opening.exact.reach import forced_card, least_cost, n_usable_jokers, wanted_by_jokers
from rummysim.games.opening.exact.room import COST, MOST_ACTIONS, ROOM, is_new
from rummysim.games.opening.state import CODE, OWN, PUBLIC
from rummysim.games.opening.throws import throwable
from rummysim.melds.least import ANY_JOKER, NOTHING_THROWN, cost_of, least_left
from rummysim.melds.spread import best_worth, without

__all__ = ["UNKNOWN", "best_end", "end_as_it_is", "play", "search"]

UNKNOWN = np.int64(1) << 50
"""More than any cost."""
NONE = np.uint64(0)
END = types.Tuple((int64, int64))
"""What is left at the end of a turn, and the card thrown."""


@kernel(void(CODE, PUBLIC, OWN, int64))
def play(code, public, own, action):
    """Play a legal action of who has opened."""
    _, once, twice, n_jokers, meld = use_of(code, public, own, action)
    own.hand, own.spare = without(own.hand & ~twice, own.spare & ~twice, once & ~twice), own.spare & ~once
    own.n_jokers -= n_jokers
    own.pending = np.int64(is_swap(action) and code.joker_reuse > 0)
    if action >> 50:
        public.melds[action_meld(action)] = meld
    else:
        public.melds[public.n_melds] = meld
        public.n_melds += 1


@kernel(END(CODE, COST, PUBLIC, OWN))
def end_as_it_is(code, cost, public, own):
    """Cost of a hand after the dearest discard that is allowed, and that card."""
    total = cost_of(cost.naturals, own.hand, own.spare) + own.n_jokers * cost.joker
    cards, joker = throwable(code, public, own)
    saved, card = (cost.joker, ANY_JOKER) if joker else (np.int64(0), NOTHING_THROWN)
    while cards:
        natural = lowest_bit(cards)
        cards &= cards - np.uint64(1)
        worth = cost.naturals.set_worth[natural & 15]
        if worth > saved or (worth == saved and (card == ANY_JOKER or natural & 15 > card & 15)):
            saved, card = worth, natural
    return total - saved, card


@kernel(END(CODE, COST, PUBLIC, OWN))
def best_end(code, cost, public, own):
    """Cost of the best end of a turn in which jokers fill what is free and naturals are laid in new melds; the card
    thrown.
    """
    n_stuck = own.n_jokers - n_fillable(code, public, own)
    scale, hand, spare = cost.naturals, own.hand, own.spare
    stuck = n_stuck * cost.joker
    total = cost_of(scale, hand, spare)
    worth = best_worth(scale, hand, spare, np.int64(0))
    if n_stuck == 0 and worth == total and not code.final_discard_required:
        return 0, NOTHING_THROWN
    left, card = UNKNOWN, NOTHING_THROWN
    if hand:
        left, card = least_left(scale, hand, spare, np.int64(0), hand, np.int64(0))
        left += stuck
    if n_stuck and total - worth + stuck - cost.joker < left:
        left, card = total - worth + stuck - cost.joker, ANY_JOKER
    return left, card


@kernel(void(CODE, COST, PUBLIC, OWN, ROOM, int64), inline=True)
def note_end(code, cost, public, own, room, depth):
    """Note the way here if the turn ends best here."""
    if own.pending:
        return
    left, _ = end_as_it_is(code, cost, public, own) if room.all_actions else best_end(code, cost, public, own)
    if left < room.best:
        room.best, room.n_best = left, depth
        for step in range(depth):
            room.best_path[step] = room.path[step]


@kernel(int64(CODE, PUBLIC, OWN, ROOM, uint64), inline=True)
def layoff_of(code, public, own, room, card):
    """The lay-off of one natural."""
    action = next_candidate(code, public, own, room, np.int64(NATURALS), STOP, NONE)
    while action != STOP and use_of(code, public, own, action)[1] != card:
        action = next_candidate(code, public, own, room, np.int64(NATURALS), action, NONE)
    return action


@kernel(void(CODE, COST, PUBLIC, OWN, ROOM, uint64[::1], int64, int64))
def explore(code, cost, public, own, room, slots, phase, depth):
    """Look at the position after ``depth`` actions and at all that follow it."""
    if not is_new(public, own, room, slots, phase):
        return
    n_usable = n_usable_jokers(code, public, own)
    if phase == JOKERS and n_usable == 0 and not room.all_actions:
        phase = np.int64(NATURALS)
    helpers = n_usable if phase == JOKERS else np.int64(0)
    if least_cost(code, cost, public, own, helpers) >= room.best:
        return
    note_end(code, cost, public, own, room, depth)
    if depth >= MOST_ACTIONS or room.best == 0:
        return
    if phase == JOKERS and not room.all_actions and not own.pending:
        explore(code, cost, public, own, room, slots, np.int64(NATURALS), depth)
    hand, spare, n_jokers, pending = own.hand, own.spare, own.n_jokers, own.pending
    n_melds = public.n_melds
    forced = NONE
    if phase == NATURALS and n_jokers == 0 and not room.all_actions:
        forced = forced_card(code, public, own)
    wanted = wanted_by_jokers(code, public, own, n_usable) if phase == JOKERS else NONE
    if forced:
        action = layoff_of(code, public, own, room, forced)
    else:
        action = next_candidate(code, public, own, room, phase, STOP, wanted)
    while action != STOP and room.best > 0:
        index = action_meld(action)
        meld = public.melds[index] if action >> 50 else np.int64(0)
        room.path[depth] = action
        play(code, public, own, action)
        explore(code, cost, public, own, room, slots, phase, depth + 1)
        own.hand, own.spare, own.n_jokers, own.pending = hand, spare, n_jokers, pending
        public.n_melds = n_melds
        if action >> 50:
            public.melds[index] = meld
        action = STOP if forced else next_candidate(code, public, own, room, phase, action, wanted)


@kernel(void(CODE, COST, PUBLIC, OWN, ROOM, uint64[::1]))
def search(code, cost, public, own, room, slots):
    """Find the best play of who has opened and drawn; the position stays as it is.

    room.best then is what it leaves, room.best_path its actions but for the fills and new melds of :func:`best_end`.
    """
    room.best, room.n_states, room.is_cut, room.n_best = UNKNOWN, 0, 0, 0
    for index in range(slots.shape[0]):
        slots[index] = NONE
    explore(code, cost, public, own, room, slots, np.int64(JOKERS), np.int64(0))
    if room.best == UNKNOWN:
        room.is_cut = 1
