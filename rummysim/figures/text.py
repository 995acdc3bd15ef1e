"""Widths and line breaks of texts in figures, measured letter by letter in the font of the figures."""

import functools
import warnings

from matplotlib.font_manager import FontProperties
from matplotlib.textpath import text_to_path

__all__ = ["INCH", "shorten", "width_of", "wrap"]

INCH = 72
"""Points."""
FONT = "DejaVu Sans"
SAFETY = 1.03
"""A browser that lacks the font has one of about this width."""


@functools.cache
def _advance(letter: str, *, bold: bool) -> float:
    """Width of a letter in font sizes; a letter that the font lacks is as wide as the box drawn instead."""
    font = FontProperties(family=FONT, weight="bold" if bold else "normal", size=100)

    def measured(text: str) -> float:
        return float(text_to_path.get_text_width_height_descent(text, font, ismath=False)[0])

    with warnings.catch_warnings(action="ignore", category=UserWarning):
        return (measured(f"x{letter}x") - measured("xx")) / 100


def width_of(text: str, size: float, *, bold: bool = False) -> float:
    """Inches of width of a line."""
    return SAFETY * size / INCH * sum(_advance(letter, bold=bold) for letter in text)


def wrap(text: str, inches: float, size: float, *, bold: bool = False) -> str:
    """Text broken into lines of at most that width, between words if possible, never before a per cent sign."""
    lines = [""]
    for word in text.replace(" %", "\N{NO-BREAK SPACE}%").split(" "):
        longer = f"{lines[-1]} {word}" if lines[-1] else word
        if width_of(longer, size, bold=bold) <= inches:
            lines[-1] = longer
            continue
        lines += _pieces(word, inches, size, bold=bold)
    return "\n".join(line for line in lines if line)


def _pieces(word: str, inches: float, size: float, *, bold: bool) -> list[str]:
    """Word cut into parts that fit."""
    pieces = [""]
    for letter in word:
        if pieces[-1] and width_of(pieces[-1] + letter, size, bold=bold) > inches:
            pieces.append("")
        pieces[-1] += letter
    return pieces


def shorten(name: str, most: int = 84) -> str:
    """Name on one line; the middle of a very long one is left out, as ends tell variants apart."""
    flat = " ".join(name.split())
    return flat if len(flat) <= most else f"{flat[: most * 2 // 3]}…{flat[-(most // 3 - 1) :]}"
