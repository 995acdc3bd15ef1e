"""Rules of the tile family: a table that all rearrange (rules.md sections 1 and 5.2)."""

from collections.abc import Iterator
from typing import Annotated, Any, Literal

from pydantic import Field

from rummysim.core.codes import (
    AceMode,
    DrawRule,
    FirstStart,
    GroupJokerSwap,
    InitialDiscard,
    JokerFreedBy,
    JokerRelease,
    Mano,
    MatchTie,
    NextStart,
    OpeningJoker,
    PoolEmpty,
    PoolEmptyScoring,
    Rearrange,
    TableJokerReuse,
    TileScoring,
)
from rummysim.core.decks import JOKERS, UNIVERSE
from rummysim.fields.match_format import MatchFormat
from rummysim.fields.rule import Rules, match, play
from rummysim.fields.rule import scoring as score

__all__ = ["POINTS_UNIT", "TileRules"]

POINTS_UNIT = 12
"""Points are stored in twelfths: up to four share a win."""
N_TILES, N_UNIVERSE = 104, 2 * UNIVERSE + 4
JOKER_PLACES = (52, 53, 106, 107, 108, 109, 110, 111)
"""Indices of the jokers in the universe, that of the opening family."""

CODES: dict[str, tuple[Any, ...]] = {
    "draw_rule": tuple(DrawRule),
    "rearrange": (Rearrange.NONE, Rearrange.FREE),
    "opening_joker": tuple(OpeningJoker),
    "initial_discard": (InitialDiscard.NONE, InitialDiscard.DEAD, InitialDiscard.TAKEABLE),
    "mano": tuple(Mano),
    "pool_empty": tuple(PoolEmpty),
}
"""Options whose values a kernel reads as numbers from 0 on, in this order."""
RELEASES = tuple(JokerRelease)


class TileRules(Rules):
    """Options of the tile family; the defaults are those of the seed."""

    jokers: int = play(2, "jokers among the tiles", "TR-1", ge=0, le=8)
    hand_size: int = play(14, "tiles dealt to each player", "TR-3", ge=5, le=25)
    seats: int = play(4, "most players at the table", "TR-2", ge=2, le=4)
    initial_discard: InitialDiscard = play(
        InitialDiscard.DEAD, "the tile that the first player gets more and lays out", "TR-4, TR-6"
    )
    mano: Mano = play(Mano.FIRST_PLAYER, "who has the first turn", "TA-1")
    draw_rule: DrawRule = play(DrawRule.ALWAYS, "when a player draws", "TR-9")
    ace_mode: Literal[AceMode.LOW, AceMode.EITHER] = play(AceMode.EITHER, "where the 1 stands in runs", "TR-18")
    opening_min: int = play(30, "points that the first melds of a player need together", "TR-22", ge=0, le=120)
    opening_joker: OpeningJoker = play(OpeningJoker.YES, "what a joker counts in an opening", "rules.md 1.7")
    manipulate_on_opening_turn: bool = play(
        True, "after the opening other moves are allowed in the same turn", "TR-10, 8.4"
    )
    rearrange: Rearrange = play(Rearrange.FREE, "what may be done with the melds on the table", "8.5")
    joker_release: JokerRelease = play(
        JokerRelease.FREE, "when a joker on the table may stand for another tile", "TR-20, 8.3"
    )
    joker_reuse: TableJokerReuse = play(
        TableJokerReuse.ANY_MELD, "where a joker goes that stands for another tile than before", "TR-21"
    )
    joker_freed_by: JokerFreedBy = play(JokerFreedBy.RACK, "which tiles may take the place of a joker", "8.3")
    group_joker_swap: GroupJokerSwap = play(
        GroupJokerSwap.ANY_MISSING, "which tiles free the joker of a group of three", "rules.md 1.7, 8.3"
    )
    max_jokers_per_meld: Literal[1, 2] | None = play(None, "most jokers of a meld; none: no limit", "rules.md 1.7")
    pool_empty: PoolEmpty = play(PoolEmpty.PLAY_ON, "how the deal ends without a pool", "TR-8, 8.5")
    max_turns: int = play(500, "turns after which a deal ends undecided", "rules.md 0.7", ge=1, le=10_000)

    scoring: TileScoring = score(TileScoring.OWN_RACK, "who scores what in a deal", "TR-25, 8.8")
    pool_empty_scoring: PoolEmptyScoring = score(
        PoolEmptyScoring.OWN_RACK, "what the racks count if nobody goes out", "8.8"
    )
    joker_in_hand: Annotated[int, Field(ge=1, le=200)] | Literal["face"] = score(
        50, "points of a joker left on the rack; face: nothing, it shows no number", "TR-25, rules.md 1.7"
    )

    deals: int = match(4, "deals of a match", "TR-26", ge=1, le=1000)
    tie: MatchTie = match(MatchTie.SHARE, "who wins a match whose best total is shared", "TR-27")
    first_start: FirstStart = match(FirstStart.RANDOM, "who starts the first deal of a match", "TR-7, 8.5")
    next_start: Literal[NextStart.ROTATE, NextStart.WINNER_OF_LAST, NextStart.FIXED] = match(
        NextStart.ROTATE, "who starts the next deal", "TR-7"
    )

    def contradictions(self) -> Iterator[str]:
        """One message a contradiction, empty where there is none."""
        needed, n_tiles = self.seats * self.hand_size + self._lays_out, N_TILES + self.jokers
        if needed > n_tiles:
            yield (
                f"seats = {self.seats} and hand_size = {self.hand_size} contradict each other: {self.seats} players "
                f"need {needed} tiles and there are {n_tiles}; allowed seats up to "
                f"{(n_tiles - self._lays_out) // self.hand_size}; lower seats or hand_size"
            )
        free_table = self.rearrange == Rearrange.FREE
        binds = self.joker_release != JokerRelease.FREE
        needs = (
            ("joker_release", binds, free_table, "rearrange = free"),
            ("joker_reuse", self.joker_reuse != TableJokerReuse.ANY_MELD, free_table, "rearrange = free"),
            ("joker_freed_by", self.joker_freed_by != JokerFreedBy.RACK, binds, "joker_release = fixed"),
            ("group_joker_swap", self.group_joker_swap != GroupJokerSwap.ANY_MISSING, binds, "joker_release = fixed"),
            (
                "pool_empty_scoring",
                self.pool_empty_scoring != PoolEmptyScoring.OWN_RACK,
                self.scoring == TileScoring.OWN_RACK,
                "scoring = own_rack",
            ),
        )
        for need in needs:
            yield self.missing(*need)

    @property
    def _lays_out(self) -> bool:
        """Whether the first player gets a tile more and lays one out."""
        return self.initial_discard != InitialDiscard.NONE

    def players(self) -> range:
        """Numbers of players there may be."""
        return range(2, self.seats + 1)

    def direction(self) -> str:
        """Which points are good, ``lower`` or ``higher``."""
        return "lower" if self.scoring == TileScoring.OWN_RACK else "higher"

    @property
    def joker_points(self) -> int:
        """Points of a joker left on the rack."""
        return 0 if self.joker_in_hand == "face" else int(self.joker_in_hand)

    def encode(self, n_players: int) -> dict[str, Any]:
        """The play layer as integers; the number of players does not matter."""
        most = self.jokers if self.max_jokers_per_meld is None else min(self.jokers, self.max_jokers_per_meld)
        new_meld = self.joker_reuse == TableJokerReuse.NEW_MELD
        return {
            "card_of": self._card_of(),
            "n_cards": N_TILES + self.jokers,
            "hand_size": self.hand_size,
            "joker_cards": sum(1 << joker for joker in JOKERS[: self.jokers]),
            "n_jokers": self.jokers,
            "ace_high": int(self.ace_mode == AceMode.EITHER),
            "most_jokers": most,
            "release": RELEASES.index(self.joker_release),
            "new_meld": int(new_meld),
            "freed_by_table": int(self.joker_freed_by == JokerFreedBy.RACK_OR_TABLE),
            "both_missing": int(self.group_joker_swap == GroupJokerSwap.BOTH_MISSING),
            "binds_jokers": int(self.joker_release != JokerRelease.FREE or new_meld or most < self.jokers),
            "opening_min": self.opening_min,
            "manipulate_on_opening_turn": int(self.manipulate_on_opening_turn),
            "max_turns": self.max_turns,
            **{name: values.index(getattr(self, name)) for name, values in CODES.items()},
        }

    def _card_of(self) -> tuple[int, ...]:
        """Tile by index of the universe, -1 where it is absent."""
        cards = [-1] * N_UNIVERSE
        for pack in range(2):
            cards[UNIVERSE * pack : UNIVERSE * pack + 52] = [
                16 * colour + place for colour in range(4) for place in range(13)
            ]
        for index, joker in zip(JOKER_PLACES[: self.jokers], JOKERS, strict=False):
            cards[index] = joker
        return tuple(cards)

    def _first_draw(self) -> tuple[int, ...]:
        """Numbers of the tiles of which each player draws one to start; a joker shows none."""
        if self.first_start == FirstStart.RANDOM:
            return ()
        return (*range(1, 14),) * 8 + (0,) * self.jokers

    def match_format(self) -> MatchFormat:
        """The match layer as the engine needs it."""
        return MatchFormat(
            end="deals",
            limit=0,
            at_limit=False,
            reentry="none",
            reentry_total="highest",
            all_bust_rule="lowest",
            closer_at_limit_loses=False,
            win_at=None,
            game_bonus=0,
            box_bonus=0,
            next_start=str(self.next_start),
            n_deals=self.deals,
            tie=str(self.tie),
            first_draw=self._first_draw(),
        )
