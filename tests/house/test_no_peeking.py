"""No bot looks at what its player cannot see, and no bot's random words touch the cards (bots.md 8).

Positions are those of real deals. Each turn is played twice, the second time with everything hidden dealt out anew but
for the next card of the stock; all decisions of the turn must be the same.
"""

from itertools import cycle
from types import MappingProxyType
from typing import Any

import numpy as np
import pytest

import rummysim as rs
from rummysim.core.dealing import MAX_PLAYERS
from rummysim.core.jit import compiled, record, record_at
from rummysim.games.bot import Bot
from rummysim.games.registry import FAMILIES
from tests.courses import Course, turns_twice

GAMES: dict[str, tuple[tuple[str, int], ...]] = {
    "knock": (("gin_eaai", 2), ("conga", 4), ("chinchon_web", 3), ("oklahoma", 2), ("knock_rummy_pypi", 3)),
    "stock": (("bga_basic", 2), ("bga_500", 3), ("rum500_jokers", 2), ("bga_basic", 4), ("rum500_floating", 2)),
    "opening": (("remi51_seed", 4), ("scala40", 2), ("rami_casino", 3)),
    "tile": (("tile_seed", 3), ("rummikub_sabra", 2), ("tile_rrrummy_open", 2)),
}
BOTS = [(family.name, bot) for family in FAMILIES.values() for bot in family.bot_names]
N_POSITIONS, N_TURNS, MOST_DEALS = 300, 40, 400
HANDS_DTYPE, HANDS = record(words=(np.uint64, MAX_PLAYERS))


def bots_of(family: str, *names: str) -> list[Bot]:
    """Bots by name."""
    return [FAMILIES[family].bots()[name] for name in names]


def courses(family: str, bot: str) -> list[tuple[Course, list[str]]]:
    """Tables of the family's games, with the bot alone and among random ones."""
    made = []
    for game, n in GAMES[family]:
        for others in (bot, "random"):
            names = [bot, *[others] * (n - 1)]
            made.append((Course(family, rs.variant(game).rules, bots_of(family, *names)), names))
    return made


@pytest.mark.parametrize(("family", "bot"), BOTS)
def test_bot__chooses_alike_whatever_it_cannot_see(family: str, bot: str) -> None:
    n_compared = 0
    tables = cycle(courses(family, bot))
    for seed in range(MOST_DEALS):
        course, names = next(tables)
        for seat, plain, other in turns_twice(course, seed, N_TURNS):
            if names[seat] == bot:
                assert other == plain, (names, seed, plain, other)
                n_compared += 1
        if n_compared >= N_POSITIONS:
            return
    pytest.fail(f"{n_compared} positions")


@pytest.mark.parametrize("bot", FAMILIES["stock"].bot_names)
def test_claim__is_the_same_whatever_others_hold(bot: str) -> None:
    """The player after the one at turn is asked first; the hands of these two stay."""
    n_claims = 0
    course = Course("stock", rs.variant("bga_500", call_rummy="any").rules, bots_of("stock", bot, "random", bot))
    for seed in range(MOST_DEALS // 4):
        for seat, plain, other in turns_twice(course, seed, N_TURNS, n_kept=2):
            assert other == plain
            n_claims += sum(row[0] != seat for row in plain)
    assert n_claims > 0


# the tests can fail


def peeking(family: str, address: int) -> Bot:
    """A bot like ``random`` whose words hang on the hands at an address."""
    (honest,) = bots_of(family, "random")
    signature = FAMILIES[family].kernels().Player.signature
    hands_at = record_at(HANDS)

    def peeker(decide: Any) -> Any:
        def choose(view: Any, parameters: Any, word: Any) -> Any:
            words = hands_at(np.int64(parameters[0])).words
            return decide(view, parameters, word + (words[0] + words[1] * np.uint64(3)) * np.uint64(0x9E3779B97F4A7C15))

        return compiled(choose, signature)

    hooks = {name: peeker(hook) for name, hook in honest.hooks.items()}
    parameters = MappingProxyType({"address": float(address)})
    return Bot(name="peeker", hooks=MappingProxyType(hooks), notes="cheats", parameters=parameters)


@pytest.mark.parametrize("family", FAMILIES)
def test_peeking_bot__is_caught(family: str) -> None:
    game, _ = GAMES[family][0]
    words = np.zeros(1, HANDS_DTYPE)
    course = Course(family, rs.variant(game).rules, [peeking(family, words.ctypes.data)] * 2)
    course.game["parameters"][:2, :, 0] = np.asarray(course.deal["hands"]).ctypes.data
    assert any(plain != other for seed in range(20) for _, plain, other in turns_twice(course, seed, N_TURNS))


# random words and cards


def news(course: Course, seed: int, bots_seed: int) -> tuple[list[tuple[int, int]], list[int], list[list[int]]]:
    """A deal's hands, its cards in dealing order as long as they lie so, and all rows."""
    hands, rows = course.begin(seed, bots_seed), []
    cards = course.deal["deck"].tolist()
    for _ in range(N_TURNS):
        if course.is_over or course.deal["is_deck_spoilt"]:
            break
        played, outcome = course.turn()
        rows += played
        assert course.deal["is_deck_spoilt"] or course.deal["deck"].tolist() == cards
        course.go_on(outcome)
    return hands, cards, rows


@pytest.mark.parametrize("family", FAMILIES)
def test_random_words__never_touch_the_cards(family: str) -> None:
    """Design 3: cards depend on seed, unit and round alone: other words, other moves, the same cards."""
    n_other = 0
    for game, n in GAMES[family]:
        course = Course(family, rs.variant(game).rules, bots_of(family, *["random"] * n))
        for seed in range(10):
            *cards, rows = news(course, seed, seed)
            *same_cards, other_rows = news(course, seed, seed + 1000)
            assert same_cards == cards
            n_other += rows != other_rows
    assert n_other > len(GAMES[family])


@pytest.mark.parametrize("family", FAMILIES)
def test_bots__are_dealt_the_same_cards(family: str) -> None:
    for game, n in GAMES[family]:
        dealt = []
        for bot in FAMILIES[family].bot_names[:3]:
            course = Course(family, rs.variant(game).rules, bots_of(family, *[bot] * n))
            dealt.append([news(course, seed, seed)[:2] for seed in range(5)])
        assert dealt[1:] == dealt[:-1]
