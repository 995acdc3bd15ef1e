"""What runs can do with the cards of one suit of two packs, as a table that fills itself.

A suit is the mask of the places held and that of the places held twice; its number adds ``3 ** place`` for each card.
Entry (number, w) of the table is the most that runs can be worth with at most ``w`` jokers. An entry is reckoned when
it is first asked for: 0 stands for one that was not, others are worth + 1. Two threads that reckon one write the same.

A run is three or more consecutive positions: 0 the ace below the 2, 1 to 12, and 13 the ace above the king, unless the
ace is low; one run may use both ends only with ``BOTH`` and then has two aces. It has a natural. A joker may stand for
a card that is held and lies elsewhere, and is worth what the card is that it stands for, or always the same. ``cap``
limits the jokers of a meld, ``naturals_lead`` forbids more jokers than naturals, ``adjacent`` allows two jokers side by
side.
"""

import threading
from collections.abc import Sequence
from typing import Any
from weakref import WeakValueDictionary

import numpy as np
from numba import int64, types, uint64

from rummysim.core.bits import count_bits, load_int16, load_int32, lowest_bit, store_int16
from rummysim.core.jit import kernel, record
from rummysim.melds.code import run_code

__all__ = [
    "AS_CARD",
    "BOTH",
    "EITHER",
    "HIGH_ACE",
    "LONGEST",
    "LOW",
    "MANY",
    "PLACES",
    "SCALE",
    "SCALE_DTYPE",
    "WORTHS",
    "Table",
    "fill_scale",
    "find_run",
    "fits_line",
    "joker_at",
    "runs_worth",
    "shared_worths",
    "suit_lane",
    "suit_worth",
]

LOW, EITHER, BOTH = range(3)
"""Values of ``ace_mode``."""
PLACES, HIGH_ACE, LONGEST = 13, 13, 14
N_HOLDINGS, N_NUMBERS = 1 << PLACES, 3**PLACES
MANY = 99
"""Most jokers in a meld where there is no limit."""
AS_CARD = -1
"""Worth of a joker that is worth what the card is that it stands for."""

SCALE_DTYPE, SCALE = record(
    worth=(np.int64, LONGEST),
    set_worth=(np.int64, PLACES),
    joker_worth=np.int64,
    ace_mode=np.int64,
    cap=np.int64,
    naturals_lead=np.int64,
    adjacent=np.int64,
    n_jokers=np.int64,
    width=np.int64,
    table=np.int64,
    numbers=np.int64,
)
"""What cards are worth, what a new meld may be, and the table of that.

worth : of a card by position in a run. set_worth : by place in a set. joker_worth : of a joker, ``AS_CARD`` if it is
worth what the card is that it stands for. n_jokers : most in a hand. width : entries a
number. table, numbers : addresses; the second gives the number of a mask.
"""

WORTHS = types.UniTuple(int64, 5)
"""What runs are worth with none to four jokers."""
NO_RUN = np.int64(-1) << 30
"""Less than any worth."""
ALL, ZERO = np.int64(-1), np.int64(0)
"""Position that stands for all cards of a suit; a number that is no literal, which a recursion needs."""


@kernel(int64(SCALE, int64, int64), inline=True)
def fits_line(scale, start, length):
    """1 if a run may lie at these positions."""
    end = start + length
    if length < 3 or start < 0:
        return 0
    if scale.ace_mode == LOW:
        return 1 if end <= PLACES else 0
    return 1 if end <= LONGEST and (scale.ace_mode == BOTH or start > 0 or end < LONGEST) else 0


@kernel(int64(SCALE, int64, int64), inline=True)
def suit_number(scale, held, twice):
    """Number of a suit."""
    number = load_int32(scale.numbers, held)
    return number + load_int32(scale.numbers, twice) if twice else number


@kernel(int64(int64, int64, int64), inline=True)
def held_less(held, twice, place):
    """Places held after one card of ``place`` is gone; those held twice lose its bit."""
    return held & ~(1 << place) | twice & (1 << place)


@kernel(int64(SCALE, int64), inline=True)
def joker_at(scale, position):
    """What a joker is worth at a position of a run."""
    return scale.worth[position] if scale.joker_worth < 0 else scale.joker_worth


@kernel(int64(SCALE, int64), inline=True)
def takes_joker(scale, pattern):
    """1 if a joker may lie behind the positions of a run."""
    if count_bits(np.uint64(pattern)) >= scale.cap:
        return 0
    return 1 if scale.adjacent or not pattern & 1 else 0


@kernel(int64(SCALE, int64, int64, int64), inline=True)
def is_run_whole(scale, start, length, pattern):
    """1 if the positions laid are a run."""
    if scale.naturals_lead and 2 * count_bits(np.uint64(pattern)) > length:
        return 0
    return fits_line(scale, start, length)


@kernel(int64(SCALE, int64, int64, int64), inline=True)
def entry_at(scale, held, twice, n_jokers):
    """Place of an entry in the table."""
    return scale.width * suit_number(scale, held, twice) + n_jokers


@kernel(int64(SCALE, int64, int64, int64, int64, int64, int64, int64))
def reckon(scale, held, twice, position, start, length, pattern, n_jokers):
    """Most that runs can be worth with at most ``n_jokers`` jokers: of all cards if ``position`` is ``ALL``, else with
    a run through ``position`` whose first ``length`` positions from ``start`` on are laid, and ``NO_RUN`` where it
    never is one.

    pattern : one bit a position laid, the last laid lowest, set for a joker. The natural at ``position`` is not among
    the cards.
    """
    at = start + length
    best = ZERO if position == ALL else NO_RUN
    if position == ALL or (at > position and is_run_whole(scale, start, length, pattern)):
        entry = entry_at(scale, held, twice, n_jokers)
        known = load_int16(scale.table, entry)
        if known:
            best = known - 1
        else:
            best = np.int64(0)
            if held:
                place = lowest_bit(np.uint64(held))
                rest, rest_twice = held_less(held, twice, place), twice & ~(1 << place)
                best = reckon(scale, rest, rest_twice, ALL, ZERO, ZERO, ZERO, n_jokers)
                for first in range(max(0, place - scale.cap), place + 1):
                    best = max(best, reckon(scale, rest, rest_twice, place, np.int64(first), ZERO, ZERO, n_jokers))
                if place == 0 and scale.ace_mode:
                    for first in range(HIGH_ACE - 1):
                        best = max(
                            best,
                            reckon(scale, rest, rest_twice, np.int64(HIGH_ACE), np.int64(first), ZERO, ZERO, n_jokers),
                        )
            store_int16(scale.table, entry, best + 1)
    if position == ALL or at >= LONGEST:
        return best
    worth = scale.worth[at]
    if at == position:
        return max(best, worth + reckon(scale, held, twice, position, start, length + 1, 2 * pattern, n_jokers))
    place = at if at < PLACES else 0
    if held >> place & 1:
        rest, rest_twice = held_less(held, twice, place), twice & ~(1 << place)
        best = max(best, worth + reckon(scale, rest, rest_twice, position, start, length + 1, 2 * pattern, n_jokers))
    if n_jokers and takes_joker(scale, pattern):
        grown = reckon(scale, held, twice, position, start, length + 1, 2 * pattern + 1, n_jokers - 1)
        best = max(best, joker_at(scale, at) + grown)
    return best


@kernel(int64(SCALE, int64, int64, int64), inline=True)
def suit_worth(scale, held, twice, n_jokers):
    """Most that runs of a suit are worth with at most ``n_jokers`` (not more than ``scale.n_jokers``) jokers."""
    known = load_int16(scale.table, entry_at(scale, held, twice, n_jokers))
    return known - 1 if known else reckon(scale, held, twice, ALL, ZERO, ZERO, ZERO, n_jokers)


@kernel(int64(SCALE, int64, int64, int64, int64, int64, int64))
def traced_run(scale, suit, held, twice, position, start, n_jokers):
    """Code of a best run through ``position`` from ``start`` on (:func:`reckon`)."""
    target = reckon(scale, held, twice, position, np.int64(start), ZERO, ZERO, n_jokers)
    length, pattern = np.int64(0), np.int64(0)
    while True:
        at = start + length
        is_whole = at > position and is_run_whole(scale, start, length, pattern)
        if is_whole and suit_worth(scale, held, twice, n_jokers) == target:
            return run_code(suit, start, length, pattern << (LONGEST - length))
        length += 1
        place = at if at < PLACES else 0
        rest, rest_twice = held_less(held, twice, place), twice & ~(1 << place)
        left = target - scale.worth[at]
        if at == position:
            pattern, target = 2 * pattern, left
        elif (
            held >> place & 1
            and reckon(scale, rest, rest_twice, position, start, length, 2 * pattern, n_jokers) == left
        ):
            held, twice, pattern, target = rest, rest_twice, 2 * pattern, left
        else:
            n_jokers, pattern, target = n_jokers - 1, 2 * pattern + 1, target - joker_at(scale, at)


@kernel(int64(SCALE, int64, int64, int64, int64))
def find_run(scale, suit, held, twice, n_jokers):
    """Code of a run with which a suit comes to its worth, which is more than 0."""
    target = suit_worth(scale, held, twice, n_jokers)
    while held:
        place = lowest_bit(np.uint64(held))
        held, twice = held_less(held, twice, place), twice & ~(1 << place)
        if suit_worth(scale, held, twice, n_jokers) == target:
            continue
        for side in range(2 if place == 0 and scale.ace_mode else 1):
            position = HIGH_ACE if side else place
            for start in range(max(0, position - LONGEST + 1), position + 1):
                if reckon(scale, held, twice, position, np.int64(start), ZERO, ZERO, n_jokers) == target:
                    return traced_run(scale, suit, held, twice, position, np.int64(start), n_jokers)
    return np.int64(0)


@kernel(int64(uint64, int64), inline=True)
def suit_lane(cards, suit):
    """Places of a suit."""
    return np.int64(cards >> np.uint64(16 * suit) & np.uint64(N_HOLDINGS - 1))


@kernel(int64(SCALE, uint64, uint64, int64, int64))
def shared_jokers(scale, hand, spare, n_jokers, suit):
    """:func:`runs_worth` of the suits from ``suit`` on."""
    held, twice = suit_lane(hand, suit), suit_lane(spare, suit)
    if suit == 3:
        return suit_worth(scale, held, twice, n_jokers)
    best = np.int64(0)
    for here in range(n_jokers + 1 if held else 1):
        others = shared_jokers(scale, hand, spare, n_jokers - here, suit + 1)
        best = max(best, suit_worth(scale, held, twice, np.int64(here)) + others)
    return best


@kernel(int64(SCALE, uint64, uint64, int64), inline=True)
def runs_worth(scale, hand, spare, n_jokers):
    """Most that runs of a hand are worth with at most ``n_jokers`` jokers.

    hand, spare : naturals held, held twice.
    """
    if n_jokers == 0:
        total = np.int64(0)
        for suit in range(4):
            total += suit_worth(scale, suit_lane(hand, suit), suit_lane(spare, suit), np.int64(0))
        return total
    if n_jokers == 1:
        total, gain = np.int64(0), np.int64(0)
        for suit in range(4):
            held, twice = suit_lane(hand, suit), suit_lane(spare, suit)
            without = suit_worth(scale, held, twice, np.int64(0))
            total += without
            gain = max(gain, suit_worth(scale, held, twice, np.int64(1)) - without)
        return total + gain
    return shared_jokers(scale, hand, spare, n_jokers, np.int64(0))


@kernel(WORTHS(SCALE, uint64, uint64, int64), inline=True)
def shared_worths(scale, hand, spare, n_jokers):
    """:func:`runs_worth` with none to four jokers; with more than ``n_jokers`` it is not reckoned."""
    none, one, two, three, four = np.int64(0), np.int64(0), np.int64(0), np.int64(0), np.int64(0)
    for suit in range(4):
        held, twice = suit_lane(hand, suit), suit_lane(spare, suit)
        a = suit_worth(scale, held, twice, np.int64(0))
        if n_jokers > 0:
            b = suit_worth(scale, held, twice, np.int64(1))
            if n_jokers > 1:
                c = suit_worth(scale, held, twice, np.int64(2))
                if n_jokers > 2:
                    d = suit_worth(scale, held, twice, np.int64(3))
                    if n_jokers > 3:
                        e = suit_worth(scale, held, twice, np.int64(4))
                        four = max(max(max(four + a, three + b), max(two + c, one + d)), none + e)
                    three = max(max(three + a, two + b), max(one + c, none + d))
                two = max(max(two + a, one + b), none + c)
            one = max(one + a, none + b)
        none += a
    return none, one, two, three, four


def base_three() -> np.ndarray:
    """Number of each mask of places: (8192,) int32."""
    masks = np.arange(N_HOLDINGS)
    places = np.arange(PLACES)
    return ((masks[:, None] >> places & 1) @ 3**places).astype(np.int32)


NUMBERS = base_three()
TABLES: WeakValueDictionary[tuple[Any, ...], "Table"] = WeakValueDictionary()
"""Tables in use; they live as long as a player that holds them."""
LOCK = threading.Lock()


class Table:
    """Room for the worths of all suits, (3 ** 13 * width,) int16; pages that are not used take no memory."""

    def __init__(self, width: int) -> None:
        self.entries = np.zeros(N_NUMBERS * width, np.int16)


def fill_scale(
    scale: np.void,
    worth: Sequence[int],
    set_worth: Sequence[int],
    *,
    ace_mode: int,
    n_jokers: int,
    cap: int = MANY,
    naturals_lead: bool = False,
    adjacent: bool = True,
    joker_worth: int = AS_CARD,
) -> Table:
    """Set a scale; the table it points to has to be kept as long as the scale is used."""
    key = (tuple(worth), ace_mode, n_jokers, cap, naturals_lead, adjacent, joker_worth)
    with LOCK:
        table = TABLES.get(key) or Table(n_jokers + 1)
        TABLES[key] = table
    scale["worth"], scale["set_worth"], scale["joker_worth"] = worth, set_worth, joker_worth
    scale["ace_mode"], scale["cap"], scale["n_jokers"], scale["width"] = ace_mode, cap, n_jokers, n_jokers + 1
    scale["naturals_lead"], scale["adjacent"] = naturals_lead, adjacent
    scale["table"], scale["numbers"] = table.entries.ctypes.data, NUMBERS.ctypes.data
    return table
