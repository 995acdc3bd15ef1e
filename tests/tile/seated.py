"""Positions in tile notation: a table of the kernel with racks, pool and melds that a test puts there.

The players are A, B, C, D; A acts. A new meld is written ``r4-r5-r6``, from the low end, ``X`` a joker; ``open``
completes an opening; ``r7>0`` adds a tile to meld 0, on a run above, ``r3<0`` below; ``5/0`` splits the run 0 at its
position 5 counted from 0; ``rebuild`` has the table laid anew.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np

from rummysim.core.decks import JOKERS
from rummysim.core.jit import address_of
from rummysim.games.actions import layoff_code
from rummysim.games.bot import Bot
from rummysim.games.registry import find_variant
from rummysim.games.tile.actions import REBUILD, is_legal, split_code
from rummysim.games.tile.game import BAD_MOVE, EXHAUSTED, GOES_ON, OUT, begin_play, begin_turn, offer_all, play_turn
from rummysim.games.tile.moves import find_ends, table_tiles
from rummysim.games.tile.openings import can_open
from rummysim.games.tile.play import FACT_COLUMNS, Player
from rummysim.games.tile.rules import TileRules
from rummysim.games.tile.settle import end_of, write_facts
from rummysim.games.tile.view import HOOKS, SIGNATURE, TileView
from rummysim.games.tile.words import rack_words
from rummysim.melds.code import is_run, run_code, set_code
from tests.tile.told import DRAW, FIRST_PLAY, LAY_OUT, TOLD

__all__ = ["BAD_MOVE", "EXHAUSTED", "GOES_ON", "OUT", "Table", "meld_of", "tile_of"]

NAMES = "ABCD"
LATER = 120
"""A turn behind the first ones, A's whatever the number of players."""
JOKER, JOKER_OPTION = 13, 4


def tile_of(word: str) -> int:
    """A tile; 13 a joker."""
    return JOKER if word == "X" else 16 * "krby".index(word[0]) + int(word[1:]) - 1


def rack_of(text: str) -> tuple[int, int]:
    """Masks of the kinds held, and held twice; every X is another joker."""
    jokers, kinds, twice = iter(JOKERS), 0, 0
    for word in text.replace("-", " ").split():
        tile = 1 << (next(jokers) if word == "X" else tile_of(word))
        twice |= kinds & tile
        kinds |= tile
    return kinds, twice


def meld_of(text: str) -> int:
    """Code of a meld; a run may begin or end with jokers."""
    words = text.split("-")
    naturals = {index: tile_of(word) for index, word in enumerate(words) if word != "X"}
    places, colours = {tile % 16 for tile in naturals.values()}, [tile // 16 for tile in naturals.values()]
    if len(places) == 1 and (len(set(colours)) > 1 or len(naturals) == 1):
        return int(set_code(places.pop(), sum({1 << colour for colour in colours}), len(words) - len(naturals)))
    first = min(naturals)
    pattern = sum(1 << (13 - index) for index, word in enumerate(words) if word == "X")
    return int(run_code(colours[0], (naturals[first] % 16 - first) % 13, len(words), pattern))


class Table:
    """A table under some options, where A does what the test says."""

    def __init__(self, n_players: int = 2, *, preset: str = "tile", **options: Any) -> None:
        rules = find_variant(preset).with_options(options).rules
        assert isinstance(rules, TileRules)
        self.rules, self.n_players = rules, n_players
        self.player = Player(rules.encode, [TOLD] * n_players, 256, options=rules.model_dump())
        self.game = self.player.set_table(n_players)
        self.code, self.deal = self.game["code"], self.game["deal"]
        self.public, self.own = self.deal["public"], self.deal["own"]
        self.game["seed"], self.game["n_players"] = 1, n_players
        self.game["holders"][:n_players] = np.arange(n_players)
        self.player.dealt(np.array([1, 0, 0, n_players, 0]))

    def put(
        self,
        *racks: str,
        pool: str = "k1",
        melds: Sequence[str] = (),
        opened: str = "A",
        laid_out: str = "",
        turn: int = LATER,
    ) -> "Table":
        """Lay out a position at A's turn: racks from A on (others hold two tiles), the pool from the front, who has
        opened, the tile laid out.
        """
        deal, public = self.deal, self.public
        self.player.dealt(np.array([1, 0, 0, self.n_players, 0]))
        for seat in range(self.n_players):
            kinds, twice = rack_of(racks[seat] if seat < len(racks) else "k13 r13")
            deal["hands"][seat], deal["spares"][seat] = np.uint64(kinds), np.uint64(twice)
            public["n_held"][seat] = kinds.bit_count() + twice.bit_count()
            deal["opened_turn"][seat] = NAMES[seat] in opened
        tiles = [JOKERS[-1] if word == "X" else tile_of(word) for word in pool.split()]
        deal["deck"][: len(tiles)], deal["stock_at"], deal["stock_end"] = tiles, 0, len(tiles)
        codes = sorted(meld_of(meld) for meld in melds)
        public["melds"][: len(codes)], public["n_melds"] = codes, len(codes)
        table_tiles(public)
        find_ends(self.code, public)
        public["opened"] = np.uint64(sum(1 << NAMES.index(name) for name in opened))
        deal["laid_out"] = public["laid_out"] = tile_of(laid_out) if laid_out else -1
        deal["n_logged"], deal["turn"], deal["out"] = 0, turn, -1
        deal["emptied"], deal["n_idle"] = -1000, 0
        self.look()
        return self

    @staticmethod
    def addresses(bot: Bot) -> list[int]:
        """Where the hooks of a bot are."""
        return [address_of(bot.hooks[hook], SIGNATURE) for hook in HOOKS]

    def look(self) -> None:
        """Set what A sees."""
        begin_turn(self.code, self.deal, np.int64(0), np.int64(self.n_players))
        begin_play(self.code, self.deal)
        offer_all(self.deal)

    def melds(self) -> list[int]:
        """Codes of the melds on the table."""
        return [int(meld) for meld in self.public["melds"][: self.public["n_melds"]]]

    def answer(self, text: str) -> int:
        """Code of an answer of the play phase in notation."""
        if text in ("open", "rebuild"):
            return 0 if text == "open" else int(REBUILD)
        if "/" in text:
            position, _, index = text.partition("/")
            return int(split_code(np.int64(int(index)), np.int64(int(position))))
        sign = "<" if "<" in text else ">"
        if sign not in text:
            return meld_of(text)
        word, _, index = text.partition(sign)
        option = 16 if sign == "<" else 1
        if int(index) < len(self.melds()) and not is_run(np.int64(self.melds()[int(index)])):
            option = JOKER_OPTION if word == "X" else tile_of(word) // 16
        return int(layoff_code(np.int64(int(index)), np.int64(option)))

    def turn(self, *plays: str, draw: int = 0) -> int:
        """Play A's turn: its outcome."""
        self.game["memory"]["words"] = 0
        told = self.game["parameters"][0].T
        told[:] = 0
        told[DRAW], told[LAY_OUT] = draw, -1
        for number, play in enumerate(plays):
            told[FIRST_PLAY + number] = self.answer(play)
        self.game["starter"] = 0
        return int(play_turn(self.game))

    def ask(self, bot: Bot, hook: str = "choose_melds", word: int = 1) -> int:
        """What a bot would answer in A's place now; what it offers is left in the deal."""
        offer_all(self.deal)
        score = self.game["score"][0]
        read = [self.player.number_of(name, self.rules.model_dump()[name]) for name in bot.reads]
        score["options"][: len(read)] = read
        view = TileView(self.own, self.public, self.code, self.deal["offer"], self.game["memory"][0], score)
        parameters = tuple(float(value) for value in bot.parameter_row(hook))
        return int(bot.hooks[hook](view, parameters, np.uint64(word)))

    def offered(self) -> str:
        """What the last bot asked is ready to lay, jokers by number; an exclamation mark: or else all of its rack."""
        offer = self.deal["offer"]
        tiles = rack_words(int(offer["rack"]), int(offer["twice"]) & int(offer["rack"])).split()
        return " ".join([*tiles, *["X"] * int(offer["n_jokers"]), *["!"] * int(offer["all_or_this"])])

    def may(self, play: str) -> bool:
        """Whether A may play this now."""
        return bool(is_legal(self.code, self.public, self.own, np.int64(self.answer(play))))

    def may_open(self) -> bool:
        """Whether A holds an opening."""
        return bool(can_open(self.code, self.own))

    def lies(self, *melds: str) -> bool:
        """Whether just these melds are on the table."""
        return self.melds() == sorted(meld_of(meld) for meld in melds)

    def rack(self, name: str = "A") -> str:
        """Tiles held, colour by colour."""
        seat = NAMES.index(name)
        return rack_words(int(self.deal["hands"][seat]), int(self.deal["spares"][seat]))

    def facts(self, outcome: int = GOES_ON) -> list[dict[str, int]]:
        """Facts by seat as the deal lies."""
        facts = np.zeros((len(FACT_COLUMNS), self.n_players), np.int16)
        write_facts(self.game, end_of(np.int64(outcome)), facts, np.int64(0))
        return [dict(zip(FACT_COLUMNS, row, strict=True)) for row in facts.T.tolist()]
