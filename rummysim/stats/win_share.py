"""Win shares w_s = wins of a seat / decided units, ties split (statistics.md 1 and 3)."""

from rummysim.fields.tallies import WIN, Tallies
from rummysim.stats.groups import player_groups, seat_groups
from rummysim.stats.ratio import Ratio
from rummysim.stats.statistic import Statistic

__all__ = ["WIN_SHARE", "win_shares"]


def win_shares(tallies: Tallies) -> list[Ratio]:
    """Wins over decided units, by seat and by player."""
    ratios = []
    for group, chosen in seat_groups(tallies) + player_groups(tallies):
        won, decided = tallies.row_sums("won", "decided", **chosen)
        if not decided.any():
            continue
        n_units = int(decided.sum())
        ratios.append(
            Ratio(group=group, a=won, b=WIN * decided, n_units=n_units, n_blocks=tallies.n_blocks, share=True)
        )
    return ratios


WIN_SHARE = Statistic(
    name="win_share",
    definition="Of the games that somebody won, the part that this seat or player won; a shared win is split.",
    unit="share",
    needs=("rows.won", "rows.decided"),
    ratios=win_shares,
)
