"""Opens one time in three when it can, with most points; then plays any entry of its menu: stop, new melds of three
cards or sets of four, lay-offs of one card. It draws from the stock and throws any card, a joker only as the last.

The floor of every ladder: what a rule does when nobody thinks (rules in bots.md 7).
"""

from types import MappingProxyType

import numpy as np

from rummysim.core.bits import count_bits
from rummysim.core.jit import kernel
from rummysim.games.actions import STOP
from rummysim.games.bot import Bot
from rummysim.games.opening.draws import END, STOCK
from rummysim.games.opening.menu import menu_action, n_actions
from rummysim.games.opening.openings import opening_meld, opening_points
from rummysim.games.opening.state import JOKER
from rummysim.games.opening.throws import throwable, thrown_number
from rummysim.games.opening.view import SIGNATURE

__all__ = ["RANDOM"]

ONE_IN = np.uint64(3)
NO_SWAPS = np.int64(0)


@kernel(SIGNATURE)
def choose_draw(view, parameters, word):
    """The stock, or the end."""
    return STOCK if view.own.can_draw_stock else END


@kernel(SIGNATURE)
def choose_melds(view, parameters, word):
    """An opening one time in three; any entry of the menu."""
    code, own = view.code, view.own
    if not own.is_open:
        if own.n_laid or (word % ONE_IN == 0 and opening_points(code, own) >= 0):
            return opening_meld(code, own)
        return STOP
    count = n_actions(code, view.public, own, NO_SWAPS)
    return menu_action(code, view.public, own, NO_SWAPS, np.int64(word % np.uint64(count)))


@kernel(SIGNATURE)
def choose_discard(view, parameters, word):
    """Any card that may be thrown, a joker only if there is nothing else."""
    cards, _ = throwable(view.code, view.public, view.own)
    if cards == 0:
        return JOKER
    return thrown_number(cards, np.int64(word % np.uint64(count_bits(cards))))


RANDOM = Bot(
    name="random",
    hooks=MappingProxyType(
        {"choose_draw": choose_draw, "choose_melds": choose_melds, "choose_discard": choose_discard}
    ),
    notes="opens one time in three when it can, then any short action, any discard",
)
