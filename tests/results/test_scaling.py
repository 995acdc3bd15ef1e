"""What is measured of scale, in small."""

import csv
from pathlib import Path

import pytest

import rummysim as rs
from rummysim.errors import InputError
from rummysim.results.scaling import COLUMNS, KINDS, _plan, scaling


def test_measure__is_taken_in_a_process_of_its_own_and_recorded_with_its_command(tmp_path: Path) -> None:
    variant = rs.variant("conga", knock_limit=3)
    kinds = ["threads", "memory, deals"]
    frame = scaling(
        variant, ["greedy"] * 2, workers=[1], deals=2_000, memory=[2_000], kinds=kinds, record=tmp_path / "scaling.csv"
    )
    assert frame["measure"].to_list() == kinds
    assert frame["deals_per_second"].min() > 0
    assert frame["megabytes"][1] > 50
    rows = list(csv.DictReader((tmp_path / "scaling.csv").read_text().splitlines()))
    assert tuple(rows[0]) == COLUMNS
    assert rows[1]["command"] == (
        "rummysim scaling conga --set knock_limit=3 --bots greedy,greedy --workers 1 --deals 2000 --memory 2000 "
        '--kind "memory, deals"'
    )


def test_plan__has_every_kind_of_measure() -> None:
    assert {kind for kind, _, _ in _plan([1, 2], 10, [10])} == set(KINDS)


@pytest.mark.parametrize("wrong", [{"workers": []}, {"workers": [0]}, {"memory": [-1]}, {"deals": 0}, {"kinds": ["x"]}])
def test_wrong_wish__is_refused(wrong: dict[str, list[int]]) -> None:
    with pytest.raises(InputError, match=r"allowed .*; name"):
        scaling("conga", ["greedy"] * 2, **wrong)
