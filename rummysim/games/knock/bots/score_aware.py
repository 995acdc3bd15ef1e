"""Plays its cards as ``careful`` does and looks at the score before it knocks.

Where the difference is scored it knocks at once in its first turns, later it waits for gin: but it knocks if that is
likely to end the match, or if the other player's gin would. Where each scores their own leftover it does not knock
with points that would put it out of the match.
"""

from types import MappingProxyType

from numba import float64, int64

from rummysim.core.bits import bit
from rummysim.core.jit import kernel
from rummysim.games.bot import Bot
from rummysim.games.knock.bots.careful import CAREFUL, choose_draw
from rummysim.games.knock.bots.throwing import PARAMETERS, WEIGHTS, decayed, knocking_discard, quiet_discard
from rummysim.games.knock.bots.totals import READS, TARGET, points_left, puts_out
from rummysim.games.knock.bots.ways import surplus_joker
from rummysim.games.knock.view import ALL_MELDED, FIFTIETH, LAST_TURN, SIGNATURE, VIEW
from rummysim.melds.layoff import without

__all__ = ["SCORE_AWARE"]

FUTURE, DANGER, WITHIN, N_BEST, WAITS_FROM, FINISH, ALARM = range(7)
OWN = tuple(CAREFUL.parameter_row()[4:])
"""Weights where each scores their own leftover."""


@kernel(int64(VIEW, PARAMETERS, float64))
def wants_knock(view, parameters, points):
    """1 if a knock with ``points`` left over suits the score."""
    totals, options = view.score.totals, view.score.options
    mine = totals[view.seat]
    if points == 0 or view.offer == FIFTIETH:
        return 1
    if not view.code.difference:
        return 1 - puts_out(view, points)
    if view.turn // view.n_players < parameters[WAITS_FROM]:
        return 1
    is_end_near = options[TARGET] - mine <= parameters[FINISH]
    is_other_near = options[TARGET] - totals[1 - view.seat] <= parameters[ALARM]
    return 1 if is_end_near or is_other_near else 0


@kernel(WEIGHTS(VIEW, PARAMETERS), inline=True)
def weights_of(view, parameters):
    """Weights of a discard under the scoring of the deal."""
    if view.code.difference:
        return decayed(view, parameters[FUTURE]), parameters[DANGER], parameters[WITHIN], parameters[N_BEST]
    return decayed(view, OWN[0]), OWN[1], OWN[2], OWN[3]


@kernel(SIGNATURE)
def choose_discard(view, parameters, word):
    """A card that allows a knock the score asks for, else the one with the best outlook."""
    joker = surplus_joker(view)
    if joker >= 0:
        return joker
    card = knocking_discard(view)
    if card >= 0 and view.offer != LAST_TURN:
        kept = without((view.hand, view.spare), bit(card))
        if not wants_knock(view, parameters, points_left(view, kept)):
            card = int64(-1)
    return card if card >= 0 else quiet_discard(view, weights_of(view, parameters))


@kernel(SIGNATURE)
def choose_close(view, parameters, word):
    """Knock if the score asks for it."""
    if view.offer == ALL_MELDED:
        return 1
    return wants_knock(view, parameters, points_left(view, (view.hand, view.spare)))


SCORE_AWARE = Bot(
    name="score-aware",
    hooks=MappingProxyType(
        {"choose_draw": choose_draw, "choose_discard": choose_discard, "choose_close": choose_close}
    ),
    parameters=MappingProxyType(
        {
            "future": 4.0,
            "danger": 12.0,
            "within": 8.0,
            "n_best": 5.0,
            "waits_from": 5.0,
            "finish": 10.0,
            "alarm": 0.0,
        }
    ),
    notes="as careful, and knocks only when the score of the match asks for it",
    reads=READS,
)
