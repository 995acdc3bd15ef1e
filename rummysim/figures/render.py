"""Figures that no pyplot state holds, and their files: SVG, the same text for the same figure, and PNG."""

import io
import warnings
from pathlib import Path

import matplotlib as mpl
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from rummysim.figures.style import LOOK, WIDTH, Labels

__all__ = ["ShownFigure", "new_axes", "save_png", "to_svg"]

NO_METADATA = {"Date": None, "Creator": None, "Format": None, "Type": None}
LEAST = 0.9
"""Inches of height of the lowest drawing."""
LAYOUTS = 2
"""The second knows which ticks the first has made room for."""


class ShownFigure(Figure):
    """Figure that a notebook shows, though pyplot knows nothing of it."""

    def _repr_svg_(self) -> str:
        return to_svg(self)


def new_axes(height: float, labels: Labels) -> Axes:
    """Axes of a new figure for a drawing of that height in inches and the words around it."""
    figure = ShownFigure(figsize=(WIDTH, max(height, LEAST) + labels.height()), layout="constrained")
    return figure.add_subplot()


def to_svg(figure: Figure) -> str:
    """Figure as SVG with selectable text, without date, version or random identifiers."""
    text = io.StringIO()
    with mpl.rc_context(LOOK), _quiet():  # type: ignore[arg-type]
        _lay_out(figure)
        figure.savefig(text, format="svg", metadata=NO_METADATA)
    return text.getvalue()


def save_png(figure: Figure, path: Path, *, dpi: float = 150) -> None:
    """Write a figure as PNG."""
    with mpl.rc_context(LOOK), _quiet():  # type: ignore[arg-type]
        _lay_out(figure)
        figure.savefig(path, format="png", dpi=dpi, metadata={"Software": None})


def _lay_out(figure: Figure) -> None:
    """Lay the figure out for good: at every drawing layout moves by a hair, and renderings would differ."""
    if figure.get_layout_engine() is not None:
        for _ in range(LAYOUTS):
            figure.draw_without_rendering()
        figure.set_layout_engine("none")


def _quiet() -> warnings.catch_warnings:
    """Say nothing of letters that the font of measure lacks: a browser has another font for them."""
    return warnings.catch_warnings(action="ignore", category=UserWarning)
