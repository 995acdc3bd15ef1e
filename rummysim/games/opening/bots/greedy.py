"""Opens as soon as it can and lays all it can; takes from the pile what fits the table or makes its melds worth more;
throws the dearest card that its melds do not need.

Before the opening it takes in its own first turn what makes its melds worth more, later only what lets it open. With
the cut card it goes out by hand whenever it can.
"""

from types import MappingProxyType

from numba import float64, int64, types

from rummysim.core.bits import bit
from rummysim.core.jit import kernel
from rummysim.games.actions import STOP
from rummysim.games.bot import N_PARAMETERS, Bot
from rummysim.games.opening.actions import may_add
from rummysim.games.opening.draws import CUT, END, PILE, STOCK, is_cut_legal, is_take_legal, owed_by_take
from rummysim.games.opening.openings import hand_meld, hand_points, opening_meld, opening_points
from rummysim.games.opening.outlook import WEIGHTS, best_throw
from rummysim.games.opening.plans import fits_table, next_action
from rummysim.games.opening.state import CODE, JOKER, OWES_NOTHING, OWES_OPENING, OWN, PUBLIC
from rummysim.games.opening.view import SIGNATURE
from rummysim.melds.spread import best_worth, loose_cards

__all__ = ["GREEDY", "PARAMETERS", "choose_draw", "choose_melds", "lay_opening", "source"]

MELDED, POINTS_BEFORE, OUTS_BEFORE, SLOPE, POINTS_AFTER, OUTS_AFTER, FEED = range(7)
"""Parameters: weights in a discard of points in melds, of the card's points and its outs before and after the opening,
of points in an out, and of a card that the next player could use.
"""


@kernel(int64(CODE, OWN, int64))
def raises_melds(code, own, card):
    """1 if a card makes the melds of the hand worth more."""
    scale, hand, spare, n_jokers = code.points, own.hand, own.spare, own.n_jokers
    if card == JOKER:
        return 1 if best_worth(scale, hand, spare, n_jokers + 1) > best_worth(scale, hand, spare, n_jokers) else 0
    kind = bit(card)
    if loose_cards(scale, hand | kind, n_jokers) & kind:
        return 0
    with_card = best_worth(scale, hand | kind, spare | (hand & kind), n_jokers)
    return 1 if with_card > best_worth(scale, hand, spare, n_jokers) else 0


@kernel(int64(CODE, PUBLIC, OWN))
def wants_top(code, public, own):
    """1 if the top of the pile is taken: it fits the table or the melds, or opens."""
    if own.top < 0:
        return 0
    owes = owed_by_take(code, own)
    if owes == OWES_NOTHING:
        fits = own.is_open and may_add(code, own) and fits_table(code, public, own, own.top)
        return is_take_legal(code, public, own) if fits or raises_melds(code, own, own.top) else 0
    if owes != OWES_OPENING:
        return 0
    if own.top != JOKER:
        kind = bit(own.top)
        if loose_cards(code.points, own.hand | kind, own.n_jokers) & kind:
            return 0
    return is_take_legal(code, public, own)


@kernel(int64(CODE, PUBLIC, OWN))
def source(code, public, own):
    """The cut card to go out by hand, the top of the pile if it is wanted, else the stock, else the end."""
    if is_cut_legal(code, public, own):
        return CUT
    if wants_top(code, public, own):
        return PILE
    return STOCK if own.can_draw_stock else END


@kernel(int64(CODE, OWN))
def lay_opening(code, own):
    """The next meld of going out by hand if that is possible, else of an opening with most points; 0 if neither."""
    if hand_points(code, own) >= 0:
        return hand_meld(code, own)
    if own.n_laid or opening_points(code, own) >= 0:
        return opening_meld(code, own)
    return STOP


@kernel(WEIGHTS(OWN, types.UniTuple(float64, N_PARAMETERS)), inline=True)
def weights(own, parameters):
    """Weights of a discard, before or after the opening."""
    if own.is_open:
        return parameters[MELDED], parameters[POINTS_AFTER], parameters[OUTS_AFTER], parameters[SLOPE], parameters[FEED]
    return parameters[MELDED], parameters[POINTS_BEFORE], parameters[OUTS_BEFORE], parameters[SLOPE], parameters[FEED]


@kernel(SIGNATURE)
def choose_draw(view, parameters, word):
    """The best source."""
    return source(view.code, view.public, view.own)


@kernel(SIGNATURE)
def choose_melds(view, parameters, word):
    """An opening as soon as there is one, then all that can be laid."""
    if view.own.is_open:
        return next_action(view.code, view.public, view.own)
    return lay_opening(view.code, view.own)


@kernel(SIGNATURE)
def choose_discard(view, parameters, word):
    """The card that is worth most thrown."""
    return best_throw(view.code, view.public, view.own, weights(view.own, parameters))


PARAMETERS = MappingProxyType(
    {
        "melded": 10.0,
        "points_before": 1.0,
        "outs_before": 0.0,
        "slope": 0.0,
        "points_after": 1.0,
        "outs_after": 0.0,
        "feed": 0.0,
    }
)

GREEDY = Bot(
    name="greedy",
    hooks=MappingProxyType(
        {"choose_draw": choose_draw, "choose_melds": choose_melds, "choose_discard": choose_discard}
    ),
    parameters=PARAMETERS,
    notes="opens at once, lays all it can, throws the dearest card that its melds do not need",
)
