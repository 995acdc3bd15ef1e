"""Hands solved through the public face: solved positions, worked examples, one hand and many, the command, errors."""

import inspect
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest

import rummysim as rs
from rummysim.core.notation import format_hand
from rummysim.errors import InputError, NotationError
from rummysim.fields.estimates import frame_schema
from rummysim.fields.solutions import KnockSolutions
from rummysim.games.family import Family, Variant
from rummysim.games.registry import FAMILIES
from tests.results.command import rummysim

DATA = Path(__file__).parent.parent / "data" / "vectors"

C1 = "4e 5e 6e 7o 7c 7b 3c"
C4 = "5o 6o 7o 10o 2c 2e 2b"
C6 = "2e 3e 4e 1o 6e 7e 10e"
C7 = "1o 2o 3o 4o 5o 6o 7o"
C8 = "X X 5b 6b 7b 2c 2e 3o"


def read(name: str) -> list[dict[str, Any]]:
    """Solved positions of a file."""
    vectors: list[dict[str, Any]] = json.loads((DATA / name).read_text())["vectors"]
    return vectors


# solved positions


def test_gin_vectors__leftover_and_best_discard() -> None:
    """Ace 1, figures 10; the least deadwood, then the highest rank, then the first suit."""
    vectors = read("gin.json")
    assert len(vectors) > 50
    for vector in vectors:
        told = rs.solve("gin", " ".join(vector["hand"]))
        assert told.points == told.leftover == vector["min_deadwood"], vector
        after = vector.get("deadwood_after_best_discard")
        assert told.points_after_discard == after
        assert told.may_knock == ((vector["min_deadwood"] if after is None else after) <= 10)
        best = vector.get("best_discard")
        assert told.best_discard == (best and best[:-1].replace("T", "10") + best[-1].lower())


@pytest.mark.parametrize("cap", [1, None])
@pytest.mark.parametrize("deck", [40, 50])
def test_conga_vectors__points_left(deck: int, cap: int | None) -> None:
    """With 40 cards the star is the ace of coins, with 50 a joker; an unmelded wild costs 25."""
    options = {"deck": deck, "ace_of_coins_wild": deck == 40, "wilds_per_meld": cap, "max_wilds_when_knocking": 2}
    vectors = [vector for vector in read("conga.json") if vector["deck"] == deck]
    assert len(vectors) > 50
    answer = "min_deadwood_max1wild" if cap else "min_deadwood_max2wild"
    hands = [" ".join(vector["hand"]).replace("*", "1o" if deck == 40 else "X") for vector in vectors]
    frame = rs.solve(rs.variant("conga", **options), hands=hands)
    assert frame["points"].to_list() == [vector[answer] for vector in vectors]


# worked examples of rules.md 3.9


def test_c1_to_c3__knock_limit() -> None:
    told = rs.solve("conga", C1)
    assert (told.may_knock, told.close, told.points, told.leftover_cards) == (True, "knock", 3, ("3c",))
    assert told.melds == ("7o-7c-7b", "4e-5e-6e")
    assert not rs.solve("conga", C1.replace("3c", "6c")).may_knock
    told = rs.solve("conga", "3b 4b 5b 6b 1e 1c 3o")
    assert (told.may_knock, told.points) == (True, 5)


def test_c4__seven_and_ten_are_neighbours_with_40_cards_only() -> None:
    assert rs.solve("conga", C4).close == "closed"
    told = rs.solve(rs.variant("conga", deck=48), C4)
    assert (told.may_knock, told.points) == (False, 10)


def test_c5_to_c7__a_run_of_all_cards_is_named() -> None:
    assert rs.solve("conga", "4b 5b 6b 7b 10b 11b 12b").close == "conga"
    told = rs.solve("conga", C6)
    assert (told.close, told.melds) == ("invalid_conga", ("2e-3e-4e-X(=5e)-6e-7e-10e",))
    assert "invalid conga" in str(told)
    assert rs.solve("conga", C7).close == "invalid_conga"
    natural = rs.variant("conga", wild_natural_in_conga=True)
    assert (rs.solve(natural, C7).close, rs.solve(natural, C6).close) == ("conga", "invalid_conga")


def test_c8__a_joker_is_thrown_to_knock() -> None:
    variant = rs.variant("conga", deck=50)
    told = rs.solve(variant, C8)
    assert (told.may_knock, told.best_discard, told.points_after_discard) == (True, "X", 3)
    assert told.melds_after_discard == ("2c-2e-X", "5b-6b-7b")
    kept = rs.solve(variant, C8.removesuffix(" 3o"))
    assert (kept.may_knock, kept.points) == (False, 0)
    assert "2 jokers kept and at most 1 allowed" in str(kept)


# rules that bear on one hand


@pytest.mark.parametrize(("upcard", "limit"), [("7h", 7), ("Kd", 10), ("as", 1)])
def test_upcard__sets_the_knock_limit_of_oklahoma(upcard: str, limit: int) -> None:
    """GN-8; the card turned up may since have come into the hand."""
    hand = "Ac 2c 3c 4c 5c 6c 8h 8d 8s 7h"
    told = rs.solve("oklahoma", hand, upcard=upcard)
    assert (told.knock_limit, told.may_knock) == (limit, limit >= 7)
    assert rs.solve(rs.variant("oklahoma", deck=54), hand, upcard="X").knock_limit == 10


def test_knock__shows_an_arrangement_with_few_enough_cards_left() -> None:
    """Chinchón: at most one card may be left, though fewer points are left in two."""
    variant = rs.variant("chinchon_juegoacartas", knock_limit=10)
    told = rs.solve(variant, "1c 2c 3c 4c 4o 4e 5b")
    assert (told.may_knock, told.leftover_cards) == (True, ("5b",))
    hand = "1c 1e 5b 6b 7b 10b 11b"
    assert (rs.solve("conga", hand).points, rs.solve("conga", hand).may_knock) == (2, True)
    told = rs.solve(variant, hand)
    assert (told.points, told.may_knock) == (2, False)
    assert "2 cards left and at most 1 allowed" in str(told)


def test_two_packs__a_card_may_be_named_twice() -> None:
    told = rs.solve(rs.variant("conga", decks=2), "4e 4e 5e 5e 6e 6e 1c")
    assert told.melds == ("4e-5e-6e", "4e-5e-6e")
    assert (told.hand, told.points) == ("1c 4e 4e 5e 5e 6e 6e", 1)


@pytest.mark.parametrize("hand", ["4e-5e-6e, 7o-7c-7b, 3c", "  4E 5E 6E 7O 7C 7B 3C  ", C1])
def test_hand__is_read_in_any_order_with_any_marks(hand: str) -> None:
    assert rs.solve("conga", hand).hand == "7o 3c 7c 4e 5e 6e 7b"


def test_solution__is_read_by_people() -> None:
    told = rs.solve("conga", f"{C1} 12b")
    assert str(told) == (
        "game        conga, knock limit 5\n"
        "hand        7o 3c 7c 4e 5e 6e 7b 12b\n"
        "melds       7o-7c-7b  4e-5e-6e\n"
        "left over   3c 12b (15 points)\n"
        "throw       12b\n"
        "melds then  7o-7c-7b  4e-5e-6e\n"
        "left then   3c (3 points)\n"
        "may knock   yes, with 3 points"
    )
    assert "<th scope='row'>throw</th><td>12b</td>" in told._repr_html_()
    assert "not in the first turn" in str(rs.solve("chinchon_juegoacartas", C1))
    assert "a wild is left over" in str(rs.solve(rs.variant("conga", deck=50), "X 2o 4c 6e 8b 10o 12c"))
    assert "6 points left and at most 5 allowed" in str(rs.solve("conga", C1.replace("3c", "6c")))
    assert str(rs.solve("conga", "1c 3e 5b 7o 10c 12e 2b")).splitlines()[2] == "melds      none"
    assert "big gin" in str(rs.solve("gin_big", "Ac 2c 3c 4c 5c 6c 7c 8c 9c 10c Jc"))


# what each family's solver is asked with


@pytest.mark.parametrize(
    ("game", "said", "message"),
    [
        (
            "conga",
            {"table": "4e-5e-6e"},
            "table is given and hands of conga are solved .* upcard; leave table out",
        ),
        ("gin", {"pile": "5e"}, "pile is given"),
        ("conga", {"upcard": 7}, "upcard is 7; allowed is a text"),
        ("rummy500", {"upcard": "7h"}, "upcard is given .* table, pile, opened, laid, players; leave upcard out"),
        ("rummy500", {"rack": "r5"}, "rack is given"),
        ("rummy51", {"pile": "5e"}, "pile is given .* table, opened; leave pile out"),
    ],
)
def test_inputs__of_another_family_are_refused(game: str, said: dict[str, Any], message: str) -> None:
    hand = C1 if game == "conga" else "5h 6h"
    for hands in ({"hand": hand}, {"hands": [hand]}):
        with pytest.raises(InputError, match=message):
            rs.solve(game, **hands, **said)


@pytest.mark.parametrize("family", FAMILIES.values(), ids=list(FAMILIES))
def test_inputs__are_documented_and_are_keywords_of_the_solver(family: Family) -> None:
    try:
        room = family.solver()
    except InputError:
        return
    assert set(room.INPUTS) == set(inspect.signature(room.Solver.__init__).parameters) - {"self", "rules"}
    for name in room.INPUTS:
        assert f"``{name}``" in (rs.solve.__doc__ or "")
        assert f"--{name}" in rummysim("solve", "--help").out
    assert set(room.OVERVIEW) <= set(room.SCHEMA.columns())


# many hands


def dealt(variant: Variant, n_hands: int) -> Iterator[str]:
    """Hands off the shuffled deck, of both sizes in turn."""
    rules: Any = variant.rules
    deck = rules.pack_of(rules.seats)
    cards = [card for card in deck.card_of(rules.decks) if card >= 0]
    rng = np.random.default_rng(5)
    for index in range(n_hands):
        kinds = twice = 0
        for card in rng.choice(cards, rules.hand_size + index % 2, replace=False).tolist():
            twice |= kinds & 1 << card
            kinds |= 1 << card
        yield format_hand(kinds, twice, deck)


@pytest.mark.parametrize(
    "variant",
    [rs.variant("conga"), rs.variant("conga_uy"), rs.variant("gin_big"), rs.variant("conga", deck=50, decks=2)],
    ids=str,
)
def test_batch__has_a_row_for_each_hand_as_solved_alone(variant: Variant) -> None:
    hands = list(dealt(variant, 200))
    frame = rs.solve(variant, hands=iter(hands))
    assert dict(frame.schema) == frame_schema(KnockSolutions)
    KnockSolutions.validate(frame)
    for hand, row in zip(hands, frame.iter_rows(named=True), strict=True):
        told = rs.solve(variant, hand)
        for name, value in row.items():
            alone = getattr(told, name)
            assert (" ".join(alone) if isinstance(alone, tuple) else alone) == value, (hand, name)


def test_marks_alone__are_no_cards() -> None:
    """A comma among melds, a hyphen in a pile: what stands between cards."""
    hand = "5h 6s Kc Kd Kh"
    for game in ("block_rummy", "bga_500", "remi51_seed"):
        assert str(rs.solve(game, hand, table=" , ")) == str(rs.solve(game, hand))
    assert str(rs.solve("bga_500", hand, pile="5d - 9c")) == str(rs.solve("bga_500", hand, pile="5d 9c"))
    assert str(rs.solve("bga_500", hand, table="3s, 4s, 5s")) == str(rs.solve("bga_500", hand, table="3s 4s 5s"))


def test_batch__of_no_hands_is_an_empty_frame() -> None:
    frame = rs.solve("conga", hands=[])
    assert (frame.height, dict(frame.schema)) == (0, frame_schema(KnockSolutions))


# the command


def test_command__prints_one_hand() -> None:
    ended = rummysim("solve", "conga", "--set", "deck=50", "--hand", C8)
    assert (ended.code, ended.error) == (0, "")
    assert ended.out == f"{rs.solve(rs.variant('conga', deck=50), C8)}\n"
    ended = rummysim("solve", "oklahoma", "--hand", "Ac 2c 3c 4c 5c 6c 8h 8d 8s 7h", "--upcard", "7d")
    assert "knock limit 7" in ended.out


def test_command__prints_json_lines_csv_and_parquet_of_the_same_rows(tmp_path: Path) -> None:
    file = tmp_path / "hands.txt"
    file.write_text(f"{C1}\n\n{C4}\r\n{C1} 12b\n")
    frame = rs.solve("conga", hands=[C1, C4, f"{C1} 12b"])
    ended = rummysim("solve", "conga", "--file", str(file), "--json")
    assert [json.loads(line) for line in ended.out.splitlines()] == frame.to_dicts()
    ended = rummysim("solve", "conga", "--hand", C4, "--json")
    assert [json.loads(line) for line in ended.out.splitlines()] == frame[1:2].to_dicts()
    places = [str(tmp_path / name) for name in ("x.csv", "x.parquet")]
    ended = rummysim("solve", "conga", "--file", str(file), "--csv", places[0], "--parquet", places[1])
    assert (ended.code, ended.out) == (0, "")
    assert pl.read_parquet(places[1]).equals(frame)
    assert pl.read_csv(places[0])["best_discard"].to_list() == [None, None, "12b"]


def test_command__prints_a_table_of_what_says_something(tmp_path: Path) -> None:
    file = tmp_path / "hands.txt"
    file.write_text(f"{C1}\n{C4}\n")
    header, *lines = rummysim("solve", "conga", "--file", str(file)).out.splitlines()
    assert header.split() == ["hand", "melds", "leftover_cards", "points", "may_knock", "close"]
    assert [line.split()[-1] for line in lines] == ["knock", "closed"]


def test_command__reads_standard_input() -> None:
    ended = rummysim("solve", "conga", "--file", "-", "--json", piped=f"{C1}\n{C4}\n")
    assert (ended.code, ended.error) == (0, "")
    assert [json.loads(line)["points"] for line in ended.out.splitlines()] == [3, 0]
    ended = rummysim("solve", "conga", "--file", "-", piped=f"{C1}\n3x\n")
    assert (ended.code, ended.out) == (2, "")
    assert ended.error.startswith("rummysim: standard input, line 2: '3x' is no card; ")


RUMMY = ["rummy500", "--table", "3s-4s-5s | 7c 7d 7h", "--pile", "5d 9c 5c 2h"]
RUMMY_HANDS = ["3c Kc Kd 5h Kh 6s 8s", "8h 9h 10h 2c 4d"]
RUMMY_SAID = {"table": "3s-4s-5s | 7c 7d 7h", "pile": "5d 9c 5c 2h"}


def test_command__solves_positions_with_a_table_and_a_pile() -> None:
    ended = rummysim("solve", *RUMMY, "--hand", RUMMY_HANDS[0])
    assert (ended.code, ended.error) == (0, "")
    assert ended.out == f"{rs.solve('rummy500', RUMMY_HANDS[0], **RUMMY_SAID)}\n"
    words = ["solve", "bga_basic", "--set", "layoff_requires_meld=round", "--hand", "6s Kc", "--table", "3s-4s-5s"]
    assert "lay 6s off on 3s-4s-5s" not in rummysim(*words).out
    for said in (["--opened"], ["--laid", "1"]):
        assert "lay 6s off on 3s-4s-5s" in rummysim(*words, *said).out


def test_command__solves_many_hands_at_one_table(tmp_path: Path) -> None:
    file, place = tmp_path / "hands.txt", str(tmp_path / "x.parquet")
    file.write_text("\n".join(RUMMY_HANDS))
    frame = rs.solve("rummy500", hands=RUMMY_HANDS, **RUMMY_SAID)
    ended = rummysim("solve", *RUMMY, "--file", str(file), "--json", "--parquet", place)
    assert [json.loads(line) for line in ended.out.splitlines()] == frame.to_dicts()
    assert pl.read_parquet(place).equals(frame)
    header, *lines = rummysim("solve", *RUMMY, "--file", str(file)).out.splitlines()
    assert header.split()[:3] == ["hand", "play", "gain"]
    assert len(lines) == len(RUMMY_HANDS)


# wrong input

WRONG_HANDS = [
    ("conga", C1.replace("3c", "3x"), "'3x' is no card", "one of the suits o, c, e, b", "for example 7o"),
    ("conga", C1.replace("3c", "8c"), "'8c' is not in this deck", "numbers are 1, 2", "name another card or deck"),
    ("conga", C1.replace("3c", "5e"), "'5e' stands there twice", "the deck has one", "leave one out"),
    ("conga", C1.replace("3c", "X"), "a joker too many", "the deck has 0", "leave one X out"),
    ("conga", C1.removesuffix(" 3c"), "the hand has 6 cards", "allowed are 7, or 8 with the card drawn", "add cards"),
    ("conga", f"{C1} 1c 2c", "the hand has 9 cards", "allowed are 7, or 8 with the card drawn", "leave out cards"),
    ("conga", "", "the hand has 0 cards", "allowed are 7, or 8 with the card drawn", "add cards"),
    ("gin", "Ac", "the hand has 1 card;", "allowed are 10, or 11 with the card drawn", "add cards"),
]


@pytest.mark.parametrize(("game", "hand", "fact", "allowed", "remedy"), WRONG_HANDS)
def test_wrong_hand__is_one_message(game: str, hand: str, fact: str, allowed: str, remedy: str, tmp_path: Path) -> None:
    ended = rummysim("solve", game, "--hand", hand)
    assert (ended.code, ended.out, ended.error.count("\n")) == (2, "", 1)
    for part in (fact, allowed, remedy):
        assert part in ended.error
    with pytest.raises(InputError) as caught:
        rs.solve(game, hand)
    assert ended.error == f"rummysim: {caught.value}\n"
    if hand:
        file = tmp_path / "hands.txt"
        file.write_text(f"\n{C1 if game == 'conga' else 'Ac 2c 3c 4c 5c 6c 7c 8c 9c 10c'}\n{hand}\n")
        ended = rummysim("solve", game, "--file", str(file))
        assert (ended.code, ended.out) == (2, "")
        assert ended.error == f"rummysim: {file}, line 3: {caught.value}\n"


def test_wrong_hand__of_many_says_which() -> None:
    with pytest.raises(NotationError, match=r"^hands\[1\]: '3x' is no card"):
        rs.solve("conga", hands=[C1, "3x"])


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({}, "neither is given"),
        ({"hand": C1, "hands": [C1]}, "both are given"),
        ({"hands": C1}, "allowed is a list of texts"),
        ({"hands": 7}, "allowed is a list of texts"),
        ({"hand": 7}, "allowed is a text of cards"),
        ({"hands": [C1, None]}, r"hands\[1\]: the hand is None"),
        ({"hand": C1, "upcard": "7o"}, "whatever is turned up"),
    ],
)
def test_wrong_call__says_what_is_allowed(options: dict[str, Any], said: str) -> None:
    with pytest.raises(InputError, match=said):
        rs.solve("conga", **options)


@pytest.mark.parametrize(
    ("upcard", "said"),
    [(None, "it is not given"), ("7h 7d", "allowed is one card"), ("", "allowed is one card"), ("7o", "is no card")],
)
def test_wrong_upcard__says_what_is_allowed(upcard: str | None, said: str) -> None:
    with pytest.raises(InputError, match=said):
        rs.solve("oklahoma", "Ac 2c 3c 4c 5c 6c 8h 8d 8s 7h", upcard=upcard)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["conga"], "neither is given"),
        (["conga", "--hand", C1, "--file", "-"], "both are given"),
        (["conga", "--file", "nowhere"], "nowhere cannot be read"),
        (["conga", "--file", "."], ". cannot be read"),
        (["conga", "--file", "empty"], "empty has no hands"),
        (["conga", "--file", "bytes"], "bytes is no text"),
        (["cnga", "--hand", C1], "did you mean conga"),
        (["conga", "--hand", C1, "--set", "knock_limit=99"], "0…50"),
        (["conga", "--hand", C1, "--csv", "nowhere/x.csv"], "nowhere/x.csv cannot be written"),
        (["conga", "--hand", C1, "--pile", "4e"], "pile is given and hands of conga are solved without it"),
        (["rummy500", "--hand", "5h", "--table", "3s 4s 6s"], "'3s 4s 6s' is no meld"),
        (["rummy500", "--hand", "5h", "--table", "5h 6h 7h"], "5h is 2 times in hand, table and pile"),
        (["rummy", "--hand", "5h", "--pile", "2c 3c"], "only its top may be taken"),
        (["rummy500", "--hand", "5h", "--upcard", "2c"], "leave upcard out"),
    ],
)
def test_wrong_words__are_one_message(
    words: list[str], said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "empty").write_text("\n \n")
    (tmp_path / "bytes").write_bytes(b"\xff\xfe\x00")
    monkeypatch.chdir(tmp_path)
    ended = rummysim("solve", *words)
    assert (ended.code, ended.out, ended.error.count("\n")) == (2, "", 1)
    assert said in ended.error
    assert ended.error.count("; ") + ended.error.count("for example") >= 1
