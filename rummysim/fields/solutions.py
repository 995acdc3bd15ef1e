"""Columns of the frames that solvers give, a schema a family: the schemas are the registry."""

import dataframely as dy

__all__ = ["CLOSES", "KnockSolutions", "OpeningSolutions", "StockSolutions", "TileSolutions"]

CLOSES = ("knock", "closed", "invalid_conga", "conga", "gin")
"""What a knock is called: with cards left over, all combined, all in one run with a wild, without one, gin."""


class KnockSolutions(dy.Schema):
    """One row per hand of the knock family. Cards and melds stand in notation, separated by spaces.

    Melds are the first of the best arrangements in the order of rules 8.1; of cards that may knock, of the arrangements
    with which they may. Points count a wild left over ``wild_points``, or nothing where who knocks may leave it.
    """

    hand = dy.String(description="The hand, suit by suit, jokers last.")
    melds = dy.String(description="Melds of all cards held; a wild in a run with the card it stands for.")
    leftover_cards = dy.String(description="Cards left over.")
    leftover = dy.Int64(min=0, description="Card points of the naturals left over.")
    wilds_left = dy.Int64(min=0, description="Wilds left over.")
    points = dy.Int64(min=0, description="Points left over, wilds counted.")
    knock_limit = dy.Int64(min=0, description="Knock limit, that of the upcard where the rules say so.")
    may_knock = dy.Bool(
        description="Whether the cards allow a knock; of a hand a card too big, whether those kept after some discard "
        "do. Whether it is the first turn is not looked at."
    )
    close = dy.Enum(CLOSES, nullable=True, description="What that knock is. Null where there is none.")
    big_gin = dy.Bool(
        nullable=True,
        description="Whether all cards held, the drawn one too, are melded, so that no discard is needed. Null where "
        "the rules have no big gin.",
    )
    best_discard = dy.String(
        nullable=True,
        description="Card to throw: the one that allows the best knock, else the natural card that leaves least; among "
        "equals the highest, then of the first suit. This and what follows is null for a hand without a card too many.",
    )
    melds_after_discard = dy.String(nullable=True, description="Melds of the cards kept.")
    leftover_cards_after_discard = dy.String(nullable=True, description="Cards kept and left over.")
    leftover_after_discard = dy.Int64(nullable=True, min=0, description="Card points of the naturals kept and left.")
    wilds_left_after_discard = dy.Int64(nullable=True, min=0, description="Wilds kept and left over.")
    points_after_discard = dy.Int64(nullable=True, min=0, description="Points kept and left over, wilds counted.")


class StockSolutions(dy.Schema):
    """One row per hand of the stock family, before the draw, at one table and pile.

    A card gains what it counts on the table and no longer costs in the hand, an ace 15, or 1 where it is low; scoring
    options do not count. Cards and melds stand in notation.
    """

    hand = dy.String(description="The hand, suit by suit, jokers last.")
    play = dy.String(description="What is best laid now, step by step; empty for nothing.")
    gain = dy.Int64(min=0, description="Points that this gains.")
    cards_laid = dy.Int64(min=0, description="Cards that it lays.")
    leftover_cards = dy.String(description="Cards that it leaves.")
    most_cards_play = dy.String(description="The play that lays most cards.")
    most_cards = dy.Int64(min=0, description="Cards that it lays.")
    best_take = dy.Int64(
        nullable=True,
        min=1,
        description="Cards of the pile whose take gains most with the play after it; of equal takes the shallowest. "
        "This and what follows is null where no take gains more than playing now.",
    )
    take_play = dy.String(nullable=True, description="What is laid after that take.")
    take_gain = dy.Int64(nullable=True, min=0, description="Points that this gains.")


class OpeningSolutions(dy.Schema):
    """One row per hand of the opening family, at one table. Cards and melds stand in notation.

    Points left are what the cards cost at the end of a deal who has opened. What is about openings is null for who has.
    """

    hand = dy.String(description="The hand, suit by suit, jokers last.")
    may_open = dy.Bool(
        nullable=True,
        description="Whether the cards allow an opening and leave one to throw. Rounds in which nobody may open, and "
        "jokers that could be swapped to open with, are not looked at.",
    )
    opening_melds = dy.String(
        nullable=True,
        description="The legal opening with most points; without one, the melds that come nearest.",
    )
    opening_points = dy.Int64(nullable=True, min=0, description="Points of these melds.")
    may_hand = dy.Bool(nullable=True, description="Whether the player goes out by hand with these cards.")
    most_cards = dy.Int64(nullable=True, min=0, description="Most cards that melds have, whatever they are worth.")
    play = dy.String(
        description="What is laid, step by step, so that least is left after the discard, then fewest cards; of who "
        "has not opened, melds whatever they are worth. Empty for nothing."
    )
    cards_laid = dy.Int64(min=0, description="Cards that this lays.")
    best_discard = dy.String(
        nullable=True,
        description="Card to throw then; among equals a natural before a joker, then the highest, then of the first "
        "suit. Null where no card is left to throw.",
    )
    leftover_cards = dy.String(description="Cards left after the discard.")
    points = dy.Int64(min=0, description="Points left.")
    proved = dy.Bool(description="False where the search was cut before all plays were looked at.")


class TileSolutions(dy.Schema):
    """One row per rack of the tile family, in a turn after the draw, at one table.

    Tiles and melds stand in notation, melds with ``|`` between. Who has not opened begins with the opening of most
    tiles, and lays nothing where there is none.
    """

    rack = dy.String(description="The rack, colour by colour, jokers last.")
    tiles_played = dy.Int64(min=0, description="Most tiles that can be laid.")
    played = dy.String(description="These tiles.")
    table = dy.String(description="The table after that.")
    moves = dy.String(description="How it is made of the table before, step by step.")
    left = dy.String(description="Tiles left on the rack.")
    proved = dy.Bool(description="Whether no turn lays more; false where the search was cut short.")
    points_played = dy.Int64(min=0, description="Most points that can be taken off the rack; jokers as left there.")
    played_for_points = dy.String(description="Tiles laid for that.")
    points_proved = dy.Bool(description="Whether no turn takes more points off.")
    opening_points = dy.Int64(
        nullable=True,
        min=0,
        description="Most points of melds of the rack alone, enough to open or not. This and what follows is null for "
        "a player who has opened.",
    )
    opening = dy.String(nullable=True, description="These melds.")
    opening_tiles = dy.Int64(nullable=True, min=0, description="Most tiles in melds that open; 0 for none.")
    opening_of_most_tiles = dy.String(nullable=True, description="These melds.")
