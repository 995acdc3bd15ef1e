"""How a match goes on and ends, as the engine needs it; each family's rules say theirs."""

from dataclasses import dataclass, replace

__all__ = ["MatchFormat"]


@dataclass(frozen=True, kw_only=True)
class MatchFormat:
    """Match layer of a variant.

    end : ``elimination`` (who is over the limit leaves, the last one in wins), ``first_over`` (the match ends when
    somebody is over the limit, the lowest total wins), ``target`` (the same, the highest total wins) or ``deals`` (it
    ends after n_deals deals, None: as many as players; the lowest total wins if lowest_wins, which the engine sets by
    the direction of the points, else the highest). limit, at_limit : over is a total above the limit, or from it on.
    reentry : ``none``, ``once`` or ``unlimited``; who goes out while two are still in comes back with reentry_total,
    the ``highest`` or ``second_highest`` of theirs. all_bust_rule : who wins when one deal takes all out,
    ``non_knocker``, ``lowest`` or ``extra_deal``. closer_at_limit_loses : a closer exactly at the limit loses when all
    others are over it. win_at : total at or under which a player wins at once. game_bonus, box_bonus : points added at
    the end to the winner, and for each deal won. next_start : ``rotate``, ``winner_of_last``, ``winner_deals``,
    ``loser_of_last``, ``alternate_after_scored`` or ``fixed``. tie : who wins a match of n_deals deals whose best total
    is shared, ``share``, ``extra_deal`` or ``fewest_in_last_deal``. first_draw : numbers of the tiles of which each
    player draws one, the highest starts the match; none: every player starts as often.
    """

    end: str
    limit: int
    at_limit: bool
    reentry: str
    reentry_total: str
    all_bust_rule: str
    closer_at_limit_loses: bool
    win_at: int | None
    game_bonus: int
    box_bonus: int
    next_start: str
    n_deals: int | None = None
    lowest_wins: bool = True
    tie: str = "share"
    first_draw: tuple[int, ...] = ()

    def in_units(self, points_unit: int) -> "MatchFormat":
        """The same for points stored in 1/points_unit."""
        return replace(
            self,
            limit=points_unit * self.limit,
            win_at=None if self.win_at is None else points_unit * self.win_at,
            game_bonus=points_unit * self.game_bonus,
            box_bonus=points_unit * self.box_bonus,
        )
