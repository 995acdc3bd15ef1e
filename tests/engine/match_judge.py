"""Matches judged in plain Python from their deals: CG-5, CG-15, CG-21 to CG-23, GN-6 and GN-7 with the
options of rules.md 3.7.

One match at a time, one player at a time; nothing is shared with the engine.
"""

from collections.abc import Mapping
from typing import Any

__all__ = ["judge_match"]

Row = Mapping[str, Any]


def lowest(players: list[int], totals: Mapping[int, int]) -> list[int]:
    """Players with the lowest total."""
    return [player for player in players if totals[player] == min(totals[other] for other in players)]


def over(options: Mapping[str, Any], players: list[int], totals: Mapping[int, int]) -> list[int]:
    """Players over the limit."""
    limit, reach = options["limit"], options["eliminate_at"] == "reach"
    return [p for p in players if totals[p] > limit or (totals[p] == limit and reach)]


def winners_after(
    options: Mapping[str, Any], rows: list[Row], totals: Mapping[int, int]
) -> tuple[list[int], list[int]]:
    """Winners of a match after a deal (none: it goes on), and the players still in."""
    playing = [row["player"] for row in rows]
    outright = [row["player"] for row in rows if row["wins_match"]]
    low = [p for p in playing if options["win_at_minus"] is not None and totals[p] <= options["win_at_minus"]]
    if options["match_end"] == "elimination":
        winners, still_in = eliminated_after(options, rows, totals)
    elif options["match_end"] == "first_over":
        winners, still_in = lowest(playing, totals) if over(options, playing, totals) else [], playing
    else:
        best = max(totals[player] for player in playing)
        winners, still_in = [p for p in playing if best >= options["target"] and totals[p] == best], playing
    return outright or (lowest(low, totals) if low else winners), still_in


def eliminated_after(
    options: Mapping[str, Any], rows: list[Row], totals: Mapping[int, int]
) -> tuple[list[int], list[int]]:
    """Winners, if any, and players still in, where those over the limit leave."""
    playing = [row["player"] for row in rows]
    closers = [row["player"] for row in rows if row["close"] >= 0]
    others = [player for player in playing if player not in closers]
    out = over(options, playing, totals)
    still_in = [player for player in playing if player not in out]
    if len(still_in) > 1:
        return [], still_in
    if still_in:
        at_limit = still_in[0] in closers and totals[still_in[0]] == options["limit"]
        loses = options["knocker_at_limit_loses"] and at_limit
        return lowest(others, totals) if loses else still_in, still_in
    if options["all_bust_rule"] == "non_knocker":
        return lowest(others or playing, totals), []
    best = lowest(playing, totals)
    return ([], best) if options["all_bust_rule"] == "extra_deal" and len(best) > 1 else (best, [])


def buy_back(
    options: Mapping[str, Any], playing: list[int], still_in: list[int], totals: dict[int, int], times: dict[int, int]
) -> list[int]:
    """Players in after those who went out have bought back in; changes totals and times."""
    most = {"none": 0, "once": 1, "unlimited": 10**9}[options["reentry"]]
    inside = [player for player in still_in if player not in over(options, still_in, totals)]
    ordered = sorted((totals[player] for player in inside), reverse=True)
    if len(inside) < 2:
        return still_in
    back = [player for player in playing if player not in still_in and times[player] < most]
    for player in back:
        times[player] += 1
        totals[player] = ordered[0 if options["reentry_total"] == "highest" else 1]
    return sorted(still_in + back)


def starter_after(rule: str, chairs: list[int], last: int, rows: list[Row], still_in: list[int], sign: int) -> int:
    """Player who starts the next deal; ``chairs`` are the players in order of their chairs; sign -1: low is good."""
    winners = [row["player"] for row in rows if row["won"] > 0]
    worst = min(sign * row["points"] for row in rows)
    losers = [row["player"] for row in rows if sign * row["points"] == worst]
    wished = {
        "rotate": [],
        "fixed": [last],
        "winner_of_last": winners if len(winners) == 1 else [],
        "loser_of_last": losers if len(losers) == 1 and winners else [],
        "alternate_after_scored": [] if winners else [last],
    }[rule]
    if wished and wished[0] in still_in:
        return int(wished[0])
    at = chairs.index(last)
    return next(player for player in chairs[at + 1 :] + chairs[: at + 1] if player in still_in)


def judge_match(options: Mapping[str, Any], deals: list[list[Row]], result: list[Row]) -> list[str]:
    """Differences between a match's rows, deal by deal and by player, and its result."""
    sign = 1 if options["deal_scoring"] == "difference" else -1
    first = {row["place"]: row["player"] for row in deals[0]}
    chairs = [first[place] for place in sorted(first)]
    still_in, totals = sorted(chairs), dict.fromkeys(chairs, 0)
    times, boxes = dict.fromkeys(chairs, 0), dict.fromkeys(chairs, 0)
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
            boxes[row["player"]] += row["won"] == 1
        winners, still_in = winners_after(options, rows, totals)
        if not winners:
            still_in = buy_back(options, sorted(seated), still_in, totals, times)
            starter = starter_after(options["next_start"], chairs, starter, rows, still_in, sign)
    for player in chairs if winners else []:
        totals[player] += options["box_bonus"] * boxes[player] + options["game_bonus"] * (winners == [player])
    expected = [(p, totals[p], len(deals), (p in winners) / max(len(winners), 1)) for p in sorted(totals)]
    if [(row["player"], row["points"], row["deals"], row["won"]) for row in result] != expected:
        found.append(f"result {result}, judged {expected}")
    return found
