"""Methods text."""

import ast
from pathlib import Path

import rummysim.reports.methods as module
from rummysim.reports.methods import RunNumbers, methods
from tests.reports.sample import NUMBERS

LEAST: RunNumbers = {"level": "match", "n_units": 10, "n_blocks": 5, "n_bins": 5, "n_seatings": 2, "seeds": [1]}


def test_methods__have_every_number_of_the_run() -> None:
    text = " ".join(methods(NUMBERS))
    for shown in (
        "12,345 to 67,890 deals", "4,321 blocks", "2 to 4 deals", "217 bins", "77, 88", "(greedy)", "1.2 % to 4.6 %",
        "0.41 to 0.99", "29 differences", "Play held fixed: wild 50", "rummysim 0.1.0, knock 3", "95 %",
    ):  # fmt: skip
        assert shown in text, shown


def test_methods__hold_no_number_typed_by_hand() -> None:
    tree = ast.parse(Path(module.__file__).read_text(encoding="utf-8"))
    texts = [node.value for node in ast.walk(tree) if isinstance(node, ast.Constant) and isinstance(node.value, str)]
    typed = [text for text in texts if any(letter.isdigit() for letter in text)]
    assert set(typed) <= {".2f"}


def test_methods__leave_out_what_does_not_apply() -> None:
    text = " ".join(methods(LEAST))
    assert "matches" in text
    assert "deals" not in text
    for absent in ("held fixed", "variance factor", "Unfinished", "Versions", "same shuffles"):
        assert absent not in text


def test_methods__say_that_nothing_was_paired() -> None:
    assert "not paired" in " ".join(methods({**LEAST, "paired": False}))
    assert "variance factor" not in " ".join(methods({**LEAST, "paired": True, "variance_factor": None}))


def test_methods__give_one_number_where_all_variants_have_it() -> None:
    assert "10 matches" in methods({**LEAST, "n_units": (10, 10)})[0]
    assert "0 % of the matches" in " ".join(methods({**LEAST, "share_unfinished": 0.0}))
