"""The solver's tables against their definitions."""

from itertools import product

import numpy as np

from rummysim.melds.table import line
from rummysim.melds.table.layer import MAX_JOKERS, N_CODES, N_LOW, N_VECTORS, NO_WAY
from rummysim.melds.table.memory import HAS_RUN, solver_tables

CODES = [(0, 0), (1, 0), (1, 1), (2, 0), (2, 1), (2, 2)]


def cuts(profile: tuple[int, ...]) -> bool:
    """Whether intervals of three and more cover each place so often."""
    if not any(profile):
        return True
    first = next(place for place, n in enumerate(profile) if n)
    return any(
        cuts(tuple(n - (first <= place < end) for place, n in enumerate(profile)))
        for end in range(first + 3, len(profile) + 1)
        if all(profile[first:end])
    )


def test_states__lead_to_the_end_exactly_where_runs_cover_the_profile() -> None:
    for profile in product(range(3), repeat=7):
        state = 0
        for k in (*profile, 0):
            state = line.next_state(state, k) if state >= 0 else -1
        assert (state >= 0) == cuts(profile), profile


def test_profiles__stay_runs_when_what_lies_above_two_is_cut_off() -> None:
    """Three runs over a place are never needed (``MAX_OPEN``)."""
    for profile in product(range(5), repeat=6):
        if cuts(profile):
            assert cuts(tuple(min(2, n) for n in profile)), profile


def test_steps_on_sets__are_steps_of_their_members() -> None:
    reached, origins = line.images()
    for k, mask in product(range(3), (0, 1, 37, 512, 1023)):
        members = [state for state in range(10) if mask >> state & 1]
        after = {line.next_state(state, k) for state in members} - {-1}
        before = {state for state in range(10) if line.next_state(state, k) in members}
        assert reached[k, mask] == sum(1 << state for state in after)
        assert origins[k, mask] == sum(1 << state for state in before)


def best_sets(held: tuple[int, ...], bound: tuple[int, ...], n_jokers: int) -> int:
    """Most tiles of one value in at most two sets with at most so many jokers, -1 for none."""
    best = -1
    for one in product(*(range(min(1, n) + 1) for n in held)):
        for other in product(*(range(min(1, n - a) + 1) for n, a in zip(held, one, strict=True))):
            used = [a + b for a, b in zip(one, other, strict=True)]
            needed = sum(max(0, 3 - sum(part)) for part in (one, other) if any(part))
            if needed <= n_jokers and all(n >= b for n, b in zip(used, bound, strict=True)):
                best = max(best, sum(used))
    return best


def test_gains__are_those_of_all_ways_to_make_sets() -> None:
    block = solver_tables()[0]
    rng = np.random.default_rng(1)
    for code, vector in zip(rng.integers(0, N_CODES, 300), rng.integers(0, N_VECTORS, 300), strict=True):
        colours = [CODES[code // 6**colour % 6] for colour in range(4)]
        ks = [int(vector // 3**colour % 3) for colour in range(4)]
        in_runs = sum(max(0, k - n) for k, (n, _) in zip(ks, colours, strict=True))
        held = tuple(max(0, n - k) for k, (n, _) in zip(ks, colours, strict=True))
        bound = tuple(max(0, b - k) for k, (_, b) in zip(ks, colours, strict=True))
        gain = sum(min(k, n) - b for k, (n, b) in zip(ks, colours, strict=True))
        word = int(block["gains"][code, vector])
        most = [best_sets(held, bound, n) for n in range(5)]
        if max(most) < 0:
            assert word & 15 == NO_WAY
            continue
        first = next(n for n in range(5) if most[n] >= 0)
        assert word & 15 == in_runs + first
        for more in range(5):
            assert word >> 4 * (more + 1) & 15 == gain + most[min(4, first + more)]
        for n_jokers in range(MAX_JOKERS + 1):
            mask = int(block["ways"][code, n_jokers, 0]) | int(block["ways"][code, n_jokers, 1]) << N_LOW
            assert mask >> int(vector) & 1 == (n_jokers >= in_runs + first)


def test_joint_states__have_their_digits_and_steps() -> None:
    block = solver_tables()[0]
    for state in (0, 1, 9876, HAS_RUN + 4321):
        digits = [state % HAS_RUN // 10**colour % 10 for colour in range(4)]
        assert int(block["digits"][state]) == sum(digit << 4 * colour for colour, digit in enumerate(digits))
    for colour, state, k in product(range(4), range(10), range(3)):
        assert block["step"][colour, 3 * state + k] == max(0, line.next_state(state, k)) * 10**colour
