"""Matches judged in plain Python from their deals: CG-5, CG-15 and CG-21 to CG-23 with the options of rules.md 3.7.

One match at a time, one player at a time; nothing is shared with the engine.
"""

from collections.abc import Mapping
from typing import Any

__all__ = ["judge_match"]

Row = Mapping[str, Any]


def lowest(players: list[int], totals: Mapping[int, int]) -> list[int]:
    """Players with the lowest total."""
    return [player for player in players if totals[player] == min(totals[other] for other in players)]


def winners_after(
    options: Mapping[str, Any], rows: list[Row], totals: Mapping[int, int]
) -> tuple[list[int], list[int]]:
    """Winners of a match after a deal (none: it goes on), and the players still in."""
    playing = [row["player"] for row in rows]
    closers = [row["player"] for row in rows if row["close"] >= 0]
    limit = options["limit"]
    over = [p for p in playing if totals[p] > limit or (totals[p] == limit and options["eliminate_at"] == "reach")]
    still_in = [player for player in playing if player not in over]
    outright = [row["player"] for row in rows if row["wins_match"]]
    if outright:
        return outright, still_in
    if options["win_at_minus"] is not None:
        low = [player for player in playing if totals[player] <= options["win_at_minus"]]
        if low:
            return lowest(low, totals), still_in
    if not still_in:
        others = [player for player in playing if player not in closers]
        spared = others if options["all_bust_rule"] == "non_knocker" and others else playing
        return lowest(spared, totals), still_in
    if len(still_in) > 1:
        return [], still_in
    last = still_in[0]
    if options["knocker_at_limit_loses"] and last in closers and totals[last] == limit:
        return lowest([player for player in playing if player not in closers], totals), still_in
    return [last], still_in


def starter_after(rule: str, chairs: list[int], last: int, rows: list[Row], still_in: list[int]) -> int:
    """Player who starts the next deal; ``chairs`` are the players in order of their chairs."""
    alone = [row["player"] for row in rows if row["won"] == 1]
    if rule == "fixed" and last in still_in:
        return last
    if rule == "winner_of_last" and alone and alone[0] in still_in:
        return int(alone[0])
    at = chairs.index(last)
    return next(player for player in chairs[at + 1 :] + chairs[: at + 1] if player in still_in)


def judge_match(options: Mapping[str, Any], deals: list[list[Row]], result: list[Row]) -> list[str]:
    """Differences between a match's rows, deal by deal and by player, and its result."""
    first = {row["place"]: row["player"] for row in deals[0]}
    chairs = [first[place] for place in sorted(first)]
    still_in, totals = sorted(chairs), dict.fromkeys(chairs, 0)
    starter = next(row["player"] for row in deals[0] if row["seat"] == 0)
    found: list[str] = []
    winners: list[int] = []
    for number, rows in enumerate(deals):
        seated = {row["player"]: row["place"] for row in rows}
        if winners:
            return [*found, f"deal {number} was played after the match had been won by {winners}"]
        if seated != {player: place for place, player in enumerate(p for p in chairs if p in still_in)}:
            found.append(f"deal {number}: {seated} sit there, still in are {still_in}, chairs {chairs}")
        if next(row["player"] for row in rows if row["seat"] == 0) != starter:
            found.append(f"deal {number}: {starter} should start")
        for row in rows:
            totals[row["player"]] += row["points"]
        winners, still_in = winners_after(options, rows, totals)
        if still_in and not winners:
            starter = starter_after(options["next_start"], chairs, starter, rows, still_in)
    expected = [(p, totals[p], len(deals), (p in winners) / max(len(winners), 1)) for p in sorted(totals)]
    if [(row["player"], row["points"], row["deals"], row["won"]) for row in result] != expected:
        found.append(f"result {result}, judged {expected}")
    return found
