"""Looks one draw ahead: takes the upcard only if it joins two cards and the leftover falls, throws a card after which
the next draws promise most, and, where the difference is scored, that helps the next player least. Knocks at once.

A discard is chosen among those within a few points of the least leftover by leftover + future * decay^(own turn) *
mean of the best leftovers after one more card + danger * chance that it completes a meld of the next player (bots.md,
1–3). With each player's own leftover scored the look ahead is deeper and danger counts nothing. It never throws a wild.
"""

from types import MappingProxyType

from rummysim.core.bits import bit
from rummysim.core.jit import kernel
from rummysim.games.bot import Bot
from rummysim.games.knock.bots.outlook import joins
from rummysim.games.knock.bots.throwing import PARAMETERS, WEIGHTS, decayed, knocking_discard, quiet_discard
from rummysim.games.knock.bots.ways import left_now, sources, surplus_joker
from rummysim.games.knock.view import FIFTIETH, KNOCK, LAST_TURN, PILE, SIGNATURE, STOCK, VIEW
from rummysim.melds.layoff import with_more
from rummysim.melds.search import best_discard

__all__ = ["CAREFUL", "choose_draw"]

DIFFERENCE, OWN = 0, 4
"""Where the weights of the two kinds of scoring begin among the parameters."""


@kernel(SIGNATURE)
def choose_draw(view, parameters, word):
    """The pile if its top is wild, or joins two cards and the leftover falls, or allows a knock."""
    allowed = sources(view)
    if allowed[KNOCK]:
        return KNOCK
    if not allowed[PILE] or not allowed[STOCK]:
        return PILE if allowed[PILE] else STOCK
    code = view.code
    if bit(view.top) & code.wild_cards or view.offer == FIFTIETH:
        return PILE
    held = with_more((view.hand, view.spare), bit(view.top))
    then = best_discard(held[0], held[1], code.wild_cards, code.line) >> 6
    if then >= left_now(view):
        return STOCK
    knocks = not code.difference and then <= view.limit and view.offer != LAST_TURN
    return PILE if knocks or joins(code, view.hand, view.top) else STOCK


@kernel(WEIGHTS(VIEW, PARAMETERS), inline=True)
def weights_of(view, parameters):
    """Weights of a discard under the scoring of the deal."""
    at = DIFFERENCE if view.code.difference else OWN
    return decayed(view, parameters[at]), parameters[at + 1], parameters[at + 2], parameters[at + 3]


@kernel(SIGNATURE)
def choose_discard(view, parameters, word):
    """A card that allows a knock if there is one, else the one with the best outlook."""
    joker = surplus_joker(view)
    if joker >= 0:
        return joker
    card = knocking_discard(view)
    return card if card >= 0 else quiet_discard(view, weights_of(view, parameters))


@kernel(SIGNATURE)
def choose_close(view, parameters, word):
    """Always knock."""
    return 1


CAREFUL = Bot(
    name="careful",
    hooks=MappingProxyType(
        {"choose_draw": choose_draw, "choose_discard": choose_discard, "choose_close": choose_close}
    ),
    parameters=MappingProxyType(
        {
            "future": 1.0,
            "danger": 2.0,
            "within": 5.0,
            "n_best": 10.0,
            "own_future": 3.0,
            "own_danger": 0.0,
            "own_within": 6.0,
            "own_n_best": 5.0,
        }
    ),
    notes="looks one draw ahead and, where it pays, at what the next player may need; knocks as soon as it may",
)
