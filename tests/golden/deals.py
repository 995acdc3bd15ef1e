"""Which deals the golden playthroughs show."""

__all__ = ["BOTS", "SEED", "deals_of"]

BOTS = {
    "knock": ("greedy", "random"),
    "stock": ("careful", "random"),
    "opening": ("careful", "random"),
    "tile": ("max", "random"),
}
"""Bots of each family that play them."""
SEED = 1
PAIR = 2

KNOCK = {("greedy", 2): (5, 36), ("greedy", 4): (52,), ("random", 2): (18, 7), ("random", 4): (54,)}
"""Deals with lay-offs, wilds or a reshuffle, by bot and number of players."""

GIN_DEALS = {"greedy": (9, 0), "random": (1, 1019)}
"""An undercut with lay-offs, and gin; a knock, and a dead hand."""
KNOCK_PAIRS = {
    "gin": GIN_DEALS,
    "gin_eaai": GIN_DEALS,
    "gin_bga": GIN_DEALS,
    "gin_classic": GIN_DEALS,
    "gin_big": {"greedy": (2020,), "random": (1,)},
    "oklahoma": {"greedy": (16, 2098), "random": (1,)},
    "straight_gin": {"greedy": (0, 2098), "random": (1019,)},
    "knock_rummy_pypi": {"greedy": (38,), "random": (2,)},
    "chinchon_juegoacartas": {"greedy": (2, 263), "random": (3,)},
    "chinchon_web": {"greedy": (7, 27), "random": (2,)},
    "chinchon_cccj": {"greedy": (403, 22), "random": (1,)},
}
"""Deals of two players that show what a preset has of its own: big gin, dead hands, last turns, congas."""

STOCK: dict[str, dict[str, tuple[tuple[int, ...], tuple[int, ...]]]] = {
    "bga_basic": {"careful": ((48, 70), (55,)), "random": ((129, 1), (71,))},
    "bga_500": {"careful": ((50, 148), (121,)), "random": ((52, 129), (31,))},
    "bga_basic_negative": {"careful": ((48, 70), (55,)), "random": ((129, 1), (71,))},
    "bicycle_rummy": {"careful": ((45, 61), (120,)), "random": ((129,), (117,))},
    "block_rummy": {"careful": ((48, 94), (55,)), "random": ((129,), (53,))},
    "round_the_corner": {"careful": ((60, 42), (116,)), "random": ((52, 1), (118,))},
    "one_meld_rummy": {"careful": ((45, 61), (120,)), "random": ((53, 87), (117,))},
    "rum500_jokers": {"careful": ((52, 76), (113,)), "random": ((52, 146), (45,))},
    "rum500_howstuffworks": {"careful": ((141, 94), (147,)), "random": ((44, 101), (115,))},
    "rum500_fives": {"careful": ((50, 148), (121,)), "random": ((52, 129), (31,))},
    "rum500_floating": {"careful": ((140, 148), (121,)), "random": ((52, 129), (31,))},
}
"""Deals of two players and of the most, by preset and bot: with deep takes, low, high and passed aces, jokers, and ends
chosen, where the preset has them.
"""


OPENING = {"careful": (3, 40), "random": (5,)}
"""Deals of any preset by bot."""


TILE = {"max": (3,), "random": (5,)}
"""Deals of any preset by bot."""


def deals_of(family: str, preset: str, bot: str, n_players: int) -> tuple[int, ...]:
    """Numbers of the deals of a preset that equal bots play."""
    if family == "stock":
        of_two, of_most = STOCK[preset][bot]
        return of_two if n_players == PAIR else of_most
    if family in ("opening", "tile"):
        return (OPENING if family == "opening" else TILE)[bot]
    own = KNOCK_PAIRS.get(preset, {}) if n_players == PAIR else {}
    return own.get(bot, KNOCK[bot, n_players])
