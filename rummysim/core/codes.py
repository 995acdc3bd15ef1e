"""Enumerations that rules are written in; each member's text is what help and rule pages print."""

from enum import StrEnum

__all__ = [
    "BIG_GIN",
    "CLOSED",
    "CONGA",
    "GIN",
    "KNOCK_ENDS",
    "NOT_CLOSED",
    "OWN_ACE_CONGA",
    "PLAIN_KNOCK",
    "WILD_CONGA",
    "WIN_MATCH",
    "AceMode",
    "AllBustRule",
    "DealScoring",
    "DocumentedEnum",
    "EliminateAt",
    "Figures",
    "LayoffTargets",
    "MatchEnd",
    "NextStart",
    "Reentry",
    "ReentryTotal",
]

NOT_CLOSED, PLAIN_KNOCK, CLOSED, WILD_CONGA, OWN_ACE_CONGA, CONGA, GIN, BIG_GIN = range(-1, 7)
"""How a player of the knock family closed the deal."""

KNOCK_ENDS = (
    "exhausted",
    "max_turns",
    "dead_hand",
    "knock",
    "closed",
    "wild_conga",
    "own_ace_conga",
    "conga",
    "gin",
    "big_gin",
)
"""Ends of a deal of the knock family: three undecided ones, then by the close."""

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

    SEED = "10_11_12", "sota or jack 10, caballo or queen 11, rey or king 12"
    TEN = "10_10_10", "every figure 10"
    IN_ORDER = "8_9_10", "sota or jack 8, caballo or queen 9, rey or king 10"
    ABOVE_TEN = "11_12_13", "sota or jack 11, caballo or queen 12, rey or king 13"


class LayoffTargets(DocumentedEnum):
    """On whose melds the others may lay off after a knock."""

    NONE = "none", "no lay-offs"
    KNOCKER_ONLY = "knocker_only", "on the melds of the knocker"
    ALL_SHOWN = "all_shown", "on the melds of all opponents"


class DealScoring(DocumentedEnum):
    """Who scores what in a deal of the knock family."""

    EACH_OWN = "each_own", "everybody what they are left with; lower is better"
    DIFFERENCE = "difference", "one of two players the difference of what both are left with; higher is better"


class MatchEnd(DocumentedEnum):
    """How a match ends."""

    ELIMINATION = "elimination", "players over the limit leave; the last one in wins"
    FIRST_OVER = "first_over", "as soon as somebody is over the limit; the lowest total wins"
    TARGET = "target", "as soon as somebody has the target; the highest total wins"


class Reentry(DocumentedEnum):
    """How often a player who goes out may buy back in, while at least two others are still in."""

    NONE = "none", "never"
    ONCE = "once", "once a match"
    UNLIMITED = "unlimited", "every time"


class ReentryTotal(DocumentedEnum):
    """Total with which a player comes back; it is that of others who did not go out in the same deal."""

    HIGHEST = "highest", "the highest total still in"
    SECOND_HIGHEST = "second_highest", "the second-highest total still in"


class EliminateAt(DocumentedEnum):
    """When a total is over the limit."""

    OVER = "over", "above the limit"
    REACH = "reach", "at the limit or above"


class AllBustRule(DocumentedEnum):
    """Who wins when one deal takes everybody still in over the limit."""

    NON_KNOCKER = "non_knocker", "the lowest total among those who did not knock"
    LOWEST = "lowest", "the lowest total of all"
    EXTRA_DEAL = "extra_deal", "the lowest total of all; players who share it play another deal among themselves"


class NextStart(DocumentedEnum):
    """Who starts the next deal."""

    ROTATE = "rotate", "the next player still in after the last starter"
    WINNER_OF_LAST = "winner_of_last", "who won the last deal; undecided or shared: as rotate"
    LOSER_OF_LAST = "loser_of_last", "who alone had the worst points in the last deal; undecided or shared: as rotate"
    ALTERNATE_AFTER_SCORED = "alternate_after_scored", "as rotate after a decided deal; after another the same player"
    FIXED = "fixed", "always the same player, while in"
