"""Random streams of the referees (CONTRACT 1)."""

from typing import TypeVar

MASK = (1 << 64) - 1
G = 0x9E3779B97F4A7C15

Item = TypeVar("Item")


def mix(z: int) -> int:
    """The finalizer of splitmix64."""
    z &= MASK
    z ^= z >> 30
    z = z * 0xBF58476D1CE4E5B9 & MASK
    z ^= z >> 27
    z = z * 0x94D049BB133111EB & MASK
    z ^= z >> 31
    return z


def stream(seed: int, unit: int, round_: int, purpose: int, player: int) -> int:
    """The state that keys a stream."""
    state = mix(seed + G)
    for part in (unit, round_, purpose, player):
        state = mix(state + G * (part + 1))
    return state


def word(state: int, k: int) -> int:
    """Word k = 0, 1, 2 … of a stream."""
    return mix(state + G * (k + 1))


def shuffle(items: list[Item], state: int) -> list[Item]:
    """Shuffle the list in place with a stream, and return it."""
    n = len(items)
    for i in range(n - 1):
        both = word(state, i // 2)
        half = both & 0xFFFFFFFF if i % 2 == 0 else both >> 32
        j = i + (half * (n - i) >> 32)
        items[i], items[j] = items[j], items[i]
    return items
