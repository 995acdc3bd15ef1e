"""Figures written to files."""

from pathlib import Path

from matplotlib.axes import Axes

from rummysim.errors import OutputError
from rummysim.figures.render import save_png

__all__ = ["save_axes"]


def save_axes(axes: Axes, file: Path) -> Path:
    """Write the figure of some axes as PNG; raises OutputError where that cannot be."""
    drawn = axes.get_figure(root=True)
    assert drawn is not None
    try:
        save_png(drawn, file)
    except OSError as error:
        raise OutputError(f"{file} cannot be written: {error.strerror or error}; name another file") from None
    return file
