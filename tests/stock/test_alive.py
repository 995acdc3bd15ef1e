"""Every option of the family: its documented range is what the check accepts, and it is alive: it changes something.

``FIELDS`` has an entry for each field. A field without one fails; so does an entry whose values all give the same.
"""

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pytest

import rummysim as rs
from rummysim.errors import RuleError, UnknownNameError
from rummysim.fields.rule import Layer, rule_fields
from rummysim.games.registry import FAMILIES, find_variant
from rummysim.games.stock.rules import StockRules
from tests.stock.made_up import deal_of, hold, scored_deals, seat_made_up_table

Options = dict[str, Any]
Effect = Callable[[Options], Hashable]

FACTS, DECIDED = Layer.PLAY, Layer.MATCH


def facts(options: Options, tables: tuple[int, ...] = (4,), units: int = 150) -> bytes:
    """Facts of some deals of players who play at random, at tables of so many."""
    family, rules = FAMILIES["stock"], StockRules.checked(options)
    played = b""
    for n_players in tables:
        jobs = np.array([[1, unit, 0, n_players, starter] for unit in range(units) for starter in range(n_players)])
        player = family.kernels().Player(rules.encode, [family.bots()["random"]] * n_players)
        rows, bad = player.play(jobs, np.tile(np.arange(n_players), (len(jobs), 1)))
        assert bad == -1
        played += rows.tobytes()
    return played


def facts_of_two_and_five(options: Options) -> bytes:
    """Facts of deals of two and of five players."""
    return facts(options, tables=(2, 5), units=20)


def players(options: Options) -> tuple[int, ...]:
    """Numbers of players allowed."""
    variant = find_variant("rummy").with_options(options)
    return tuple(variant.family.players(variant.rules))


def points(options: Options) -> tuple[int, ...]:
    """Points of deals that end in each way, aces, jokers, equal hands and an odd sum among them."""
    laid = hold("", "As 2s 3s Qs Ks As X", low_aces=1, out=True, rummy=True)
    deals = [
        deal_of("out_by_play", laid, hold("5c As X", "7c 7d 7h"), hold("Kc 5d")),
        deal_of("out_by_discard", hold("", "4c 4d 4h", out=True), hold("X 8s"), hold("Kc As 2c", "As Ad Ah")),
        deal_of("exhausted", hold("5c", "9c 9d 9h"), hold("Kc"), hold("5d")),
        deal_of("exhausted", hold("2c"), hold("Kc 9d 9h"), hold("2d Ah X")),
        deal_of("max_turns", hold("6c", "2c 3c 4c"), hold("6d"), hold("Kd 3s")),
    ]
    return tuple(scored_deals(deals, "rummy", **options)["points"].to_list())


def matches(options: Options) -> tuple[Hashable, ...]:
    """Results of some matches of deals that are made up."""
    with pytest.MonkeyPatch.context() as patch:
        seat_made_up_table(patch)
        variant = find_variant("rummy").with_options(options)
        frame = rs.simulate(variant, ["greedy"] * 3, matches=60, seed=1, threads=1, progress=False).matches
    return tuple(frame.select("won", "points", "deals").iter_rows())


@dataclass(frozen=True)
class Entry:
    """What a field must be able to do.

    values : values of which no two may give the same effect, the default first. effect : what changes. given : options
    under which the field bites. numbers : lowest and highest whole number allowed. room : options beside which a value
    contradicts nothing, by value.
    """

    values: tuple[Any, ...]
    effect: Effect
    given: Options = field(default_factory=dict)
    numbers: tuple[int, int] | None = None
    room: Mapping[Hashable, Options] = field(default_factory=dict)

    def options(self, name: str, value: Any) -> Options:
        """Options with this value of the field."""
        return {**self.given, **self.room.get(value, {}), name: value}


BOTH = (False, True)
SIX: Options = {"seats": 6}
LOWER: Options = {"scoring": "negative", "match_end": "first_over"}

FIELDS: dict[str, Entry] = {
    "jokers": Entry((0, 2), facts),
    "hand_sizes": Entry(("13_7", "10_7", "10_7_6"), facts_of_two_and_five, SIX),
    "seats": Entry((4, 3, 2, 8), players, numbers=(2, 8)),
    "two_packs_from": Entry((5, None, 2), facts_of_two_and_five, SIX, (2, 8)),
    "extended_discard": Entry(BOTH, facts),
    "ace_mode": Entry(("low", "either", "wrap"), facts),
    "meld_layoff_restriction": Entry(BOTH, facts),
    "one_meld_per_turn": Entry(BOTH, facts),
    "layoff_requires_meld": Entry(("none", "round", "turn"), facts),
    "final_discard_required": Entry(BOTH, facts),
    "call_rummy": Entry(("none", "last_discard", "any"), facts),
    "top_discard_must_be_used": Entry(BOTH, facts),
    "no_return_discard": Entry((True, False), facts),
    "stock_exhausted": Entry(("may_end", "reshuffle_once", "reshuffle", "end"), facts),
    "max_reshuffles": Entry((None, 0, 1), facts, {"stock_exhausted": "reshuffle"}, (0, 1000)),
    "pile_card_reuse": Entry((True, False), facts, {"extended_discard": True}),
    "max_turns": Entry((500, 3, 20), facts, numbers=(1, 10_000)),
    "scoring": Entry(("positive", "melded_hand", "negative"), points, room={"negative": {"match_end": "first_over"}}),
    "simple_scoring": Entry(BOTH, points),
    "ace_points_high": Entry((15, 10, 11), points, {"ace_mode": "either"}),
    "rummy_bonus": Entry((1, 2), points),
    "exhausted_no_penalty": Entry(BOTH, points, {"scoring": "melded_hand"}),
    "split_rounding": Entry(("exact", "floor"), points, {"simple_scoring": True}),
    "joker_points": Entry((15, 0, 25), points, {"jokers": 2}, (0, 100)),
    "match_end": Entry(("target", "first_over"), matches, room={"first_over": LOWER}),
    "target": Entry((100, 50, 200), matches, numbers=(1, 10_000)),
    "next_start": Entry(
        ("rotate", "winner_of_last", "winner_deals", "loser_of_last", "alternate_after_scored", "fixed"), matches
    ),
}

DESCRIBED = rule_fields(StockRules)


def test_fields__each_has_an_entry() -> None:
    """A new option comes with an entry that shows what it does."""
    assert list(FIELDS) == list(DESCRIBED)


@pytest.mark.parametrize("name", FIELDS)
def test_field__begins_with_its_default(name: str) -> None:
    """The first value of the entry is the field's default."""
    assert FIELDS[name].values[0] == DESCRIBED[name].default == getattr(StockRules(), name)


def documented(name: str) -> str:
    """What the field's help must say is allowed."""
    numbers = FIELDS[name].numbers
    return f"{numbers[0]}…{numbers[1]}" if numbers else ""


@pytest.mark.parametrize("name", FIELDS)
def test_field__says_what_is_allowed(name: str) -> None:
    """Every choice by name, every range by its ends, and nothing else."""
    choices = [str(choice).lower() for choice in DESCRIBED[name].choices]
    expected = {*choices, *([documented(name)] if documented(name) else [])}
    assert set(DESCRIBED[name].allowed.split(", ")) == expected


@pytest.mark.parametrize("name", FIELDS)
def test_field__accepts_what_is_documented(name: str) -> None:
    """Each choice, and both ends of the range."""
    entry = FIELDS[name]
    for value in (*DESCRIBED[name].choices, *(entry.numbers or ())):
        rules = StockRules.checked(entry.options(name, value))
        assert getattr(rules, name) == value


@pytest.mark.parametrize("name", FIELDS)
def test_field__refuses_the_rest(name: str) -> None:
    """A value below, above or of another kind; the message names the field, the value and what is allowed."""
    entry = FIELDS[name]
    outside = [entry.numbers[0] - 1, entry.numbers[1] + 1, entry.numbers[0] + 0.5] if entry.numbers else [7, -1]
    for value in (*outside, "nonsense", [1]):
        with pytest.raises(RuleError) as caught:
            StockRules.checked({name: value})
        message = str(caught.value)
        assert message.startswith(f"{name} is {value!r}; allowed ")
        assert documented(name) in message
        for choice in DESCRIBED[name].choices:
            assert ("none" if choice is None else str(choice).lower()) in message
        assert "Annotated" not in message


@pytest.mark.parametrize("name", FIELDS)
def test_field__is_alive(name: str) -> None:
    """No two values of the entry give the same facts, points or match results at a fixed seed."""
    entry = FIELDS[name]
    effects = [entry.effect(entry.options(name, value)) for value in entry.values]
    same = [
        (entry.values[i], entry.values[j]) for i in range(len(effects)) for j in range(i) if effects[i] == effects[j]
    ]
    assert same == []


@pytest.mark.parametrize("name", FIELDS)
def test_field__acts_in_its_layer_only(name: str) -> None:
    """Design, the three layers: scoring leaves the play as it is, the match leaves play and points as they are.

    Values that need other options beside them are left out: what they change could be theirs.
    """
    entry, layer = FIELDS[name], DESCRIBED[name].layer
    variants = [entry.options(name, value) for value in entry.values if value not in entry.room]
    plays = {repr([StockRules.checked(options).encode(n) for n in range(2, 9)]) for options in variants}
    assert len(plays) == (1 if layer != FACTS or entry.effect is players else len(variants))
    if layer == DECIDED:
        assert len({points(options) for options in variants}) == 1
    if layer != DECIDED:
        assert len({StockRules.checked(options).match_format() for options in variants}) == 1


def test_fields__are_choices_that_the_family_documents() -> None:
    """Each choice of a field is among the values that must differ; a new member of an enumeration must show itself."""
    for name, described in DESCRIBED.items():
        missing = set(described.choices) - set(FIELDS[name].values)
        assert not missing, (name, missing)


def test_rules__unknown_option_is_named_with_the_nearest() -> None:
    """An option of another name is refused with the one that may be meant."""
    with pytest.raises(UnknownNameError, match=r"no option 'hand_size'.*did you mean hand_sizes"):
        StockRules.checked({"hand_size": 7})
