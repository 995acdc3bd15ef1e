"""Tables of a study file: factors, variants, questions; and the settings that are played."""

from dataclasses import dataclass
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

__all__ = ["LONGEST_TEXT", "MOST_ENTRIES", "Change", "Factor", "Part", "Question", "Setting", "Value", "Word"]

MOST_ENTRIES = 500
"""Longest list in a study, and most line-ups and variants together: a file from a stranger asks for no more."""
LONGEST_WORD, LONGEST_TEXT = 200, 10_000
NO_CONTROL, NO_CONTROL_BUT_LINES = r"^[^\x00-\x1f\x7f-\x9f]*$", r"^[^\x00-\x08\x0b-\x1f\x7f-\x9f]*$"
Word = Annotated[str, Field(max_length=LONGEST_WORD, pattern=NO_CONTROL)]
Text = Annotated[str, Field(max_length=LONGEST_TEXT, pattern=NO_CONTROL_BUT_LINES)]
Value = int | bool | Word | None


class Part(BaseModel):
    """A table of a study; keys it does not have are refused."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)


class Factor(Part):
    """One option and the values it takes while all others keep those of the base."""

    option: Word = Field(description="name of an option of the game")
    values: list[Value] = Field(description="values to try", min_length=1, max_length=MOST_ENTRIES)


class Change(Part):
    """A variant by itself: another game of the family, several options at once, or both."""

    name: Word = Field(default="", description="label in tables and figures; made of game and options if left out")
    game: Word = Field(default="", description="game whose rules it has; the base game if left out")
    options: dict[Word, Value] = Field(default={}, description="options and their values", max_length=MOST_ENTRIES)

    @property
    def label(self) -> str:
        """Name, or what it is made of."""
        changes = ", ".join(f"{option}={_text(value)}" for option, value in self.options.items())
        return self.name or ", ".join(part for part in (self.game, changes) if part)


class Question(Part):
    """What is asked: a quantity, at some levels, and how it is shown."""

    text: Text = Field(description="the question in words")
    quantity: Word = Field(description="a statistic, as the column quantity of a summary names it")
    group: Word = Field(default="all", description="group of the quantity; * for all its groups")
    levels: list[Literal["deal", "match"]] = Field(
        default=["deal"], description="levels to answer at", min_length=1, max_length=2
    )
    figure: Literal["effects", "seat_shares", "length", "scores", "endings"] = Field(
        default="effects", description="figure that shows it"
    )


@dataclass(frozen=True, order=True)
class Setting:
    """One line-up of a study at one level: as many copies of a bot as there are players."""

    level: str
    players: int
    bot: str

    def __str__(self) -> str:
        return f"{self.players} players, {self.bot}, {'deals' if self.level == 'deal' else 'matches'}"


def _text(value: Value) -> str:
    if value is None:
        return "none"
    return str(value).lower() if isinstance(value, bool) else str(value)
