"""What a state of the bound can still gain, at the most: states that cannot reach a floor are left out.

Some naturals could be laid without any joker (``sure``): all of them are hoped for. Any other natural that is laid
lies in a block of one or two naturals next to a joker, or in a set of two with one: a joker brings its own worth and at
the most the best two blocks it can stand between, or the best pair.
"""

import numpy as np
from numba import int64, void

from rummysim.core.bits import bit, count_bits
from rummysim.core.jit import kernel
from rummysim.games.stock.actions import PLACES
from rummysim.games.stock.exact.room import MOST_PARTS, ROOM, copies, nibble, positions_in
from rummysim.games.stock.exact.states import ACES, ANY_CHAIN, ENTERED, FIELD, JOKERS, USED
from rummysim.melds.cover import rank_mask

__all__ = ["fill_hope", "hope_at"]

HIGH_KNOWN = 8
"""Up to this place a joker that a kept ace needs is not used yet, nor the one that another run needs."""
HOPELESS = np.int64(-1) << 40


@kernel(void(ROOM), inline=True)
def fill_later(room):
    """What the sure naturals are worth from each place and suit on."""
    for part in range(4 * PLACES, MOST_PARTS):
        room.later[part] = 0
    for step in range(PLACES - 1, -1, -1):
        place = np.int64((room.first_place + step) % PLACES if room.is_circle else step)
        for suit in range(3, -1, -1):
            part = 4 * step + suit
            room.later[part] = room.later[part + 1]
            if room.sure & bit(np.int64(16 * suit + place)):
                room.later[part] += copies(room, np.int64(suit), place) * room.set_worth[place]


@kernel(int64(ROOM, int64, int64, int64, int64), inline=True)
def block_worth(room, line, unsure, position, step):
    """Worth of the naturals that are not sure in a block of one or two that begins at a position."""
    total = np.int64(0)
    for at in (position, position + step):
        where = at + PLACES if at < 0 and room.is_circle else at
        if where < 0 or not line >> where & 1:
            break
        total += room.set_worth[where % PLACES] if unsure >> where & 1 else 0
    return total


@kernel(void(ROOM, int64))
def fill_blocks(room, suit):
    """Worth of the block above each position, itself included; the best blocks beside a joker."""
    line = positions_in(room, room.hand, suit)
    unsure = line & ~positions_in(room, room.sure, suit)
    for position in range(-1, 15):
        above = block_worth(room, line, unsure, np.int64(position + 1), np.int64(1))
        below = block_worth(room, line, unsure, np.int64(position - 1), np.int64(-1))
        room.blocks[suit, position + 1] = above
        room.side = max(room.side, above)
        room.extra = max(room.extra, below + above)


@kernel(void(ROOM))
def fill_hope(room):
    """Prepare :func:`hope_at` for the position in the room."""
    fill_later(room)
    room.extra = room.side = room.far_highs = 0
    for suit in range(4):
        # Without a run on the table an ace above a king that is not sure needs a joker for king or queen.
        is_far = room.highs >> suit & 1 and not room.tops[suit] and not room.sure & bit(np.int64(16 * suit))
        room.far_highs |= np.int64(is_far) << suit
        line, joins = positions_in(room, room.hand, np.int64(suit)), np.int64(0)
        for place in range(PLACES if room.lows[suit] else 0):
            joins |= np.int64(nibble(room.lows[suit], np.int64(place)) > 0) << place
        joins |= joins << PLACES if room.is_circle else 0
        room.open_two[suit] = line | joins
        room.open_one[suit] = joins | line & (line | joins) >> 1
        if room.n_jokers:
            fill_blocks(room, np.int64(suit))
    if room.n_jokers:
        for place in range(PLACES):
            unsure = room.hand & ~room.sure & rank_mask(place)
            if count_bits(unsure) > 1:
                room.extra = max(room.extra, 2 * room.set_worth[place])
    room.top_hope = room.later[0] + room.n_jokers * (room.joker_worth + room.extra)


@kernel(int64(ROOM, int64), inline=True)
def hope_in_entered(room, entered):
    """Cards before the cut of a circle that stand next to jokers behind it."""
    n_chains = np.int64(0)
    while entered:
        n_chains += (entered & 3) + (entered >> 2 & 7) + (entered >> 5 & 7) + (entered >> 8 & 7)
        entered >>= FIELD
    return n_chains * room.extra


@kernel(int64(ROOM, int64, int64, int64))
def hope_in_chains(room, chains, n_free, suit):
    """The part of :func:`hope_at` that hangs on open runs, aces kept and cards in sets."""
    needed, for_aces, total = np.int64(0), np.int64(0), np.int64(0)
    for other in range(4):
        kept = chains >> (ACES + 2 * other) & 3
        if kept:
            total += kept * room.set_worth[0]
            for_aces += kept if room.position <= HIGH_KNOWN and room.far_highs >> other & 1 else 0
        used = chains >> (USED + 2 * other) & 3
        if used and other >= suit and room.sure & bit(16 * other + room.position):
            total -= used * room.set_worth[room.position]
        field = chains >> (FIELD * other) & ANY_CHAIN
        if field:
            position = room.position if other >= suit else room.position + 1
            one, two = field & 3, field >> 2 & 7
            missing = ~room.open_two[other] >> position & 1
            needed += two * missing
            if one and not room.open_one[other] >> position & 1:
                needed += one * (1 + (missing & ~room.open_two[other] >> (position + 1)))
            if room.n_jokers:
                total += (one + two + (field >> 5 & 7) + (field >> 8)) * room.blocks[other, position]
    if room.is_circle:
        # Runs that pass the cut have their jokers behind it counted already.
        needed = 0
    if needed + for_aces > n_free:
        return HOPELESS
    return total - needed * (room.extra - room.side)


@kernel(int64(ROOM, int64, int64, int64), inline=True)
def hope_at(room, chains, rest, suit):
    """What a state can still gain before a suit of the step is decided, at the most.

    Runs of one or two cards need jokers if the next naturals are not held: more than there are is hopeless.
    """
    n_free = room.n_jokers - (rest & JOKERS)
    total = room.later[4 * room.step + suit] + n_free * (room.joker_worth + room.extra)
    if rest >> ENTERED:
        total += hope_in_entered(room, rest >> ENTERED)
    return total + hope_in_chains(room, chains, n_free, suit) if chains else total
