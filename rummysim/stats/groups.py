"""Groups of rows that estimates are given for: all, each seat, and each player where the bots differ."""

from rummysim.fields.tallies import Tallies

__all__ = ["ALL", "player_groups", "seat_groups"]

ALL = "all"


def seat_groups(tallies: Tallies) -> list[tuple[str, dict[str, int]]]:
    """Name and row filter of each seat; seat 0 starts (a match: its first deal)."""
    return [(f"seat {seat}", {"seat": seat}) for seat in range(tallies.n_players)]


def player_groups(tallies: Tallies) -> list[tuple[str, dict[str, int]]]:
    """Name and row filter of each player; none in the scheme "starter", where all bots are equal."""
    if tallies.scheme == "starter":
        return []
    return [(f"player {player}: {bot}", {"player": player}) for player, bot in enumerate(tallies.bots)]
