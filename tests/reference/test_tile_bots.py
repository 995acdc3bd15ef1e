"""Clause tests of the referee of the tile family: actions, menus, its own bots, views (TILE 2, 3, 7, 8)."""

import pytest

from tests.reference.streams import MASK, G, mix, stream, word
from tests.reference.tile import view
from tests.reference.tile_actions import Action, LayOff, NewMeld, Split, change_of, menu, splits
from tests.reference.tile_bots import Wish, choose_draw, choose_lay_out, choose_play, options_of
from tests.reference.tile_melds import in_tiles
from tests.reference.tile_positions import deal, meld, melds, table_with, tile, tiles
from tests.reference.tile_rules import rules_of


def in_words(action: Action | Wish | None) -> str:
    """An action in short."""
    if action is None:
        return "stop"
    if isinstance(action, NewMeld):
        return in_tiles(action.meld)
    if isinstance(action, Wish):
        return action.name.lower()
    return f"{'on' if isinstance(action, LayOff) else 'split'} {action.target} {vars(action).popitem()[1]}"


def listed(rack: str, on_table: str, **rules: object) -> list[str]:
    """The menu of an opened player in words."""
    return [in_words(each) for each in menu(rules_of(rules), tiles(rack), melds(on_table))]


def after(rack: str, on_table: str, action: Action, **rules: object) -> str:
    """What an action plays, and the table after it; empty if it is not legal."""
    change = change_of(rules_of(rules), tiles(rack), melds(on_table), action)
    return " ".join(map(in_tiles, change.melds)) if change else ""


def test_menu__new_melds_of_three_and_groups_of_four() -> None:
    """TILE 8."""
    assert listed("k1 k2 k3 k4 k5", "") == ["stop", "k1-k2-k3", "k2-k3-k4", "k3-k4-k5"]
    four = ["k5-r5-b5", "k5-r5-y5", "k5-b5-y5", "r5-b5-y5", "k5-r5-b5-y5"]
    assert listed("k5 r5 b5 y5", "") == ["stop", *sorted(four, key=lambda text: meld(text).code)]
    assert listed("k5 r5 X", "") == ["stop", "k5-r5-X"]
    assert listed("k5 k6 X", "") == ["stop", "X(=k4)-k5-k6", "k5-k6-X(=k7)"]
    assert listed("k5 r5 X X", "", jokers=2)[1:5] == ["k5-X-X", "r5-X-X", "k5-r5-X", "k5-r5-X-X"]


def test_menu__lay_offs_on_runs() -> None:
    assert listed("r4 r8", "r5-r6-r7") == ["stop", "on 0 0", "on 0 1"]
    assert listed("X", "r5-r6-r7") == ["stop", "on 0 0", "on 0 1"]
    assert listed("r1 X", "r11-r12-r13") == ["stop", "on 0 0", "on 0 1"]
    assert listed("r1", "r11-r12-r13") == ["stop", "on 0 1"]
    assert listed("r1 X", "r11-r12-r13", ace_mode="low") == ["stop", "on 0 0"]
    assert listed("X", "r1-r2-r3") == ["stop", "on 0 1"]
    whole = "r1-r2-r3-r4-r5-r6-r7-r8-r9-r10-r11-r12-r13"
    assert listed("r1 X", whole) == ["stop"]
    assert listed("X", "r5-X-r7", max_jokers_per_meld=1) == ["stop"]
    assert listed("X r8", "r5-X-r7", max_jokers_per_meld=1) == ["stop", "on 0 1"]
    assert after("r4 X", "r5-r6-r7", LayOff(0, 0)) == "r4-r5-r6-r7"
    assert after("X", "r5-r6-r7", LayOff(0, 0)) == "X(=r4)-r5-r6-r7"
    assert after("X", "r5-r6-r7", LayOff(0, 1)) == "r5-r6-r7-X(=r8)"


def test_menu__lay_offs_on_groups() -> None:
    assert listed("k5 y5 X", "r5-b5-X") == ["stop", "k5-y5-X", "on 0 0", "on 0 3", "on 0 4"]
    assert listed("r5 k6", "r5-b5-X") == ["stop"]
    assert listed("k5 X", "r5-b5-k5-y5") == ["stop"]
    assert listed("k5 X", "r5-b5-X", max_jokers_per_meld=1) == ["stop", "on 0 0"]
    assert after("k5 X", "r5-b5-X", LayOff(0, 0)) == "k5-r5-b5-X"
    assert after("k5 X", "r5-b5-X", LayOff(0, 4)) == "r5-b5-X-X"


def test_menu__meld_by_meld() -> None:
    """Groups before runs; equal melds each for themselves."""
    table = "r5-r6-r7 k7-b7-y7 r5-r6-r7"
    assert [in_tiles(each) for each in melds(table)] == ["k7-b7-y7", "r5-r6-r7", "r5-r6-r7"]
    assert listed("r7 r8 r4", table) == ["stop", "on 0 1", "on 1 0", "on 1 1", "on 2 0", "on 2 1"]
    assert after("r8", table, LayOff(1, 1)) == "k7-b7-y7 r5-r6-r7 r5-r6-r7-r8"


def test_splits() -> None:
    """TR-13 to TR-16 *Split*, T8; TILE 2, 8."""

    def listed_splits(rack: str, table: str, **rules: object) -> list[int]:
        return [action.code & 255 for action in splits(rules_of(rules), tiles(rack), melds(table))]

    long = "y3-y4-y5-y6-y7-y8-y9"
    assert listed_splits("y3 y4 y5 y6 y7 y8 y9", long) == [2, 3, 4]
    assert listed_splits("y5", long, rearrange="none") == []
    assert listed_splits("y5 X", "y3-y4-y5-y6") == []
    assert listed_splits("y5", "y3-y4-X-y6-y7") == []
    assert listed_splits("y5", "X-y4-y5-y6-y7") == [2]
    assert listed_splits("y5", "X-y4-y5-y6-y7", joker_release="fixed") == [2]
    assert listed_splits("y5", "X-y4-y5-y6-y7", joker_release="locked") == []
    assert listed_splits("y5", "X-y4-y5-y6-y7", joker_reuse="new_meld") == []
    assert after("y5", "y3-y4-y5-y6-y7", Split(0, 2)) == "y3-y4-y5 y5-y6-y7"


def test_actions__codes() -> None:
    """TILE 3."""
    assert NewMeld(meld("r5-b5-X")).code == meld("r5-b5-X").code
    assert LayOff(3, 4).code == 1 << 50 | 3 << 8 | 4
    assert Split(2, 5).code == 1 << 51 | 2 << 8 | 5


def test_options__of_bots() -> None:
    """TILE 8."""
    table = table_with(["k10 r10 y10 k9", "k1"], "r2-r3-r4-r5-r6")
    assert options_of("random", table) == [Wish.OPEN]
    assert options_of("probe", table) == [None, Wish.OPEN]
    table = table_with(["k9 r9 y9 r4", "k1"], "r2-r3-r4-r5-r6")
    assert options_of("random", table) == options_of("probe", table) == [None]
    table.tallies[0].opened = 1
    assert [in_words(each) for each in options_of("random", table)] == ["stop", "k9-r9-y9"]
    assert [in_words(each) for each in options_of("probe", table)] == ["stop", "k9-r9-y9", "split 0 2", "rebuild"]
    table = table_with(["k9 r9 y9 r4", "k1"], "r2-r3-r4-r5-r6", opened=[0], rearrange="none")
    assert [in_words(each) for each in options_of("probe", table)] == ["stop", "k9-r9-y9"]


def test_random__words() -> None:
    """CONTRACT 1, TILE 2: word 8 · turn + hook; later questions are mixed."""
    table = table_with(["k1 k2 k3 k4 k5", "k9"], opened=[0], turn=6)
    decisions = stream(1, 0, 0, 3, 0)
    first = word(decisions, 8 * 6 + 1)
    options = options_of("random", table)
    assert choose_play("random", table, 0) == options[first % 4]
    assert choose_play("random", table, 3) == options[mix(first + G * 3) % 4]
    key = first
    for value in view(table, 0):
        key = mix(key ^ (value & MASK))
    options = options_of("probe", table)
    assert choose_play("probe", table, 0) == options[key % len(options)]


def test_random__lays_out_and_draws() -> None:
    table = deal(2, initial_discard="takeable")
    table.racks[0] = tiles("r5 r5 k7 X X")
    both = [tile("k7"), tile("r5")]
    assert choose_lay_out("random", table) == both[word(stream(1, 0, 0, 3, 0), 2) % 2]
    table.racks[0] = tiles("X X")
    assert choose_lay_out("random", table) == tile("X")
    table.turn = 1
    assert choose_draw("random", table) == 0
    table.pool = []
    assert choose_draw("random", table) == choose_draw("probe", table) == 1


def test_view() -> None:
    """TILE 7."""
    racks = ["k1 k1 r2 X k10 r10 y10", "k9 k8", "r1"]
    table = table_with(racks, "r5-b5-X r5-r6-r7", pool="r9 r8", opened=[1], laid_out="b3", turn=3)
    rack = 1 << tile("k1") | 1 << tile("r2") | 1 << tile("k10") | 1 << tile("r10") | 1 << tile("y10")
    melded = 1 << tile("r5") | 1 << tile("b5") | 1 << tile("r6") | 1 << tile("r7")
    sizes = [7, 2, 1, 0, 0, 0, 0, 0]
    codes = [meld("r5-b5-X").code, meld("r5-r6-r7").code]
    ends = [melded, 1 << tile("r5"), 1, 2, *codes]
    before = [rack, 1 << tile("k1"), 1, -1, tile("b3"), 3, 0, 3, 2, *sizes, 0b010, 0, 0, *ends]
    assert view(table, 0) == before
    opening = melds("k10-r10-y10")
    left = 1 << tile("k1") | 1 << tile("r2")
    answered = view(table, 0, tiles("k10 r10 y10"))
    assert answered == [left, 1 << tile("k1"), *before[2:9], 4, *sizes[1:], 0b010, 0, 0, *ends]
    table.open(opening)
    codes = [codes[0], opening[0].code, codes[1]]
    melded |= 1 << tile("k10") | 1 << tile("r10") | 1 << tile("y10")
    ends = [melded, 1 << tile("r5"), 1, 3, *codes]
    assert view(table, 0) == [left, 1 << tile("k1"), *before[2:9], 4, *sizes[1:], 0b011, 1, 3, *ends]


@pytest.mark.parametrize(("what", "drawn"), [("X", 13), ("r4", 19)])
def test_view__drawn(what: str, drawn: int) -> None:
    table = table_with(["k1", "k2"], pool=what)
    table.begin_turn()
    assert view(table, 0)[3] == -1
    table.draw()
    assert view(table, 0)[3] == drawn
    assert view(table, 0)[8] == 0
