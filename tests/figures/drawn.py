"""What a figure shows, read back from its artists."""

from matplotlib.axes import Axes
from matplotlib.collections import LineCollection, PolyCollection
from matplotlib.text import Text

from rummysim.figures.style import INTERVAL


def intervals(ax: Axes) -> list[tuple[float, float, float, float]]:
    """Ends of all intervals: x0, y0, x1, y1."""
    return [
        tuple(float(each) for each in segment.ravel())
        for artist in ax.collections
        if isinstance(artist, LineCollection) and artist.get_label() == INTERVAL
        for segment in artist.get_segments()
    ]


def bands(ax: Axes) -> list[dict[float, tuple[float, float]]]:
    """Lower and upper edge of every band of intervals by x, band by band."""
    found = []
    for artist in ax.collections:
        if isinstance(artist, PolyCollection) and artist.get_label() == INTERVAL:
            edges: dict[float, list[float]] = {}
            for x, y in (vertex for path in artist.get_paths() for vertex in path.vertices.tolist()):
                edges.setdefault(x, []).append(y)
            found.append({x: (min(y), max(y)) for x, y in edges.items()})
    return found


def texts(ax: Axes) -> str:
    """All words around and in the drawing, on one line, plain spaces."""
    legend = ax.get_legend()
    found = [ax.title, ax._left_title, ax.xaxis.label, ax.yaxis.label, *ax.texts, *ax.get_yticklabels()]
    found += legend.get_texts() if legend else []
    return " ".join(" ".join(each.get_text().split()) for each in found if isinstance(each, Text))


def overlapping_labels(ax: Axes) -> list[tuple[str, str]]:
    """Pairs of names at the y axis, of names above columns, and of numbers at the right, that lie on each other."""
    ax.figure.draw_without_rendering()
    pairs = []
    for group in (
        ax.get_yticklabels(),
        ax.texts,
        [ax._left_title, *(ax.get_legend().get_texts() if ax.get_legend() else [])],
    ):
        shown = [each for each in group if each.get_text()]
        boxes = [each.get_window_extent() for each in shown]
        pairs += [
            (shown[a].get_text(), shown[b].get_text())
            for a in range(len(boxes))
            for b in range(a)
            if boxes[a].overlaps(boxes[b])
        ]
    return pairs


def outside(ax: Axes) -> list[str]:
    """Texts that reach beyond the edge of the figure."""
    figure = ax.figure
    figure.draw_without_rendering()
    frame = figure.bbox
    found = [ax._left_title, ax.xaxis.label, ax.yaxis.label, *ax.texts, *ax.get_yticklabels()]
    found += ax.get_legend().get_texts() if ax.get_legend() else []
    boxes = [(each.get_text(), each.get_window_extent()) for each in found if each.get_text()]
    return [
        text
        for text, box in boxes
        if box.x0 < frame.x0 - 1 or box.x1 > frame.x1 + 1 or box.y0 < frame.y0 - 1 or box.y1 > frame.y1 + 1
    ]
