"""Racks of the tile games through the public face: names of the hand, the command, messages."""

import io
from typing import Any

import polars as pl
import pytest

import rummysim as rs
from rummysim.errors import InputError
from tests.results.command import rummysim

pytestmark = pytest.mark.skipif("tile_seed" not in rs.games()["name"], reason="the tile family is not registered")
TABLE, RACK = "r3 r4 r5 | k7 r7 b7", "y7 r6 X"


def test_rack__is_the_name_of_the_hand() -> None:
    said = {"table": TABLE, "opened": True}
    assert str(rs.solve("tile", rack=RACK, **said)) == str(rs.solve("tile", RACK, **said))
    assert rs.solve("tile", racks=[RACK], **said).equals(rs.solve("tile", hands=[RACK], **said))


def test_solve__asks_the_rules_of_the_variant() -> None:
    table, rack = "b4 b5 b6 X=b7", "k9 y9"
    assert rs.solve("tile", rack=rack, table=table, opened=True).tiles_played == 2
    assert rs.solve("rummikub_sabra", rack=rack, table=table, opened=True).tiles_played == 0


@pytest.mark.parametrize(
    ("said", "words"),
    [
        ({"rack": "k1", "hand": "k2"}, "rack is given twice"),
        ({}, "rack and racks: neither is given"),
        ({"rack": "k1", "pile": "k3"}, "pile is given and racks of tile_seed are solved without it"),
        ({"rack": "k14"}, "'k14' is no tile"),
        ({"racks": ["k1", "14k"]}, r"racks\[1\]: '14k' is no tile"),
    ],
)
def test_wrong_input__is_one_message(said: dict[str, Any], words: str) -> None:
    with pytest.raises(InputError, match=words):
        rs.solve("tile", **said)


def test_command__takes_a_rack_or_a_file_of_them() -> None:
    ended = rummysim("solve", "tile", "--rack", RACK, "--table", TABLE, "--opened")
    assert ended.code == 0
    assert "add y7 to k7-r7-b7" in ended.out
    ended = rummysim("solve", "tile", "--rack", RACK, "--table", TABLE, "--opened", "--json")
    assert pl.read_ndjson(io.StringIO(ended.out))["tiles_played"].to_list() == [3]
