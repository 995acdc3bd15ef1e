"""Many games side by side."""

import polars as pl
import pytest

from rummysim.errors import InputError
from rummysim.figures.survey import plot_survey
from tests.figures.drawn import intervals, texts

ROWS = [
    ("knock", "gin", "greedy", "beginners", 0.01, 0.0, 0.02),
    ("knock", "gin", "careful", "experts", 0.03, 0.02, 0.04),
    ("knock", "conga", "greedy", "beginners", 0.04, 0.03, 0.05),
    ("knock", "conga", "careful", "experts", 0.09, 0.08, 0.1),
    ("tile", "tile_seed", "max", "beginners", -0.02, -0.05, 0.01),
]
FRAME = pl.DataFrame(ROWS, schema=["family", "game", "bot", "kind", "estimate", "lo", "hi"], orient="row").with_columns(
    players=pl.lit(2),
    level=pl.lit("deal"),
    quantity=pl.lit("first_player_advantage"),
    n_units=pl.lit(1000),
    share_unfinished=pl.lit(0.0),
)


def test_survey__has_a_row_a_game_under_its_family_the_greatest_first() -> None:
    ax = plot_survey(FRAME)
    names = [label.get_text() for label in ax.get_yticklabels()]
    assert names == ["family knock", "conga", "gin", "family tile", "tile_seed"]
    assert sorted((round(x0), round(x1)) for x0, _, x1, _ in intervals(ax)) == [
        (-5, 1),
        (0, 2),
        (2, 4),
        (3, 5),
        (8, 10),
    ]


def test_survey__says_who_played() -> None:
    shown = " ".join(" ".join(text.split()) for text in texts(plot_survey(FRAME)).split("\n")).replace("  ", " ")
    assert "beginners: greedy, max; experts: careful" in shown
    assert "3 games, 2 players" in shown


def test_survey__names_bots_where_there_are_no_kinds() -> None:
    held = FRAME.drop("kind").filter(pl.col("game") == "gin")
    assert "Bots:" not in texts(plot_survey(held))


@pytest.mark.parametrize(("column", "value"), [("quantity", "turns"), ("level", "match"), ("players", 3)])
def test_survey__is_of_one_quantity_level_and_table(column: str, value: object) -> None:
    other = FRAME.with_columns(pl.lit(value).alias(column))
    with pytest.raises(InputError, match=f"2 values of {column}"):
        plot_survey(pl.concat([FRAME, other.cast(FRAME.schema)]))
