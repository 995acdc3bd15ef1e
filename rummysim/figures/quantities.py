"""Words and units of the quantities, for axes, tables and sentences; what they mean stands with each statistic."""

from dataclasses import dataclass

from rummysim.figures.numerals import interval

__all__ = ["QUANTITIES", "UNITS", "Quantity", "Unit", "plural", "quantity", "unit"]


@dataclass(frozen=True, kw_only=True)
class Unit:
    """How values of a unit are shown.

    Parameters
    ----------
    name
        As the statistics call it.
    symbol
        Behind a value; empty where there is none.
    symbol_of_difference
        Behind a difference of two values.
    scale
        Shown is the value times this.
    """

    name: str
    symbol: str
    symbol_of_difference: str
    scale: float = 1.0

    def mark(self, *, difference: bool) -> str:
        """Symbol of a value or of a difference."""
        return self.symbol_of_difference if difference else self.symbol

    def interval(self, estimate: float, lo: float, hi: float, *, signed: bool) -> str:
        """Scaled estimate with its limits, without the symbol."""
        return interval(self.scale * estimate, self.scale * lo, self.scale * hi, signed=signed)


@dataclass(frozen=True, kw_only=True)
class Quantity:
    """How a quantity is called.

    Parameters
    ----------
    name
        Value of the column ``quantity``.
    words
        What a reader calls it; ``{unit}`` and ``{units}`` stand for deal or match, deals or matches.
    unit
        Name of its unit.
    signed
        Whether values compare with zero and so carry their sign.
    """

    name: str
    words: str
    unit: str
    signed: bool = False

    def called(self, level: str, group: str = "all") -> str:
        """Words at a level, with the part that is averaged."""
        words = self.words.format(unit=level, units=plural(level))
        return words if group == "all" else f"{words}, {group}"


UNITS = (
    Unit(name="share", symbol="%", symbol_of_difference="percentage points", scale=100.0),
    Unit(name="share of a fair share", symbol="%", symbol_of_difference="percentage points", scale=100.0),
    Unit(name="score points", symbol="points", symbol_of_difference="points"),
    Unit(name="turns", symbol="turns", symbol_of_difference="turns"),
    Unit(name="deals", symbol="deals", symbol_of_difference="deals"),
    Unit(name="changes", symbol="changes", symbol_of_difference="changes"),
    Unit(name="index", symbol="", symbol_of_difference=""),
    Unit(name="p value", symbol="", symbol_of_difference=""),
)

QUANTITIES = (
    Quantity(name="first_player_advantage", words="first-player advantage", unit="share of a fair share", signed=True),
    Quantity(name="first_player_points", words="starter's gain in points", unit="score points", signed=True),
    Quantity(name="win_share", words="win share", unit="share"),
    Quantity(name="equal_seats_p", words="test of equal seats", unit="p value"),
    Quantity(name="balance", words="balance of the seats", unit="index"),
    Quantity(name="turns", words="turns per {unit}", unit="turns"),
    Quantity(name="turns_decided", words="turns per decided {unit}", unit="turns"),
    Quantity(name="turns_quantile", words="turns of a {unit}", unit="turns"),
    Quantity(name="end_share", words="share of {units} by end", unit="share"),
    Quantity(name="rule_fired", words="share of {units} with", unit="share"),
    Quantity(name="unfinished_share", words="share of unfinished {units}", unit="share"),
    Quantity(name="never_opened", words="players who never opened", unit="share"),
    Quantity(name="unopened_points", words="part of the points charged to players who never opened", unit="share"),
    Quantity(name="tie_share", words="share of tied {units}", unit="share"),
    Quantity(name="margin", words="winner's margin", unit="score points"),
    Quantity(name="points", words="points of a player", unit="score points"),
    Quantity(name="points_sd", words="spread of the points", unit="score points"),
    Quantity(name="points_quantile", words="points of a player", unit="score points"),
    Quantity(name="deals", words="deals per {unit}", unit="deals"),
    Quantity(name="deals_quantile", words="deals of a {unit}", unit="deals"),
    Quantity(name="lead_changes", words="changes of the lead", unit="changes"),
    Quantity(name="comeback_share", words="share of comebacks", unit="share"),
    Quantity(name="drama", words="later winner's distance behind the leader", unit="score points"),
)


def plural(level: str) -> str:
    """Several units of a level."""
    return f"{level}es" if level.endswith("ch") else f"{level}s"


def quantity(name: str) -> Quantity:
    """Words of a quantity; one that is not listed is called by its name."""
    for each in QUANTITIES:
        if each.name == name:
            return each
    return Quantity(name=name, words=name.replace("_", " ").replace("{", "{{").replace("}", "}}"), unit="")


def unit(name: str) -> Unit:
    """Unit of that name; one that is not listed is its own symbol."""
    for each in UNITS:
        if each.name == name:
            return each
    return Unit(name=name, symbol=name, symbol_of_difference=name)
