"""Properties of hands, settlements and whole deals that hold whatever is dealt."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from rummysim.core.decks import JOKERS
from rummysim.games.bot import Bot
from rummysim.games.knock.bots.table import BOTS
from rummysim.games.knock.play import FACT_COLUMNS
from rummysim.games.knock.rules import KnockRules
from rummysim.games.registry import find_variant
from rummysim.melds.cover import WILD_LEFT, card_of_key
from rummysim.melds.search import best_discard, least_leftover
from tests.knock.judged import JUDGE
from tests.knock.positions import CLOSED, GOES_ON, Table
from tests.knock.probe import PROBE

FIXED = settings(max_examples=300, derandomize=True, deadline=None, database=None)
FEW = settings(max_examples=60, derandomize=True, deadline=None, database=None)
ALL_BOTS: dict[str, Bot] = {**BOTS, "probe": PROBE}

Facts = dict[str, np.ndarray]

CONGA = [
    Table(deck=deck, ace_of_coins_wild=ace, ace_mode=ace_mode)
    for deck in (40, 48, 50)
    for ace in (False, True)
    for ace_mode in ("low", "either")
]
GIN = [Table(preset="gin"), Table(preset="gin", ace_mode="either"), Table(preset="gin", deck=54, wilds_per_meld=1)]
TWO_PACKS = [
    Table(decks=2, wilds_per_meld=1),
    Table(decks=2, deck=48, ace_of_coins_wild=False),
    Table(decks=2, deck=54, max_wilds_when_knocking=4, wilds_per_meld=2),
    Table(preset="gin", decks=2),
]
TABLES = [*CONGA, *GIN, *TWO_PACKS]
NO_ACE = [table for table in TABLES if not table.rules.ace_of_coins_wild]
"""Tables where no wild hangs on a suit."""


@st.composite
def hands(draw: st.DrawFn, table: Table, size: int, n_places: int = 4) -> list[int]:
    """Cards of the table's packs; half of the time of a few neighbouring places only."""
    cards = [card for card in table.deck.card_of(table.rules.decks) if card >= 0]
    if draw(st.booleans()):
        low = draw(st.integers(0, table.deck.n_places - n_places))
        cards = [card for card in cards if card in JOKERS or low <= card & 15 < low + n_places]
    chosen = st.lists(st.integers(0, len(cards) - 1), min_size=size, max_size=size, unique=True)
    return [cards[index] for index in draw(chosen)]


@st.composite
def positions(draw: st.DrawFn, extra: int = 0, tables: Sequence[Table] = TABLES) -> tuple[Table, list[int]]:
    """A table, and a hand with some cards more than are dealt."""
    table = draw(st.sampled_from(tables))
    return table, draw(hands(table, table.rules.hand_size + extra))


def masks(cards: Sequence[int]) -> tuple[int, int]:
    """The kinds there are, and those there are two of."""
    kinds = twice = 0
    for card in cards:
        twice |= kinds & 1 << card
        kinds |= 1 << card
    return kinds, twice


def is_wild(table: Table, card: int) -> bool:
    """Whether a card is wild."""
    return bool(int(table.code["wild_cards"]) >> card & 1)


def leftover(table: Table, cards: Sequence[int]) -> int:
    """Least leftover, ``WILD_LEFT`` a wild and points."""
    return int(least_leftover(*table.masks(masks(cards)), table.code["wild_cards"], table.code["line"]))


def plain_sum(table: Table, cards: Sequence[int]) -> int:
    """Leftover if nothing is melded."""
    points = table.rules.card_points()
    return sum(WILD_LEFT if is_wild(table, card) else points[card & 15] for card in cards)


def less(cards: Sequence[int], card: int) -> list[int]:
    """Cards less one copy of a card."""
    rest = list(cards)
    rest.remove(card)
    return rest


def rename(cards: Sequence[int], suits: Sequence[int]) -> list[int]:
    """Cards with their suits renamed."""
    return [card if card in JOKERS else 16 * suits[card >> 4] + (card & 15) for card in cards]


# hands


@FIXED
@given(position=positions(tables=NO_ACE), suits=st.permutations(range(4)))
def test_leftover__does_not_depend_on_the_names_of_suits(position: tuple[Table, list[int]], suits: list[int]) -> None:
    """Suits may be renamed where no wild hangs on one."""
    table, cards = position
    renamed = rename(cards, suits)
    assert leftover(table, renamed) == leftover(table, cards)
    assert table.may_knock(masks(renamed)) == table.may_knock(masks(cards))


@FIXED
@given(position=positions())
def test_leftover__is_never_above_the_plain_sum(position: tuple[Table, list[int]]) -> None:
    """Melding can only help; and a hand without three cards together is left whole."""
    table, cards = position
    assert 0 <= leftover(table, cards) <= plain_sum(table, cards)
    assert leftover(table, cards[:2]) == plain_sum(table, cards[:2])


@FIXED
@given(position=positions(extra=1))
def test_leftover__after_drawing_a_card_and_throwing_the_best_never_rises(position: tuple[Table, list[int]]) -> None:
    """The drawn card itself may be thrown; the best discard is a natural card held, and no other leaves less."""
    table, cards = position
    naturals = [card for card in cards if not is_wild(table, card)]
    if len(naturals) < 5:
        return
    drawn = naturals[-1]
    key = best_discard(*table.masks(masks(cards)), table.code["wild_cards"], table.code["line"])
    best, thrown = int(key) >> 6, int(card_of_key(key))
    assert best <= leftover(table, less(cards, drawn))
    assert thrown in naturals
    after = {card: leftover(table, less(cards, card)) for card in naturals}
    assert after[thrown] == best == min(after.values())


@FIXED
@given(position=positions(tables=CONGA), data=st.data())
def test_min_melded__never_binds_at_a_limit_of_five(position: tuple[Table, list[int]], data: st.DataObject) -> None:
    """CA-7: four leftovers worth at most five hold three aces, that is another set."""
    table, cards = position
    if data.draw(st.booleans()):
        low = [card for card in table.deck.card_of() if card >= 0 and card & 15 < 3]
        cards = data.draw(st.lists(st.sampled_from(low), min_size=7, max_size=7, unique=True))
    options = table.rules.model_dump() | {"max_leftover_cards": 7}
    free = Table(**options | {"min_melded": 0})
    bound = Table(**options | {"min_melded": 4})
    assert free.may_knock(masks(cards)) == bound.may_knock(masks(cards))


# settlements


SETTLED = ("close", "left_wilds", "left_points", "laid_cards", "laid_wilds", "laid_points")
FREE: dict[str, Any] = {"knock_limit": 50, "min_melded": 0, "max_leftover_cards": 10, "max_wilds_when_knocking": 4}
"""Options under which nearly all hands may knock."""
CROWDS = [
    Table(3, **FREE),
    Table(4, deck=50, **FREE),
    Table(2, preset="gin", **FREE),
    Table(2, preset="gin", decks=2, deck=54, **FREE),
    Table(5, decks=2, deck=50, wilds_per_meld=1, **FREE | {"seats": 5}),
]


@st.composite
def crowds(draw: st.DrawFn, **options: Any) -> tuple[Table, list[list[int]]]:
    """A table and hands for all its players, of a few neighbouring places half of the time; the first may knock."""
    table = draw(st.sampled_from(CROWDS))
    if options:
        table = Table(table.n_players, **table.rules.model_dump() | options)
    n, size = table.n_players, table.rules.hand_size
    cards = draw(hands(table, n * size, n_places=8 if n < 4 or table.rules.decks == 2 else 10))
    dealt = [cards[size * seat : size * seat + size] for seat in range(n)]
    assume(table.may_knock(masks(dealt[0])))
    return table, dealt


@FIXED
@given(crowd=crowds(), turns=st.integers(1, 4))
def test_settlement__does_not_depend_on_who_sits_where(crowd: tuple[Table, list[list[int]]], turns: int) -> None:
    """Players may be renamed: with every hand moved on by some seats the facts are moved on as well."""
    table, dealt = crowd
    n = table.n_players
    moved = [dealt[(seat - turns) % n] for seat in range(n)]
    first = table.settle(*map(masks, dealt))
    other = table.settle(*map(masks, moved), knocker=turns % n)
    for seat in range(n):
        before, after = first.facts[seat], other.facts[(seat + turns) % n]
        assert [before[name] for name in SETTLED] == [after[name] for name in SETTLED]
    assert [first.points[seat] for seat in range(n)] == [other.points[(seat + turns) % n] for seat in range(n)]


@FIXED
@given(crowd=crowds(ace_of_coins_wild=False), suits=st.permutations(range(4)))
def test_settlement__does_not_depend_on_the_names_of_suits(
    crowd: tuple[Table, list[list[int]]], suits: list[int]
) -> None:
    """Suits may be renamed where no wild hangs on one: what everybody holds and the knocker is left with. What is laid
    off may change, since equal arrangements go by suit (rules 8.1).
    """
    table, dealt = crowd
    first = table.settle(*map(masks, dealt))
    other = table.settle(*(masks(rename(hand, suits)) for hand in dealt))
    assert first.close == other.close
    assert first.facts[0] == other.facts[0]
    undecided = table.settle(*map(masks, dealt), knocker=None)
    renamed = table.settle(*(masks(rename(hand, suits)) for hand in dealt), knocker=None)
    assert undecided.facts == renamed.facts


@FIXED
@given(crowd=crowds())
def test_settlement__laying_off_never_leaves_more(crowd: tuple[Table, list[list[int]]]) -> None:
    """Rules 8.2: after lay-offs one opponent has no more left than the least leftover; nobody has more than held."""
    table, dealt = crowd
    settled = table.settle(*map(masks, dealt))
    for seat, (cards, fact) in enumerate(zip(dealt, settled.facts, strict=True)):
        left = WILD_LEFT * fact["left_wilds"] + fact["left_points"]
        laid = WILD_LEFT * fact["laid_wilds"] + fact["laid_points"]
        assert left + laid <= plain_sum(table, cards)
        if seat == 0:
            assert laid == 0
        elif table.n_players == 2 or laid == 0:
            assert left <= leftover(table, cards)


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
    options = JUDGE.random_rules(rng)
    n_players = int(rng.integers(2, options["seats"] + 1))
    rules, lineup = KnockRules.checked(options), lineup_of(rng, n_players)
    jobs, holders = jobs_of(seed, 20, n_players)
    quiet, bad = JUDGE.seated(rules, lineup).play(jobs, holders)
    shown, _ = JUDGE.seated(rules, lineup, 4096).play(jobs, holders)
    assert bad == -1
    assert np.array_equal(quiet, shown)


@pytest.mark.parametrize("deck", [40, 48, 50])
@pytest.mark.parametrize("n_players", [2, 3, 4])
def test_settlement__without_a_log_gives_the_same_facts_in_thousands_of_deals(deck: int, n_players: int) -> None:
    """The fast settlement equals the logged one; greedy players, a high limit, so that most deals end in lay-offs."""
    rules = KnockRules(deck=deck, knock_limit=12)
    jobs, holders = jobs_of(1, 2000, n_players)
    quiet, bad = JUDGE.seated(rules, [BOTS["greedy"]] * n_players).play(jobs, holders)
    shown, _ = JUDGE.seated(rules, [BOTS["greedy"]] * n_players, 4096).play(jobs, holders)
    assert bad == -1
    assert np.array_equal(quiet, shown)
    assert (quiet[FACT_COLUMNS.index("laid_cards")] > 0).sum() > 200


@FEW
@given(seed=st.integers(0, 1 << 40))
def test_deal__keeps_its_cards_and_counts_its_turns(seed: int) -> None:
    """Rules 0.7, from the log: every card lies where the moves put it; turns are discards, knocks and passes."""
    rng = np.random.default_rng(seed)
    rules = KnockRules.checked(JUDGE.random_rules(rng))
    n_players = int(rng.integers(2, rules.seats + 1))
    player = JUDGE.seated(rules, lineup_of(rng, n_players), 4096)
    jobs, holders = jobs_of(seed, 1, n_players)
    hands, upcard = player.dealt(jobs[-1])
    facts, _ = player.play(jobs[-1:], holders[-1:])
    row = dict(zip(FACT_COLUMNS, facts, strict=True))
    log = player.read_log().tolist()
    held, pile = [_names(*hand) for hand in hands], [_name(upcard)]
    _replay(log, held, pile)
    deal = player.game["deal"]
    kept = zip(deal["hands"][:n_players].tolist(), deal["spares"][:n_players].tolist(), strict=True)
    assert held == [_names(*hand) for hand in kept]
    assert pile == [_name(card) for card in deal["public"]["pile_cards"][: deal["public"]["n_pile"]].tolist()]
    stock = [_name(card) for card in deal["deck"][deal["stock_at"] : deal["stock_end"]].tolist()]
    face_down = [_name(int(deal["face_down"]))] if deal["face_down"] >= 0 else []
    everywhere = [*(card for hand in held for card in hand), *pile, *stock, *face_down]
    packs = rules.pack_of(n_players).card_of(rules.decks)
    assert sorted(everywhere) == sorted(_name(card) for card in packs if card >= 0)
    assert set(row["turns"]) == {sum(act in (3, 4, 9) for _, act, *_ in log)}
    assert set(row["upcard"]) == {_name(upcard)}
    assert set(row["reshuffles"]) == {sum(act == 5 for _, act, *_ in log)}
    for seat, takes in zip(row["seat"].tolist(), row["takes"].tolist(), strict=True):
        assert takes == sum((who, act) == (seat, 2) for who, act, *_ in log)


def _name(card: int) -> int:
    """A card as logs name it: both jokers are 13."""
    return 13 if card == 29 else card


def _names(kinds: int, twice: int) -> list[int]:
    """Cards of a hand as logs name them, sorted."""
    return sorted(_name(card) for card in range(64) for mask in (kinds, twice) if mask >> card & 1)


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
    options = JUDGE.random_rules(rng)
    n_players = int(rng.integers(2, options["seats"] + 1))
    rules, lineup = KnockRules.checked(options), lineup_of(rng, n_players)
    jobs, holders = jobs_of(seed, 2, n_players)
    first, second = JUDGE.seated(rules, lineup, 4096), JUDGE.seated(rules, lineup, 4096)
    first.play(jobs[:1], holders[:1])
    log = first.read_log()
    second.play(jobs[::-1].copy(), holders)
    assert np.array_equal(second.read_log(), log)
    first.play(jobs[-1:], holders[-1:])
    assert not np.array_equal(first.read_log(), log)


@pytest.mark.parametrize("preset", ["conga", "gin", "knock_rummy_pypi"])
def test_deal__of_bots_without_chance_does_not_depend_on_who_they_are(preset: str) -> None:
    """Players may be renamed: equal bots that use no random words play the same deal whoever sits where."""
    rules = find_variant(preset).rules
    assert isinstance(rules, KnockRules)
    player = JUDGE.seated(rules, [BOTS["greedy"]] * rules.seats)
    jobs, places = jobs_of(4, 50, rules.seats)
    plain, _ = player.play(jobs, places)
    named, _ = player.play(jobs, (places + 1) % rules.seats)
    who = FACT_COLUMNS.index("player")
    assert np.array_equal(named[who], (plain[who] + 1) % rules.seats)
    assert np.array_equal(np.delete(named, who, axis=0), np.delete(plain, who, axis=0))


BARRED: dict[str, Any] = {"max_wilds_when_knocking": 0, "no_return_discard": True}
WAYS: dict[str, dict[str, Any]] = {
    "conga": {},
    "barred": BARRED,
    "no wild ace": {"ace_of_coins_wild": False, "no_return_discard": True},
    "ace either": {"ace_mode": "either"},
    "two packs": {"decks": 2, **BARRED},
    "one wild a meld": {"wilds_per_meld": 1, "wild_penalty_knocker": False},
    "dead stock": {"dead_stock": 2, "fiftieth_card": True, "big_gin": True},
    "last turns": {"last_turn_after_knock": True, "knock_without_draw": True},
}


@pytest.mark.parametrize("bot", ALL_BOTS)
@pytest.mark.parametrize("hand_size", range(3, 11))
def test_bots__make_legal_moves_only(bot: str, hand_size: int) -> None:
    """CONTRACT 4.1: whatever the size of the hands, each bot answers with a legal move."""
    n_units = {"greedy": 400}.get(bot, 40)
    for deck in (40, 48, 50, 54):
        for name, options in WAYS.items():
            sizes: dict[str, Any] = {"hand_size": hand_size, "min_melded": 3, "seats": 3}
            rules = KnockRules.checked({"deck": deck, **sizes, **options})
            jobs, holders = jobs_of(1, n_units // 10 if rules.decks == 2 else n_units, 3)
            _, bad = JUDGE.seated(rules, [ALL_BOTS[bot]] * 3).play(jobs, holders)
            assert bad == -1, (name, deck, jobs[bad])


def test_greedy__does_not_throw_back_the_joker_it_took() -> None:
    """CG-10 with no_return_discard: it holds a joker and takes the other; the one too many is not the one taken."""
    table = Table(bot=BOTS["greedy"], deck=50, no_return_discard=True)
    kinds, _ = table.masks("5b 6b 7b 2c 2e 3o")
    table.put(hands=[int(kinds) | 1 << 29, "4o 8o 11c"], pile="X", stock="1e 2b")
    assert table.turn() in (GOES_ON, CLOSED)
    assert table.said()[0] == "A takes from the pile X"


def test_greedy__throws_a_card_it_holds_when_no_run_takes_the_wild() -> None:
    """With 2c 5c 10c and a joker that nothing melds, 10c goes: the highest of what leaves least."""
    table = Table(bot=BOTS["greedy"], deck=50, hand_size=3, min_melded=3, ace_of_coins_wild=False)
    table.put(hands=["2c 5c 10c", "4o 8o 11e"], pile="X", stock="1e 2b")
    assert table.turn() == GOES_ON
    assert table.said() == ["A takes from the pile X", "A throws 10c"]
