"""A player who does any legal thing at random, so that tests see what the referee's own bots never do."""

import random
from collections.abc import Sequence
from itertools import islice

from tests.reference.opening_actions import Action, Opening
from tests.reference.opening_bots import HOOK_DISCARD, HOOK_DRAW, HOOK_PLAY, OWN_BOTS, OwnBots
from tests.reference.opening_cards import holds, without
from tests.reference.opening_legal import lay_off_actions, new_meld_actions, refusal, swap_actions
from tests.reference.opening_melds import LONGEST, Meld, cards_in, new_melds
from tests.reference.opening_position import Position, best_hand, best_opening, may_stop
from tests.reference.opening_rules import Rules
from tests.reference.opening_table import STOCK, Table
from tests.reference.opening_turn import play_deal
from tests.reference.opening_view import view

OPTIONS = 300
TRIES = 10
SEARCHES = (best_opening, best_hand)


class Explorers(OwnBots):
    """Seats whose bots are not the referee's own are played at random; all views are written down."""

    def __init__(self, table: Table, bots: Sequence[str], chance: random.Random) -> None:
        super().__init__(table, bots)
        self.chance = chance
        self.views: list[list[int]] = []

    @property
    def explores(self) -> bool:
        """Whether the seat whose turn it is is not one of an own bot."""
        return self.bots[self.table.seat] not in OWN_BOTS

    def see(self, hook: int, asked_before: int = 0, answered: Sequence[int] = ()) -> None:
        """Write a view down."""
        table = self.table
        self.views.append([table.turn, hook, asked_before, *view(table, table.seat, answered)])

    def draw(self) -> int:
        """A draw, more often one of a card that is seen."""
        self.see(HOOK_DRAW)
        if not self.explores:
            return super().draw()
        draws = self.table.draws()
        seen = [draw for draw in draws if draw != STOCK]
        return self.chance.choice(seen if seen and self.chance.random() < 0.5 else draws)

    def action(self, asked_before: int) -> Action | None:
        """An action, seldom none."""
        self.see(HOOK_PLAY, asked_before)
        action = self.any_action() if self.explores else super().action(asked_before)
        if isinstance(action, Opening):
            answered: list[int] = []
            for i, meld in enumerate(action.melds):
                answered += cards_in(meld)
                self.see(HOOK_PLAY, asked_before + 1 + i, answered)
        return action

    def any_action(self) -> Action | None:
        """Any legal action, or none; as often of one sort as of another."""
        position, chance = self.table.position, self.chance
        if position.opened:
            kinds = [new_meld_actions(position, LONGEST), lay_off_actions(position, single=False)]
            sorts = [list(islice(kind, OPTIONS)) for kind in kinds]
        else:
            openings: list[Action] = [Opening(found.melds) for find in SEARCHES if (found := find(position))]
            sorts = [openings + some_openings(position, chance) if openings else []]
        sorts = [sort for sort in [*sorts, list(swap_actions(position))] if sort]
        may_do_nothing = may_stop(position)
        if not sorts or (may_do_nothing and chance.random() < 0.1):
            assert may_do_nothing, "no legal action"
            return None
        return chance.choice(chance.choice(sorts))

    def discard(self) -> int:
        """A discard."""
        self.see(HOOK_DISCARD)
        return self.chance.choice(self.table.discards()) if self.explores else super().discard()


def some_openings(position: Position, chance: random.Random) -> list[Action]:
    """Legal openings of melds at random."""
    melds = list(islice(new_melds(position.rules, position.hand), OPTIONS))
    found: list[Action] = []
    for _ in range(TRIES):
        chosen: list[Meld] = []
        left = list(position.hand)
        for meld in chance.sample(melds, len(melds)):
            if holds(left, cards_in(meld)):
                chosen.append(meld)
                left = without(left, cards_in(meld))
                if not refusal(position, opening := Opening(tuple(chosen))):
                    found.append(opening)
    return found


def explore(rules: Rules, bots: Sequence[str], unit: int, holders: list[int], starter: int) -> tuple[Table, Explorers]:
    """A deal of these bots that has ended, seed 1."""
    table = Table(rules, 1, unit, 0, holders, starter)
    players = Explorers(table, bots, random.Random(unit))
    play_deal(table, players)
    return table, players
