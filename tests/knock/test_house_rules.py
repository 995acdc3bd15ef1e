"""House rules of 3.7 and 5.1 beyond the seed's, of one deal: two packs, limits on wilds, last turns, dead stocks."""

import numpy as np
import pytest

from rummysim.core.codes import BIG_GIN, PLAIN_KNOCK
from rummysim.core.notation import card_name
from rummysim.games.knock.bots.table import BOTS
from rummysim.games.knock.play import FACT_COLUMNS, Player
from rummysim.games.knock.rules import KnockRules
from tests.knock.positions import BAD_MOVE, CLOSED, DEAD, GOES_ON, Table

C1 = "4e 5e 6e 7o 7c 7b 3c"
OWN = "10c 11c 12c 3e 4b 12o 2o"
IDLE = "10o 11o 12o 10c 11c 12e 2o"


# two packs


@pytest.mark.parametrize(("deck", "n_jokers"), [(40, 0), (48, 0), (50, 4)])
def test_decks__two_are_shuffled_together(deck: int, n_jokers: int) -> None:
    """Rules 3.7, decks 2: every card is there twice."""
    table = Table(decks=2, deck=deck)
    cards = [card_name(int(card), table.deck) for card in table.deal["deck"][: 2 * deck]]
    assert len(set(cards) - {"X"}) == deck - n_jokers // 2
    assert {cards.count(card) for card in set(cards) - {"X"}} == {2}
    assert cards.count("X") == n_jokers
    assert len(table.stock()) == 2 * deck - 15


def test_decks__two_are_for_up_to_eight_players() -> None:
    """Rules 3.7, CG-3: five to eight players with two packs: seven cards each and one face up."""
    table = Table(8, decks=2, seats=8)
    assert [len(table.hand(seat).split()) for seat in range(8)] == [7] * 8
    assert len(table.stock()) == 80 - 57
    facts, bad = Player(table.rules.encode, [BOTS["greedy"]] * 8).play(
        np.array([[1, unit, 0, 8, 3] for unit in range(20)]), np.tile(np.arange(8), (20, 1))
    )
    assert bad == -1
    assert set(facts[FACT_COLUMNS.index("seat")].tolist()) == set(range(8))


def test_set__has_different_suits_with_two_packs() -> None:
    """CG-12, 0.4: the second copy of a card makes no set; it may lie in another meld."""
    table = Table(decks=2)
    assert table.leftover("7o 7o 7c") == (0, 21)
    assert table.leftover("7o 7o 7c 7e") == (0, 7)
    assert table.leftover("7o 7o 7c 7e 6o 5o") == (0, 0)
    assert table.leftover("4e 4e 5e 5e 6e 6e") == (0, 0)
    assert table.leftover("4e 5e 5e 6e") == (0, 5)


def test_hand__of_two_packs_shows_a_meld_twice() -> None:
    """Rules 8.1: the same meld may be there twice; both copies of a card are laid off, on different melds."""
    settled = Table(decks=2).settle("4e 4e 5e 5e 6e 6e 1c", "3e 3e 10c 11c 12c 12o 2b")
    assert settled.shown[:2] == ["A shows 4e-5e-6e"] * 2
    assert settled.lay_offs == ["B lays off 3e on 4e-5e-6e"] * 2
    assert settled.points == [1, 12 + 2]
    assert settled.facts[1]["laid_cards"] == 2


def test_discard__of_two_equal_cards_is_one_copy() -> None:
    """Case 31 with two packs: of 7c twice one is thrown, the other stays."""
    table = Table(decks=2)
    table.put(hands=["7c 7c 1e 2e 3e 4e 5b", IDLE], pile="6b 7o", stock="1b 2b")
    assert table.turn("pile", "7c") == GOES_ON
    assert table.hand(0) == "7o 7c 1e 2e 3e 4e 5b"
    assert table.pile() == "6b 7c"


def test_conga__of_two_packs_has_each_card_once() -> None:
    """CG-13: seven consecutive cards: with a card twice it is none."""
    table = Table(decks=2, knock_limit=12)
    assert table.close("1c 2c 3c 4c 5c 6c 7c") == 4
    assert table.close("1c 2c 3c 4c 5c 6c 6c") == PLAIN_KNOCK


def test_ace_of_coins__twice_is_a_natural_beside_a_wild() -> None:
    """CG-14, CONTRACT 5.2: of two wild 1o one stands for itself, the other is wild; none is wild in its own place."""
    settled = Table(decks=2).settle("1o 1o 2o 4o 7c 7e 7b", IDLE)
    assert settled.shown[:2] == ["A shows 7c-7e-7b", "A shows 1o-2o-X(=3o)-4o"]
    settled = Table(decks=2, knock_limit=30, hand_size=6, max_leftover_cards=2).settle("1o 1o 3o 1c 11c 1b", IDLE)
    assert settled.shown[0] == "A shows 1o-1c-1b-X"


# wilds


@pytest.mark.parametrize(("cap", "left"), [(None, [(0, 0), (0, 0)]), (2, [(0, 0), (0, 12)]), (1, [(2, 12), (3, 12)])])
def test_wilds_per_meld__limits_the_wilds_of_a_meld(cap: int | None, left: list[tuple[int, int]]) -> None:
    """CG-14, option wilds_per_meld: none, or so many; what cannot be melded is left. With two 1o-X-X is a run."""
    table = Table(deck=50, wilds_per_meld=cap)
    assert [table.leftover(hand) for hand in ("X X 12e", "X X 1o 12e")] == left
    assert table.leftover("X 12e 12b") == (0, 0)
    assert table.leftover("X X 12e 12b 4e 5e") == (0, 0)


def test_wilds_per_meld__binds_in_lay_offs() -> None:
    """CONTRACT 5.2: every wild laid off counts: no second wild goes on a meld that has as many as it may."""
    knocks, other = "7c 7e X 4b 5b 1o 1c", "X 12e 10c 4o 1e 5b"
    left = {}
    for cap in (None, 2, 1):
        settled = Table(deck=50, wilds_per_meld=cap).settle(knocks, other)
        assert settled.shown == ["A shows 7c-7e-X", "A shows X(=3b)-4b-5b"]
        left[cap] = settled.left_wilds
    assert left == {None: [0, 0], 2: [0, 0], 1: [0, 1]}


def test_wilds_per_meld__does_not_count_the_ace_in_its_own_place() -> None:
    """CONTRACT 5.2: the 1o that counts as a natural is no wild of the meld."""
    table = Table(deck=50, wilds_per_meld=1, knock_limit=20)
    assert table.leftover("1o 2o X") == (0, 0)
    assert table.leftover("1o 5c X") == (2, 5)
    assert table.settle("1o 2o X 7c 7e 7b 12b", IDLE).shown[1] == "A shows 1o-2o-X(=3o)"


def test_wild_penalty_knocker__off_a_wild_left_counts_a_card_and_no_points() -> None:
    """Rules 3.7, wild_penalty_knocker false: the wild counts only against players who did not close."""
    options = {"deck": 50, "wilds_per_meld": 1, "ace_of_coins_wild": False, "max_wilds_when_knocking": 2}
    kept = "4e 5e X X 1c 2b"
    strict = Table(hand_size=6, min_melded=3, **options)
    mild = Table(hand_size=6, min_melded=3, wild_penalty_knocker=False, **options)
    assert [table.may_knock(kept) for table in (strict, mild)] == [False, True]
    other = "10c 10e X X 12b 2c"
    settled = mild.settle(kept, other)
    assert settled.left_wilds == [1, 1]
    assert settled.points == [1 + 2, 12 + 2 + 25]
    few = Table(hand_size=6, min_melded=4, wild_penalty_knocker=False, max_leftover_cards=2, **options)
    assert not few.may_knock(kept)


def test_joker_min_players__takes_the_jokers_out() -> None:
    """Rules 5.1, chinchon_web: two jokers from three players up."""
    for n_players, n_jokers in ((2, 0), (3, 2), (4, 2)):
        table = Table(n_players, preset="chinchon_web")
        deck = [card_name(int(card), table.deck) for card in table.deal["deck"][: table.deck.n_cards]]
        assert deck.count("X") == n_jokers
        assert len(deck) == 48 + n_jokers
        assert len(table.stock()) == len(deck) - 7 * n_players - 1


# turns


def test_last_turn__every_other_player_has_one_without_knocking() -> None:
    """Rules 5.1, last_turn_after_knock: after a knock every other player has one more turn, without knocking."""
    table = Table(3, last_turn_after_knock=True)
    hands = [C1, "10c 11c 12c 2o 3o 4o 6b", "1b 2b 3b 5c 5o 5b 6o"]
    table.put(hands=hands, pile="1e 2e", stock="12b 5e 4c", turn=3)
    assert table.turn("stock", "12b", knock=True) == CLOSED
    assert table.turn("stock", "6b", knock=True) == GOES_ON
    assert table.turn("pile", "6o", knock=True) == GOES_ON
    assert table.said() == [
        "A draws 12b",
        "A knocks, 12b face down",
        "B draws 5e",
        "B throws 6b",
        "C takes from the pile 6b",
        "C throws 6o",
    ]
    assert table.pile() == "1e 2e 6o"
    settled = table.finish()
    assert settled.facts[0]["turns"] == 6
    assert settled.lay_offs == ["B lays off 5e on 5o-5c-5b"]
    assert settled.points == [3, 0, 6]


def test_last_turn__may_take_what_the_knocker_left_lying() -> None:
    """Rules 5.1: the card laid face down is out of play, the pile is not."""
    table = Table(last_turn_after_knock=True)
    table.put(hands=[C1, "10c 11c 2o 3o 4o 6b 1e"], pile="1b 12c", stock="12b 5e 4c")
    assert table.turn("stock", "12b", knock=True) == CLOSED
    assert table.turn("pile", "6b") == GOES_ON
    assert table.finish().points == [3, 1]


def test_last_turn__is_none_without_the_option_and_not_after_big_gin() -> None:
    """Rules 5.1: only with last_turn_after_knock; who shows all cards ends the deal."""
    options = {"knock_limit": 0, "big_gin": True}
    lineup = [BOTS["greedy"]] * 2
    jobs = np.array([[5, unit, 0, 2, 0] for unit in range(400)])
    for last in (False, True):
        player = Player(KnockRules.checked({**options, "last_turn_after_knock": last}).encode, lineup, 2048)
        seen = set()
        for job in jobs:
            facts, _ = player.play(job[None], np.arange(2)[None])
            acts = player.read_log()[:, 1].tolist()
            is_big = int(facts[FACT_COLUMNS.index("close")].max()) == BIG_GIN
            seen.add((is_big, 3 in acts[acts.index(4) :]))
        assert seen == ({(False, True), (True, False)} if last else {(False, False), (True, False)})


def test_big_gin__scores_as_all_combined_where_everybody_scores_their_own() -> None:
    """Rules 5.1, CG-17: with each_own the closer has close_bonus, the others what they are left with, no lay-offs."""
    table = Table(big_gin=True)
    table.put(hands=["5o 6o 7o 10o 2c 2e 2b", OWN], pile="1e", stock="11o 2b 5c")
    assert table.turn("stock", big_gin=True) == CLOSED
    settled = table.finish()
    assert settled.close == BIG_GIN
    assert settled.points == [-10, 21]
    assert settled.lay_offs == []


def test_dead_stock__ends_any_game_undecided() -> None:
    """GN-5 with each_own: at dead_stock cards after a discard the deal ends, nobody scores and nobody wins."""
    table = Table(3, dead_stock=2)
    table.put(hands=[C1, OWN, IDLE], pile="1e", stock="1b 2b 3b")
    assert table.turn("stock", "1b") == DEAD
    settled = table.finish()
    assert (settled.points, settled.won) == ([0, 0, 0], [0.0] * 3)


def test_fiftieth_card__is_for_the_next_player_only() -> None:
    """GN-5, fiftieth_card with three players: who comes next may take the discard to knock."""
    table = Table(3, dead_stock=2, fiftieth_card=True)
    table.put(hands=[IDLE, "4e 5e 7o 7c 7b 3c 12b", OWN], pile="1e", stock="6e 2b 3b")
    assert table.turn("stock", "6e") == DEAD
    assert table.turn("pile", "12b") == CLOSED
    assert table.finish().points[1] == 3


def test_knock_limit_from_upcard__takes_the_fixed_limit_for_a_joker() -> None:
    """GN-8 in any game: the value of the upcard; of a joker turned up knock_limit."""
    table = Table(deck=50, knock_limit_from_upcard=True, knock_limit=7)
    limits = {card: int(table.turn_up(card).deal["limit"]) for card in ("3c", "12b", "10e", "1o", "X")}
    assert limits == {"3c": 3, "12b": 10, "10e": 10, "1o": 1, "X": 7}


def test_no_return_discard__bars_the_other_copy_too() -> None:
    """CG-10 with two packs: a card of the kind just taken may not be thrown, whichever copy it is."""
    table = Table(decks=2, no_return_discard=True)
    table.put(hands=["7c 1e 2e 3e 4e 5b 6b", IDLE], pile="6o 7c", stock="1b 2b")
    assert table.turn("pile", "7c") == BAD_MOVE


def test_knock_without_draw__is_asked_before_the_draw() -> None:
    """CA-1, option knock_without_draw: all cards held count, and nothing is thrown; then lay-offs as usual."""
    table = Table(knock_without_draw=True)
    table.put(hands=[C1, OWN], pile="1e", stock="1b 2b")
    assert table.turn("none") == CLOSED
    settled = table.finish()
    assert settled.said[0] == "A knocks without drawing"
    assert settled.points == [3, 18]
