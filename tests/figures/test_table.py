"""What every figure of the table keeps."""

import gc
import weakref

import matplotlib as mpl
import polars as pl
import pytest
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from rummysim.figures.render import save_png, to_svg
from rummysim.figures.table import FIGURES, FigureKind
from tests.figures.drawn import intervals, outside, overlapping_labels, texts
from tests.figures.frames import LONG, frames

HOSTILE = "<script>alert('x')</script> & $x^2 _a_ 王"
pytestmark = pytest.mark.parametrize("kind", FIGURES, ids=lambda kind: kind.name)


def draw(kind: FigureKind, *, ax: Axes | None = None, **shape: object) -> Axes:
    return kind.plot(frames(**shape)[kind.name], ax=ax)


def test_figure__has_title_and_labels(kind: FigureKind) -> None:
    ax = draw(kind)
    assert isinstance(ax, Axes)
    assert ax.get_title(loc="left")
    assert "(" in ax.get_xlabel()
    assert ax.get_ylabel() or all(label.get_text() for label in ax.get_yticklabels())


def test_figure__draws_intervals_as_given(kind: FigureKind) -> None:
    frame = frames()[kind.name]
    wider = frame.with_columns(lo=pl.col("lo") - (pl.col("lo") * 0.5).abs())
    assert intervals(kind.plot(frame))
    assert len(intervals(kind.plot(frame))) == len(intervals(kind.plot(wider)))
    assert intervals(kind.plot(frame)) != intervals(kind.plot(wider))


def test_figure__says_n_and_unfinished_share(kind: FigureKind) -> None:
    shown = texts(draw(kind))
    assert "n = " in shown
    assert "unfinished" in shown
    assert "95" in shown


def test_figure__leaves_frame_and_settings_alone(kind: FigureKind) -> None:
    frame = frames()[kind.name]
    before, settings = frame.clone(), dict(mpl.rcParams)
    kind.plot(frame)
    assert frame.equals(before)
    assert dict(mpl.rcParams) == settings


def test_figure__is_held_by_nothing_but_its_user(kind: FigureKind) -> None:
    figure = weakref.ref(draw(kind).figure)
    gc.collect()
    assert figure() is None


def test_figure__is_drawn_on_given_axes(kind: FigureKind) -> None:
    figure = Figure()
    ax = figure.add_subplot()
    assert draw(kind, ax=ax) is ax
    assert figure.axes == [ax]


@pytest.mark.parametrize(
    "shape", [{"n_variants": 1}, {"n_variants": 12, "n_players": 4, "name": LONG}], ids=["1", "12"]
)
def test_figure__keeps_names_apart_and_inside(kind: FigureKind, shape: dict[str, object]) -> None:
    ax = draw(kind, **shape)
    assert overlapping_labels(ax) == []
    assert outside(ax) == []


def test_figure__shows_hostile_names_as_they_are(kind: FigureKind) -> None:
    svg = to_svg(draw(kind, n_variants=2, name=HOSTILE).figure)
    assert "<script" not in svg
    assert "$x^2" in svg
    assert "王" in svg


def test_figure__renders_the_same_twice(kind: FigureKind) -> None:
    figure = draw(kind).figure
    svg = to_svg(figure)
    assert svg == to_svg(figure) == to_svg(draw(kind).figure)
    assert "http://purl" not in svg


def test_figure__shows_itself_in_a_notebook(kind: FigureKind) -> None:
    assert draw(kind).figure._repr_svg_().rstrip().endswith("</svg>")


def test_figure__is_saved_as_png(kind: FigureKind, tmp_path) -> None:
    save_png(draw(kind).figure, tmp_path / "figure.png", dpi=40)
    assert (tmp_path / "figure.png").read_bytes().startswith(b"\x89PNG")


def test_figure__refuses_frames_of_something_else(kind: FigureKind) -> None:
    with pytest.raises(ValueError, match="lacks"):
        kind.plot(pl.DataFrame({"a": [1]}))
    with pytest.raises(ValueError, match="no rows"):
        kind.plot(frames()[kind.name].clear())
