"""Looks one draw ahead as ``careful`` does, and harder at what the next player may need; where the difference is
scored it knocks in its first turns only.

A discard is chosen among those within some points of the least leftover by leftover + future * mean of the best
leftovers after one more card + danger * chance that it completes a meld of the next player (bots.md 2, row 4; 3, row
4). Where the difference is scored it knocks as soon as it may in its first turns and later goes for gin: an undercut
costs more than a short knock brings; when to stop was tuned for gin's usual bonuses. Where each scores their own
leftover the look ahead counts less with every turn, and it knocks at once, but with points that would put it out of the
match.
"""

from types import MappingProxyType

from numba import int64

from rummysim.core.bits import bit
from rummysim.core.jit import kernel
from rummysim.games.bot import Bot
from rummysim.games.knock.bots.careful import choose_draw
from rummysim.games.knock.bots.throwing import PARAMETERS, WEIGHTS, decayed, knocking_discard, quiet_discard
from rummysim.games.knock.bots.totals import READS, points_left, puts_out
from rummysim.games.knock.bots.ways import surplus_joker
from rummysim.games.knock.view import ALL_MELDED, FIFTIETH, LAST_TURN, SIGNATURE, VIEW
from rummysim.melds.layoff import CARDS, without

__all__ = ["EXPERT"]

FUTURE, DANGER, WITHIN, KNOCK_TURNS, N_BEST, OWN_FUTURE, OWN_DANGER, OWN_WITHIN = range(8)


@kernel(WEIGHTS(VIEW, PARAMETERS), inline=True)
def weights_of(view, parameters):
    """Weights of a discard under the scoring of the deal."""
    if view.code.difference:
        return parameters[FUTURE], parameters[DANGER], parameters[WITHIN], parameters[N_BEST]
    return decayed(view, parameters[OWN_FUTURE]), parameters[OWN_DANGER], parameters[OWN_WITHIN], parameters[N_BEST]


@kernel(int64(VIEW, PARAMETERS, CARDS), inline=True)
def wants_knock(view, parameters, kept):
    """1 if a knock with the cards kept is wanted: early or with nothing left over; with each scoring their own unless
    it puts the player out.
    """
    if view.offer in (FIFTIETH, ALL_MELDED):
        return 1
    points = points_left(view, kept)
    if not view.code.difference:
        return 1 - puts_out(view, points) if points > 0 else 1
    return 1 if points == 0 or view.turn // view.n_players < parameters[KNOCK_TURNS] else 0


@kernel(SIGNATURE)
def choose_discard(view, parameters, word):
    """A card that allows a knock that is wanted, else the one with the best outlook."""
    joker = surplus_joker(view)
    if joker >= 0:
        return joker
    card = knocking_discard(view)
    if card >= 0 and view.offer != LAST_TURN:
        kept = without((view.hand, view.spare), bit(card))
        card = card if wants_knock(view, parameters, kept) else int64(-1)
    return card if card >= 0 else quiet_discard(view, weights_of(view, parameters))


@kernel(SIGNATURE)
def choose_close(view, parameters, word):
    """Knock if that is wanted."""
    return wants_knock(view, parameters, (view.hand, view.spare))


EXPERT = Bot(
    name="expert",
    hooks=MappingProxyType(
        {"choose_draw": choose_draw, "choose_discard": choose_discard, "choose_close": choose_close}
    ),
    parameters=MappingProxyType(
        {
            "future": 4.0,
            "danger": 12.0,
            "within": 8.0,
            "knock_turns": 5.0,
            "n_best": 5.0,
            "own_future": 3.0,
            "own_danger": 8.0,
            "own_within": 6.0,
        }
    ),
    notes="looks one draw ahead and at what the next player may need; in gin knocks early or with gin",
    reads=READS,
)
