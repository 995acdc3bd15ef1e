"""A player who does any legal thing at random, so that tests see what the referee's own bots never do."""

from collections.abc import Sequence
from itertools import islice
from random import Random

from tests.reference.tile_actions import menu, splits
from tests.reference.tile_bots import HOOK_DRAW, HOOK_LAY_OUT, HOOK_PLAY, OWN_BOTS, OwnBots, open_with
from tests.reference.tile_cards import NONE, holds, without
from tests.reference.tile_melds import Meld, new_melds, tiles_in
from tests.reference.tile_opening import best_opening
from tests.reference.tile_rebuilds import some_rebuild
from tests.reference.tile_rules import Rules
from tests.reference.tile_table import Table
from tests.reference.tile_turn import play_deal
from tests.reference.tile_view import view

OPTIONS, TRIES = 200, 6


class Explorers(OwnBots):
    """Seats whose bots are not the referee's own are played at random; views are written down."""

    def __init__(self, table: Table, bots: Sequence[str], chance: Random) -> None:
        super().__init__(table, bots)
        self.chance = chance
        self.views: list[list[int]] = []

    def see(self, hook: int, asked_before: int = 0, answered: Sequence[int] = (), seat: int = NONE) -> None:
        """Write a view down."""
        table = self.table
        seen = view(table, table.seat if seat == NONE else seat, answered)
        self.views.append([table.turn, hook, asked_before, *seen])

    def lay_out(self) -> int:
        """Any tile."""
        self.see(HOOK_LAY_OUT, seat=0)
        return super().lay_out() if self.bots[0] in OWN_BOTS else self.chance.choice(self.table.kinds_to_lay_out())

    def draw(self) -> int:
        """Any draw."""
        self.see(HOOK_DRAW)
        return super().draw() if self.bot in OWN_BOTS else self.chance.choice(self.table.draws())

    def play(self) -> None:
        """Any play: an opening, single actions, a rebuild, each or not."""
        if self.bot in OWN_BOTS:
            super().play()
            return
        table, chance = self.table, self.chance
        self.see(HOOK_PLAY)
        if not table.tally.opened and chance.random() < 0.7:
            melds = self.some_opening()
            if melds:
                open_with(table, self, melds, 0)
        if not table.tally.opened:
            return
        while table.goes_on and chance.random() < 0.6:
            options = [*menu(table.rules, table.rack, table.melds), *splits(table.rules, table.rack, table.melds)]
            action = chance.choice(options)
            if action is not None:
                table.act(action)
        if table.goes_on and chance.random() < 0.7:
            table.rebuild(some_rebuild(table, chance))

    def some_opening(self) -> Sequence[Meld] | None:
        """A legal opening, of melds at random or with most points; None if there is none."""
        table, chance = self.table, self.chance
        best = best_opening(table.rules, table.rack)
        if best is None:
            return None
        options = list(islice(new_melds(table.rules, table.rack), OPTIONS))
        for _ in range(TRIES):
            chosen: list[Meld] = []
            left = list(table.rack)
            for meld in chance.sample(options, len(options)):
                if holds(left, tiles_in([meld])):
                    chosen.append(meld)
                    left = without(left, tiles_in([meld]))
                    if not table.opening_refusal(chosen):
                        return chosen
        return best


def explore(rules: Rules, bots: Sequence[str], unit: int, holders: list[int], starter: int) -> tuple[Table, Explorers]:
    """A deal of these bots that has ended, seed 1."""
    table = Table(rules, 1, unit, 0, holders, starter)
    players = Explorers(table, bots, Random(unit))
    play_deal(table, players)
    return table, players
