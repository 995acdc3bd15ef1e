"""All figures: the one list that results, studies and reports go through."""

from collections.abc import Callable
from dataclasses import dataclass

from matplotlib.axes import Axes

from rummysim.figures.effects import plot_effects
from rummysim.figures.endings import plot_endings
from rummysim.figures.length import plot_length
from rummysim.figures.scores import plot_scores
from rummysim.figures.seat_shares import plot_seat_shares

__all__ = ["FIGURES", "FigureKind"]


@dataclass(frozen=True, kw_only=True)
class FigureKind:
    """One line of the table of figures.

    Parameters
    ----------
    name
        What it is asked for by.
    frame
        What it draws: estimates, effects or distribution, each a schema of :mod:`rummysim.fields.estimates`.
    quantity
        Quantity that it draws; None for any one.
    text
        One sentence on what is seen.
    plot
        Takes the frame and ``ax``; for a distribution also ``estimates``.
    """

    name: str
    frame: str
    quantity: str | None
    text: str
    plot: Callable[..., Axes]


FIGURES: tuple[FigureKind, ...] = (
    FigureKind(
        name="seat_shares",
        frame="estimates",
        quantity="win_share",
        text="Which part of the decided games each seat wins, beside the share that would be fair.",
        plot=plot_seat_shares,
    ),
    FigureKind(
        name="length",
        frame="distribution",
        quantity="turns",
        text="How many turns games take, with the median.",
        plot=plot_length,
    ),
    FigureKind(
        name="effects",
        frame="effects",
        quantity=None,
        text="By how much each variant differs from the base.",
        plot=plot_effects,
    ),
    FigureKind(
        name="scores",
        frame="distribution",
        quantity="points",
        text="How often players get how many points, with the median.",
        plot=plot_scores,
    ),
    FigureKind(
        name="endings",
        frame="estimates",
        quantity="end_share",
        text="In which ways games end, and how often.",
        plot=plot_endings,
    ),
)
