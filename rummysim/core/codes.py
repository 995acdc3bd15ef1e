"""Enumerations that rules are written in; each member's text is what help and rule pages print."""

from enum import StrEnum

__all__ = [
    "BIG_GIN",
    "CLOSED",
    "CONGA",
    "GIN",
    "KNOCK_ENDS",
    "NOT_CLOSED",
    "OPENING_ENDS",
    "OWN_ACE_CONGA",
    "PLAIN_KNOCK",
    "STOCK_ENDS",
    "TILE_ENDS",
    "WILD_CONGA",
    "WIN_MATCH",
    "AceMode",
    "AcePoints",
    "AceRuns",
    "AllBustRule",
    "CallRummy",
    "DealScoring",
    "DiscardTake",
    "DocumentedEnum",
    "DrawRule",
    "EliminateAt",
    "Figures",
    "FirstStart",
    "GroupJokerSwap",
    "HandSizes",
    "InitialDiscard",
    "JokerFreedBy",
    "JokerRelease",
    "JokerReuse",
    "LayoffRequiresMeld",
    "LayoffTargets",
    "Mano",
    "MatchEnd",
    "MatchTie",
    "NextStart",
    "OpeningJoker",
    "OpeningScoring",
    "PoolEmpty",
    "PoolEmptyScoring",
    "Rearrange",
    "Reentry",
    "ReentryTotal",
    "SetJokerSwap",
    "SplitRounding",
    "StockExhausted",
    "StockScoring",
    "TableJokerReuse",
    "TileScoring",
    "Unopened",
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

STOCK_ENDS = ("exhausted", "max_turns", "out_by_discard", "out_by_play")
"""Ends of a deal of the stock family; only ``max_turns`` is undecided."""

OPENING_ENDS = ("exhausted", "max_turns", "out_by_discard", "out_by_play")
"""Ends of a deal of the opening family; the first two are undecided."""

TILE_ENDS = ("exhausted", "max_turns", "out")
"""Ends of a deal of the tile family; only ``max_turns`` is undecided."""

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
    WRAP = "wrap", "the line is a circle, a run may pass from the last card over the ace to the 2"


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


class HandSizes(DocumentedEnum):
    """Cards dealt to each player by the number of players."""

    THIRTEEN_SEVEN = "13_7", "13 for two players, 7 for more"
    TEN_SEVEN = "10_7", "10 for two players, 7 for more"
    TEN_SEVEN_SIX = "10_7_6", "10 for two players, 7 for three or four, 6 for more"


class LayoffRequiresMeld(DocumentedEnum):
    """What a player must have laid before laying off."""

    NONE = "none", "nothing"
    ROUND = "round", "a new meld in this deal"
    TURN = "turn", "a new meld in this turn"


class CallRummy(DocumentedEnum):
    """Which discards that fit the table another player may claim and lay off at once."""

    NONE = "none", "none"
    LAST_DISCARD = "last_discard", "the one that ends the deal"
    ANY = "any", "any"


class StockExhausted(DocumentedEnum):
    """What happens when the stock is empty."""

    MAY_END = "may_end", "the player takes from the pile or ends the deal"
    RESHUFFLE_ONCE = "reshuffle_once", "once a deal the pile less its top is shuffled into a stock, then as may_end"
    RESHUFFLE = "reshuffle", "the pile less its top is shuffled into a stock"
    END = "end", "the deal ends after the turn that empties it"


class StockScoring(DocumentedEnum):
    """Who scores what in a deal of the stock family."""

    MELDED_HAND = "melded_hand", "everybody what they laid less what they are left with; higher is better"
    POSITIVE = "positive", "who is left with least what the others are left with; higher is better"
    NEGATIVE = "negative", "everybody what they are left with; lower is better"


class SplitRounding(DocumentedEnum):
    """What players who share a deal get of it."""

    EXACT = "exact", "their exact share"
    FLOOR = "floor", "their share rounded down to a whole number"


class AceRuns(DocumentedEnum):
    """Where the ace stands in runs of the opening family."""

    LOW = "low", "the ace is only below the 2"
    EITHER = "either", "the ace is below the 2 or above the king, not both in one run"
    BOTH = "both", "the ace is below the 2 or above the king, and a run may have one at each end"


class AcePoints(DocumentedEnum):
    """Points of an ace, in an opening and in hand."""

    TEN = "10", "10 everywhere"
    ELEVEN = "11", "11 everywhere"
    FIFTEEN = "15", "15 everywhere"
    LOW_OR_TEN = "1_low_10", "1 below the 2 of a run, else 10"
    LOW_OR_ELEVEN = "1_low_11", "1 below the 2 of a run, else 11"


class DiscardTake(DocumentedEnum):
    """When a player who has not opened may take the top of the pile."""

    FREE = "free", "always"
    FIRST_TURN = "first_turn_free_then_open", "in the own first turn; later only to open in the same turn"
    OR_OPENING = "only_opened_or_opening", "only to open in the same turn"
    OPENED = "only_opened", "never"
    FROM_ROUND_2 = "from_round_2", "from the own second turn on"


class SetJokerSwap(DocumentedEnum):
    """Which cards free a joker of a set."""

    ANY_MISSING = "any_missing", "one card of any suit that is not there"
    BOTH_MISSING = "both_missing", "the cards of all suits that are not there; the set must have one joker only"
    NEVER = "never", "none"


class JokerReuse(DocumentedEnum):
    """Where a swapped joker has to go."""

    NEW_MELD = "new_meld", "into a new meld at once"
    ANY_MELD = "any_meld", "into a new meld or a lay-off at once"
    HAND = "hand", "into the hand"


class Unopened(DocumentedEnum):
    """Points of a loser who has not opened."""

    HUNDRED = "100", "100 whatever is held"
    CARDS = "cards", "the cards held"
    CARDS_DOUBLED = "cards_doubled", "the cards held, doubled"


class OpeningScoring(DocumentedEnum):
    """Who scores what in a deal of the opening family."""

    OWN_HAND = "own_hand", "the losers what they hold, who goes out a bonus; lower is better"
    WINNER_SCORES = "winner_scores", "who goes out what the losers hold; higher is better"


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
    WINNER_DEALS = "winner_deals", "the player after who won the last deal, who deals; undecided or shared: as rotate"
    LOSER_OF_LAST = "loser_of_last", "who alone had the worst points in the last deal; undecided or shared: as rotate"
    ALTERNATE_AFTER_SCORED = "alternate_after_scored", "as rotate after a decided deal; after another the same player"
    FIXED = "fixed", "always the same player, while in"


class DrawRule(DocumentedEnum):
    """When a player of the tile family draws."""

    ALWAYS = "always", "before every play"
    IF_NO_PLAY = "if_no_play", "after a turn in which nothing was played"


class Rearrange(DocumentedEnum):
    """What may be done with the melds on the table."""

    FREE = "free", "they may be taken apart and laid anew with tiles of the rack"
    NONE = "none", "they may be extended"


class OpeningJoker(DocumentedEnum):
    """What a joker counts in an opening."""

    YES = "yes", "the tile it stands for"
    NO = "no", "an opening may not have one"
    ZERO = "zero", "nothing"


class JokerRelease(DocumentedEnum):
    """When a joker on the table may stand for another tile."""

    FREE = "free", "always"
    FIXED = "fixed", "once the tile it stands for takes its place"
    LOCKED = "locked", "once the tile it stands for takes its place; until then its meld may only be extended"


class TableJokerReuse(DocumentedEnum):
    """Where a joker goes that stands for another tile than before."""

    ANY_MELD = "any_meld", "into any meld"
    NEW_MELD = "new_meld", "into a meld that holds no whole meld of the table before"


class JokerFreedBy(DocumentedEnum):
    """Which tiles may take the place of a joker."""

    RACK = "rack", "tiles of the rack"
    RACK_OR_TABLE = "rack_or_table", "tiles of the rack, and of the table beside the rest of the joker's meld"


class GroupJokerSwap(DocumentedEnum):
    """Which tiles free the joker of a group."""

    ANY_MISSING = "any_missing", "a tile of any colour that is not there"
    BOTH_MISSING = "both_missing", "tiles of the rack of all colours that are not there"


class PoolEmpty(DocumentedEnum):
    """How a deal ends without a pool."""

    PLAY_ON = "play_on", "once all players in turn have played nothing"
    ONE_MORE_ROUND = "one_more_round", "after one more turn of each player"
    STOP = "stop", "with the turn that empties it"


class InitialDiscard(DocumentedEnum):
    """The tile that the first player lays out before the first turn."""

    DEAD = "dead", "nobody may take it"
    TAKEABLE = "takeable", "the second player may take it in the first turn instead of drawing"
    NONE = "none", "there is none, and the first player gets no tile more"


class Mano(DocumentedEnum):
    """Who has the first turn."""

    FIRST_PLAYER = "first_player", "the player who lays out a tile"
    NEXT_PLAYER = "next_player", "the player after"


class TileScoring(DocumentedEnum):
    """Who scores what in a deal of the tile family."""

    OWN_RACK = "own_rack", "everybody what is left on the rack; lower is better"
    ZERO_SUM = "zero_sum", "the winner what the others are left with, who lose it; higher is better"
    WINNER_ONLY = "winner_only", "the winner what the others are left with; higher is better"


class PoolEmptyScoring(DocumentedEnum):
    """What the racks count in a deal in which nobody goes out."""

    OWN_RACK = "own_rack", "all of it"
    DIFFERENCE = "difference_to_lowest", "what is more than the lowest rack"


class MatchTie(DocumentedEnum):
    """Who wins a match of several deals whose best total is shared."""

    SHARE = "share", "all who have it share the win"
    EXTRA_DEAL = "extra_deal", "they play another deal among themselves"
    LAST_DEAL = "fewest_in_last_deal", "of them who had the best points in the last deal; shared if that is shared"


class FirstStart(DocumentedEnum):
    """Who starts the first deal of a match."""

    RANDOM = "random", "every player as often"
    HIGH_TILE = "high_tile", "who draws the highest tile; of equal ones who sits first"
