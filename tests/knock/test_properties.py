"""Properties of hands, settlements and whole deals that hold whatever is dealt."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rummysim.core.decks import JOKERS
from rummysim.games.bot import Bot
from rummysim.games.knock.bots.table import BOTS
from rummysim.games.knock.play import FACT_COLUMNS, Player
from rummysim.games.knock.rules import KnockRules
from rummysim.games.knock.state import FACE_DOWN, N_PILE, STOCK_AT, STOCK_END
from rummysim.melds.cover import WILD_LEFT, best_discard, card_of_key, least_leftover
from tests.knock.judged import random_rules
from tests.knock.positions import CLOSED, GOES_ON, Table
from tests.knock.probe import PROBE

FIXED = settings(max_examples=300, derandomize=True, deadline=None, database=None)
FEW = settings(max_examples=60, derandomize=True, deadline=None, database=None)
ALL_BOTS: dict[str, Bot] = {**BOTS, "probe": PROBE}

Facts = dict[str, np.ndarray]

TABLES = {
    (deck, ace, ace_mode): Table(deck=deck, ace_of_coins_wild=ace, ace_mode=ace_mode)
    for deck in (40, 48, 50)
    for ace in (False, True)
    for ace_mode in ("low", "either")
}


@st.composite
def hands(draw: st.DrawFn, table: Table, size: int = 7, n_places: int = 4) -> list[int]:
    """Cards of the table's deck; half of the time of a few neighbouring places only."""
    cards = [card for card in table.deck.card_of() if card >= 0]
    if draw(st.booleans()):
        low = draw(st.integers(0, table.deck.n_places - n_places))
        cards = [card for card in cards if card in JOKERS or low <= card & 15 < low + n_places]
    return draw(st.lists(st.sampled_from(cards), min_size=size, max_size=size, unique=True))


@st.composite
def positions(draw: st.DrawFn, size: int = 7, ace: Sequence[bool] = (False, True)) -> tuple[Table, list[int]]:
    """A table and a hand."""
    deck, ace_mode = draw(st.sampled_from([40, 48, 50])), draw(st.sampled_from(["low", "either"]))
    table = TABLES[deck, draw(st.sampled_from(ace)), ace_mode]
    return table, draw(hands(table, size))


def mask(cards: Sequence[int]) -> int:
    """Cards as a mask."""
    return sum(1 << card for card in cards)


def leftover(table: Table, cards: Sequence[int]) -> int:
    """Least leftover, ``WILD_LEFT`` a wild and points."""
    code = table.game.code
    return int(least_leftover(np.uint64(mask(cards)), np.uint64(code.wild_cards), code.line.table))


def plain_sum(table: Table, cards: Sequence[int]) -> int:
    """Leftover if nothing is melded."""
    points, wild_cards = table.rules.card_points(), table.game.code.wild_cards
    return sum(WILD_LEFT if wild_cards >> card & 1 else points[card & 15] for card in cards)


# hands


@FIXED
@given(position=positions(ace=[False]), suits=st.permutations(range(4)))
def test_leftover__does_not_depend_on_the_names_of_suits(position: tuple[Table, list[int]], suits: list[int]) -> None:
    """Suits may be renamed where no wild hangs on one."""
    table, cards = position
    renamed = [card if card in JOKERS else 16 * suits[card >> 4] + (card & 15) for card in cards]
    assert leftover(table, renamed) == leftover(table, cards)
    assert table.may_knock(mask(renamed)) == table.may_knock(mask(cards))


@FIXED
@given(position=positions())
def test_leftover__is_never_above_the_plain_sum(position: tuple[Table, list[int]]) -> None:
    """Melding can only help; and a hand without three cards together is left whole."""
    table, cards = position
    assert 0 <= leftover(table, cards) <= plain_sum(table, cards)
    assert leftover(table, cards[:2]) == plain_sum(table, cards[:2])


@FIXED
@given(position=positions(size=8))
def test_leftover__after_drawing_a_card_and_throwing_the_best_never_rises(position: tuple[Table, list[int]]) -> None:
    """The drawn card itself may be thrown; the best discard is a natural card held, and no other leaves less."""
    table, cards = position
    wild_cards = table.game.code.wild_cards
    naturals = [card for card in cards if not wild_cards >> card & 1]
    if len(naturals) < 5:
        return
    drawn = naturals[-1]
    key = best_discard(np.uint64(mask(cards)), np.uint64(wild_cards), table.game.code.line.table)
    best, thrown = int(key) >> 6, int(card_of_key(key))
    assert best <= leftover(table, [card for card in cards if card != drawn])
    assert thrown in naturals
    after = {card: leftover(table, [other for other in cards if other != card]) for card in naturals}
    assert after[thrown] == best == min(after.values())


@FIXED
@given(position=positions(size=7), data=st.data())
def test_min_melded__never_binds_at_a_limit_of_five(position: tuple[Table, list[int]], data: st.DataObject) -> None:
    """CA-7: four leftovers worth at most five hold three aces, that is another set."""
    table, cards = position
    if data.draw(st.booleans()):
        low = [card for card in table.deck.card_of() if card >= 0 and card & 15 < 3]
        cards = data.draw(st.lists(st.sampled_from(low), min_size=7, max_size=7, unique=True))
    options = table.rules.model_dump() | {"max_leftover_cards": 7}
    free = Table(**options | {"min_melded": 0})
    bound = Table(**options | {"min_melded": 4})
    assert free.may_knock(mask(cards)) == bound.may_knock(mask(cards))


# whole deals


def lineup_of(rng: np.random.Generator, n_players: int) -> list[Bot]:
    """Random bots."""
    return [list(ALL_BOTS.values())[number] for number in rng.integers(len(ALL_BOTS), size=n_players)]


def jobs_of(seed: int, units: int, n_players: int) -> tuple[np.ndarray, np.ndarray]:
    """Jobs of all seatings of some units, players in places of their own."""
    jobs = [[seed, unit, 0, n_players, starter] for unit in range(units) for starter in range(n_players)]
    return np.array(jobs), np.tile(np.arange(n_players), (len(jobs), 1))


@FEW
@given(seed=st.integers(0, 1 << 40))
def test_settlement__without_a_log_gives_the_same_facts(seed: int) -> None:
    """The fast settlement equals the logged one under random rules and line-ups."""
    rng = np.random.default_rng(seed)
    options = random_rules(rng)
    n_players = int(rng.integers(2, options["seats"] + 1))
    encoded, lineup = KnockRules.checked(options).encode, lineup_of(rng, n_players)
    jobs, holders = jobs_of(seed, 20, n_players)
    quiet, bad = Player(encoded, lineup).play(jobs, holders)
    shown, _ = Player(encoded, lineup, 4096).play(jobs, holders)
    assert bad == -1
    assert np.array_equal(quiet, shown)


@pytest.mark.parametrize("deck", [40, 48, 50])
@pytest.mark.parametrize("n_players", [2, 3, 4])
def test_settlement__without_a_log_gives_the_same_facts_in_thousands_of_deals(deck: int, n_players: int) -> None:
    """The fast settlement equals the logged one; greedy players, a high limit, so that most deals end in lay-offs."""
    encoded = KnockRules(deck=deck, knock_limit=12).encode
    jobs, holders = jobs_of(1, 2000, n_players)
    quiet, bad = Player(encoded, [BOTS["greedy"]] * n_players).play(jobs, holders)
    shown, _ = Player(encoded, [BOTS["greedy"]] * n_players, 4096).play(jobs, holders)
    assert bad == -1
    assert np.array_equal(quiet, shown)
    assert (quiet[FACT_COLUMNS.index("laid_cards")] > 0).sum() > 200


@FEW
@given(seed=st.integers(0, 1 << 40))
def test_deal__keeps_its_cards_and_counts_its_turns(seed: int) -> None:
    """Rules 0.7, from the log: every card lies where the moves put it; turns are discards and knocks."""
    rng = np.random.default_rng(seed)
    options = random_rules(rng)
    n_players = int(rng.integers(2, options["seats"] + 1))
    player = Player(KnockRules.checked(options).encode, lineup_of(rng, n_players), 4096)
    jobs, holders = jobs_of(seed, 1, n_players)
    hands, upcard = player.dealt(jobs[-1])
    facts, _ = player.play(jobs[-1:], holders[-1:])
    row = dict(zip(FACT_COLUMNS, facts, strict=True))
    log = player.read_log().tolist()
    held, pile = [_names(hand) for hand in hands], [_name(upcard)]
    _replay(log, held, pile)
    deal = player.game.deal
    assert held == [_names(int(hand)) for hand in deal.hands[:n_players]]
    assert pile == [_name(int(card)) for card in deal.pile[: deal.now[N_PILE]]]
    stock = [_name(int(card)) for card in deal.stock[deal.now[STOCK_AT] : deal.now[STOCK_END]]]
    face_down = [_name(int(deal.now[FACE_DOWN]))] if deal.now[FACE_DOWN] >= 0 else []
    everywhere = [*(card for hand in held for card in hand), *pile, *stock, *face_down]
    assert sorted(everywhere) == sorted(_name(int(card)) for card in deal.deck[: options["deck"]])
    assert set(row["turns"]) == {sum(act in (3, 4) for _, act, *_ in log)}
    assert set(row["reshuffles"]) == {sum(act == 5 for _, act, *_ in log)}
    for seat, takes in zip(row["seat"].tolist(), row["takes"].tolist(), strict=True):
        assert takes == sum((who, act) == (seat, 2) for who, act, *_ in log)


def _name(card: int) -> int:
    """A card as logs name it: both jokers are 13."""
    return 13 if card == 29 else card


def _names(hand: int) -> list[int]:
    """Cards of a hand as logs name them, sorted."""
    return sorted(_name(card) for card in range(64) if hand >> card & 1)


def _replay(log: list[list[int]], held: list[list[int]], pile: list[int]) -> None:
    """Move the cards as a log says."""
    for seat, act, card, amount, _ in log:
        if act in (1, 2):
            held[seat] = sorted([*held[seat], card])
        if act == 2:
            assert pile.pop() == card
        if act in (3, 4) and card >= 0:
            held[seat].remove(card)
        if act == 3:
            pile.append(card)
        if act == 5:
            assert amount == len(pile) - 1
            del pile[:-1]


@FEW
@given(seed=st.integers(0, 1 << 40))
def test_deal__of_the_same_seed_has_the_same_log(seed: int) -> None:
    """Rules 0.7: same seed, same policies, same log: also after other deals, and on another table."""
    rng = np.random.default_rng(seed)
    options = random_rules(rng)
    n_players = int(rng.integers(2, options["seats"] + 1))
    encoded, lineup = KnockRules.checked(options).encode, lineup_of(rng, n_players)
    jobs, holders = jobs_of(seed, 2, n_players)
    first, second = Player(encoded, lineup, 4096), Player(encoded, lineup, 4096)
    first.play(jobs[:1], holders[:1])
    log = first.read_log()
    second.play(jobs[::-1].copy(), holders)
    assert np.array_equal(second.read_log(), log)
    first.play(jobs[-1:], holders[-1:])
    assert not np.array_equal(first.read_log(), log)


@pytest.mark.parametrize("bot", ALL_BOTS)
@pytest.mark.parametrize("hand_size", range(3, 11))
def test_bots__make_legal_moves_only(bot: str, hand_size: int) -> None:
    """CONTRACT 4.1: whatever the size of the hands, each bot answers with a legal move."""
    barred: dict[str, Any] = {"max_wilds_when_knocking": 0, "no_return_discard": True}
    for deck in (40, 48, 50):
        for options in ({}, barred, {"ace_of_coins_wild": False, "no_return_discard": True}, {"ace_mode": "either"}):
            sizes: dict[str, Any] = {"hand_size": hand_size, "min_melded": 3, "seats": 3}
            rules = KnockRules.checked({"deck": deck, **sizes, **options})
            jobs, holders = jobs_of(1, 2000 if bot == "greedy" else 40, 3)
            _, bad = Player(rules.encode, [ALL_BOTS[bot]] * 3).play(jobs, holders)
            assert bad == -1, (rules, jobs[bad])


def test_greedy__does_not_throw_back_the_joker_it_took() -> None:
    """CG-10 with no_return_discard: it holds a joker and takes the other; the one too many is not the one taken."""
    table = Table(bot=BOTS["greedy"], deck=50, no_return_discard=True)
    table.put(hands=[int(table.cards("5b 6b 7b 2c 2e 3o")) | 1 << 29, "4o 8o 11c"], pile="X", stock="1e 2b")
    assert table.turn() in (GOES_ON, CLOSED)
    assert table.said()[0] == "A takes from the pile X"


def test_greedy__throws_a_card_it_holds_when_no_run_takes_the_wild() -> None:
    """With 2c 5c 10c and a joker that nothing melds, 10c goes: the highest of what leaves least."""
    table = Table(bot=BOTS["greedy"], deck=50, hand_size=3, min_melded=3, ace_of_coins_wild=False)
    table.put(hands=["2c 5c 10c", "4o 8o 11e"], pile="X", stock="1e 2b")
    assert table.turn() == GOES_ON
    assert table.said() == ["A takes from the pile X", "A throws 10c"]
