"""Enumerations that rules are written in; each member's text is what help and rule pages print."""

from enum import StrEnum

__all__ = [
    "CLOSED",
    "CONGA",
    "KNOCK_ENDS",
    "NOT_CLOSED",
    "OWN_ACE_CONGA",
    "PLAIN_KNOCK",
    "WILD_CONGA",
    "WIN_MATCH",
    "AceMode",
    "AllBustRule",
    "DocumentedEnum",
    "EliminateAt",
    "Figures",
    "LayoffTargets",
    "NextStart",
]

NOT_CLOSED, PLAIN_KNOCK, CLOSED, WILD_CONGA, OWN_ACE_CONGA, CONGA, GIN, BIG_GIN = range(-1, 7)
"""How a player of the knock family closed the deal."""

KNOCK_ENDS = ("exhausted", "max_turns", "knock", "closed", "wild_conga", "own_ace_conga", "conga")
"""Ends of a deal of the knock family: two undecided ones, then by the close."""

WIN_MATCH = "win_match"
"""Value of a bonus that wins the match outright instead of counting points."""


class DocumentedEnum(StrEnum):
    """String enumeration whose members carry a sentence each."""

    text: str

    def __new__(cls, value: str, text: str) -> "DocumentedEnum":
        """Make a member of its value and its sentence."""
        member = str.__new__(cls, value)
        member._value_ = value
        member.text = text
        return member


class AceMode(DocumentedEnum):
    """Where the ace stands on the rank line."""

    LOW = "low", "the ace is only below the 2"
    EITHER = "either", "the ace is below the 2 or above the last card, not both in one run"


class Figures(DocumentedEnum):
    """Card points of the three figures."""

    SEED = "10_11_12", "sota 10, caballo 11, rey 12"
    TEN = "10_10_10", "every figure 10"
    IN_ORDER = "8_9_10", "sota 8, caballo 9, rey 10"


class LayoffTargets(DocumentedEnum):
    """On whose melds the others may lay off after a knock."""

    NONE = "none", "no lay-offs"
    KNOCKER_ONLY = "knocker_only", "on the melds of the knocker"
    ALL_SHOWN = "all_shown", "on the melds of all opponents"


class EliminateAt(DocumentedEnum):
    """When a total puts a player out of the match."""

    OVER = "over", "out above the limit"
    REACH = "reach", "out at the limit or above"


class AllBustRule(DocumentedEnum):
    """Who wins when one deal takes everybody still in over the limit."""

    NON_KNOCKER = "non_knocker", "the lowest total among those who did not knock"
    LOWEST = "lowest", "the lowest total of all"


class NextStart(DocumentedEnum):
    """Who starts the next deal."""

    ROTATE = "rotate", "the next player still in after the last starter"
    WINNER_OF_LAST = "winner_of_last", "who won the last deal; undecided or shared: as rotate"
    FIXED = "fixed", "always the same player, while in"
