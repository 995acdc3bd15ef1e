"""The bots that the referee of the knock family plays itself (CONTRACT 4.8 and 5.6)."""

from collections.abc import Sequence
from typing import Any

from tests.reference.knock_cards import JOKERS, canonical, is_joker, kind
from tests.reference.knock_melds import best_arrangement, least_leftover, leftovers_after
from tests.reference.knock_rules import Rules, rules_of
from tests.reference.knock_settle import Row
from tests.reference.knock_table import HOOK_CLOSE, HOOK_DISCARD, HOOK_DRAW, NO_DRAW, PILE, STOCK, Table
from tests.reference.streams import mix

OWN_BOTS = ("random", "probe", "eaai-simple", "strict-greedy")
U64 = (1 << 64) - 1


def probe_key(table: Table, hook: int, discard: int = -1) -> int:
    """The key of the bot probe (CONTRACT 4.8)."""
    key = table.word(hook)
    for value in table.view(discard):
        key = mix(key ^ (value & U64))
    return key


def choose_source(bot: str, table: Table) -> int:
    """The draw; 0 is also to pass the upcard, and to end the hand at the fiftieth card."""
    sources = table.sources()
    if bot == "probe":
        return sources[probe_key(table, HOOK_DRAW) % len(sources)]
    if bot == "random":
        return NO_DRAW if NO_DRAW in sources else sources[table.word(HOOK_DRAW) % len(sources)]
    if PILE not in sources:
        return STOCK
    wants = table.fiftieth or (simple_wants_top if bot == "eaai-simple" else greedy_wants_top)(table)
    return PILE if wants else STOCK


def simple_wants_top(table: Table) -> bool:
    """Whether the first best arrangement of hand and upcard has the upcard in a meld."""
    card, held = table.top, canonical([*table.hand, table.pile[-1]])
    melds = best_arrangement(table.rules, held).melds
    if any(card in meld.naturals for meld in melds):
        return True
    # printed jokers go first
    jokers = 0 if card in JOKERS else sum(map(is_joker, held))
    return table.rules.is_wild(card) and sum(meld.wilds for meld in melds) > jokers


def greedy_wants_top(table: Table) -> bool:
    """Whether the upcard lets the least leftover after the best discard fall strictly."""
    held = canonical([*table.hand, table.pile[-1]])
    others = {kind(card) for card in held} - {table.top}
    after = leftovers_after(table.rules, held, others)
    return min(after.values()) < least_leftover(table.rules, table.hand)


def choose_discard(bot: str, table: Table) -> int:
    """The discard."""
    cards = table.discards()
    if bot == "probe":
        return cards[probe_key(table, HOOK_DISCARD) % len(cards)]
    if bot == "random":
        knocking = table.knocking_discards()
        return knocking[0] if knocking else cards[table.word(HOOK_DISCARD) % len(cards)]
    if bot == "strict-greedy":
        cards = [card for card in cards if card != table.taken]
    after = leftovers_after(table.rules, table.hand, cards)
    best = [card for card in cards if after[card] == min(after.values())]
    if bot == "strict-greedy":
        return min(best, key=lambda card: (-(card % 16), card // 16))
    repeated = table.thrown[table.seat] if table.drawn >= 0 else set()
    best = [card for card in best if table.pair(card) not in repeated] or best
    return best[table.word(HOOK_DISCARD) % len(best)]


def choose_knock(bot: str, table: Table, discard: int = -1) -> bool:
    """Whether the bot knocks with a discard that allows it, or, with none, ends the deal with big gin."""
    return bot != "probe" or probe_key(table, HOOK_CLOSE, discard) % 4 == 0


def play_turn(bot: str, table: Table) -> list[Row]:
    """A turn of one of the bots: the rows of the log."""
    turn, rows = table.turn, table.draw(choose_source(bot, table)) if table.draws() else []
    if table.turn > turn or table.dead:
        return rows
    if table.allows_big_gin() and choose_knock(bot, table):
        return [*rows, table.knock(-1, big_gin=True)]
    card = choose_discard(bot, table)
    knocks = table.must_knock or (table.allows_knock(table.kept(card)) and choose_knock(bot, table, card))
    return [*rows, table.knock(card) if knocks else table.discard(card)]


def play(
    rules: dict[str, Any] | Rules, bots: Sequence[str], seed: int, unit: int, holders: Sequence[int], starter: int
) -> tuple[list[Row], list[dict[str, int]]]:
    """A deal of round 0 played by these bots, as log and facts."""
    table = Table(rules_of(rules), seed, unit, 0, list(holders), starter)
    log: list[Row] = []
    while table.end() is None:
        log += play_turn(bots[table.player_of(table.seat)], table)
    rows, facts = table.settle()
    return log + rows, facts
