"""How a match goes on and ends, as the engine needs it; each family's rules say theirs."""

from dataclasses import dataclass

__all__ = ["MatchFormat"]


@dataclass(frozen=True, kw_only=True)
class MatchFormat:
    """Match layer of a variant.

    limit, out_at_limit : total above which (or from which on) a player is out. bust_spares_closer : when one deal
    takes all out, the winner is sought among those who did not close it. closer_at_limit_loses : a closer exactly at
    the limit loses when all others are over it. win_at : total at or under which a player wins at once. next_start :
    ``rotate``, ``winner_of_last`` or ``fixed``.
    """

    limit: int
    out_at_limit: bool
    bust_spares_closer: bool
    closer_at_limit_loses: bool
    win_at: int | None
    next_start: str
