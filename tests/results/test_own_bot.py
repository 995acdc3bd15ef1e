"""Bots of one's own: what they play, what is refused, and that their rows are never mixed with those of others."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import polars as pl
import pytest
from numba import njit

import rummysim as rs
from rummysim.engine.lineup import fingerprint
from rummysim.errors import IllegalMoveError, InputError, StoreError
from rummysim.games.bot import Bot
from rummysim.games.registry import FAMILIES

KNOCK = FAMILIES["knock"]
SHIFT = 1


@pytest.fixture(autouse=True)
def leave_no_bots() -> Iterator[None]:
    """The tables of bots are those of the whole process."""
    yield
    for family in FAMILIES.values():
        for name in set(family.bots()) - set(family.bot_names):
            family.bots().forget(name)


def highest(view: Any, parameters: tuple[float, ...], word: int) -> int:
    """The card of the highest place, of which the last suit; not the card just taken, a joker last."""
    card, place = 0, -1
    for each in range(64):
        if view.hand >> each & 1 and each != view.taken and each & 15 < 13 and each & 15 >= place:
            card, place = each, each & 15
    return card


def from_the_pile(view: Any, parameters: tuple[float, ...], word: int) -> int:
    """The pile with a chance of ``parameters[0]``."""
    return 1 if word % 1000 < 1000 * parameters[0] and view.top >= 0 else 0


def never(view: Any, parameters: tuple[float, ...], word: int) -> int:
    """Does not knock."""
    return 0


@njit
def shifted(number: int) -> int:
    """What a decision calls."""
    return number + SHIFT


def calls_another(view: Any, parameters: tuple[float, ...], word: int) -> int:
    """Gives what another compiled function gives."""
    return shifted(-1)


def gives_a_fraction(view: Any, parameters: tuple[float, ...], word: int) -> float:
    """No whole number."""
    return 0.5


def names_nothing(view: Any, parameters: tuple[float, ...], word: int) -> int:
    """The view has no such field."""
    return int(view.shoe_size)


def two_arguments(view: Any, word: int) -> int:
    """One too few."""
    return 0


def breaks(view: Any, parameters: tuple[float, ...], word: int) -> int:
    """Fails in its second turn."""
    if view.turn > 1:
        raise ValueError("lost the thread")
    return 0


def throws_nothing(view: Any, parameters: tuple[float, ...], word: int) -> int:
    """A card that nobody holds."""
    return 63


def rows(bots: list[str | Bot], **wish: Any) -> pl.DataFrame:
    """Deals of a small run."""
    return rs.simulate("conga", bots, **{"deals": 200, "seed": 3, "progress": False, **wish}).deals.collect()


def test_bot__takes_the_decisions_given_and_the_base_the_others() -> None:
    same = rs.bot("same", family="knock", base="greedy")
    assert rows([same, "random"]).drop("bot").equals(rows(["greedy", "random"]).drop("bot"))
    mine = rs.bot("mine", family="knock", choose_discard=highest)
    assert not rows([mine, "random"]).drop("bot").equals(rows(["greedy", "random"]).drop("bot"))
    assert rows([mine, "greedy"]).equals(rows(["mine", "greedy"]))
    assert set(rows([mine, "greedy"])["bot"].unique()) == {"mine", "greedy"}


def test_bot__plays_every_level_and_is_listed_behind_the_others() -> None:
    mine = rs.bot("mine", family="knock", choose_discard=highest)
    run = rs.simulate("conga", [mine, "greedy"], matches=40, seed=1, progress=False)
    assert run.matches.height == 80
    assert list(KNOCK.bots())[: len(KNOCK.bot_names)] == list(KNOCK.bot_names)
    assert "mine" in KNOCK.bots()
    order = rs.ladder("conga", ["mine", "greedy"], matches=20, deals=40, progress=False)
    assert order["bot"].to_list() == ["greedy", "greedy"]


def test_parameters__are_data_and_compile_nothing() -> None:
    first = rs.bot("p-0", family="knock", choose_draw=from_the_pile, parameters={"chance": 0.0})
    batch = KNOCK.kernels().play_batch
    before = rows([first, "random"])
    n_compiled = len(batch.signatures)
    other = rs.bot("p-1", family="knock", base=first, parameters={"chance": 1.0})
    assert all(other.hooks[name] is first.hooks[name] for name in first.hooks)
    assert not rows([other, "random"]).drop("bot").equals(before.drop("bot"))
    assert len(batch.signatures) == n_compiled
    assert fingerprint(KNOCK, first) != fingerprint(KNOCK, other)


def first_of(view: Any, parameters: tuple[float, ...], word: int) -> int:
    """Knocks if the first parameter says so."""
    return int(parameters[0])


def test_decisions__are_given_the_parameters_of_the_bot_they_were_written_for() -> None:
    """``careful`` has eight of its own; those of a bot on top of it begin at 0, and both can be set anew."""
    same = rs.bot("same", family="knock", base="careful", choose_close=first_of, parameters={"knocks": 1})
    careful = KNOCK.bots()["careful"]
    assert same.parameter_row("choose_close") == [1.0] + [0.0] * 7
    assert same.parameter_row("choose_draw") == careful.parameter_row("choose_draw")
    never_knocks = rs.bot("never", family="knock", base=same, parameters={"knocks": 0})
    assert rows([never_knocks, "random"], deals=60)["close"].min() == -1
    assert set(rows([never_knocks, never_knocks], deals=20)["end"].unique()) == {"max_turns"}
    name, value = next(iter(careful.parameters.items()))
    other = rs.bot("other", family="knock", base=same, parameters={name: value + 1})
    assert other.parameter_row("choose_draw")[0] == value + 1
    assert other.parameter_row("choose_close") == same.parameter_row("choose_close")
    assert other.parameters == same.parameters
    assert never_knocks.parameters == {"knocks": 0.0}
    assert len({fingerprint(KNOCK, bot) for bot in (same, never_knocks, other)}) == 3


def test_edited_bot__never_gets_the_rows_of_the_old_one(tmp_path: Path) -> None:
    old = rs.bot("mine", family="knock", choose_discard=highest)
    before = rows([old, "greedy"], out=tmp_path / "run")
    rs.bot("mine", family="knock", choose_discard=highest, choose_close=never)
    with pytest.raises(StoreError):
        rows(["mine", "greedy"], out=tmp_path / "run")
    with pytest.raises(StoreError, match="mine"):
        rs.load(tmp_path / "run")
    assert rows([old, "greedy"], out=tmp_path / "run").equals(before)
    assert rs.load(tmp_path / "run").deals.collect().equals(before)


def test_fingerprint__is_of_what_was_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    made = rs.bot("mine", family="knock", choose_draw=calls_another)
    said = fingerprint(KNOCK, made)
    monkeypatch.setitem(globals(), "SHIFT", 2)
    assert fingerprint(KNOCK, made) == said
    assert fingerprint(KNOCK, rs.bot("mine", family="knock", choose_draw=calls_another)) != said


def test_bots_without_source__differ_by_what_they_do() -> None:
    def made(text: str) -> Bot:
        room: dict[str, Any] = {}
        exec(f"def f(view, parameters, word): return {text}", room)
        return rs.bot("typed", family="knock", choose_close=room["f"])

    assert fingerprint(KNOCK, made("0")) != fingerprint(KNOCK, made("1"))
    assert fingerprint(KNOCK, made("1")) == fingerprint(KNOCK, made("1"))


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"choose_discard": gives_a_fraction}, ["choose_discard", "float64"]),
        ({"choose_discard": names_nothing}, ["choose_discard", "shoe_size", "KnockView"]),
        ({"choose_discard": two_arguments}, ["choose_discard", "view, parameters, word", "(view, word)"]),
        ({"choose_discard": 5}, ["choose_discard", "5"]),
        ({"choose_melds": never}, ["choose_melds", "choose_draw, choose_discard, choose_close"]),
        ({"base": "gredy"}, ["gredy", "did you mean greedy"]),
        ({"name": "greedy"}, ["greedy", "built-in"]),
        ({"name": "a b"}, ["'a b'", "letters"]),
        ({"family": "tarot"}, ["tarot", "knock"]),
        ({"reads": ["knock_limit"]}, ["knock_limit", "totals"]),
        ({"parameters": {"x": float("nan")}}, ["x is nan", "finite"]),
        ({"base": "careful", "parameters": {"x": 1}}, ["careful has no parameter 'x'", "decision"]),
        ({"parameters": {f"p{number}": 1 for number in range(9)}}, ["9 parameters", "allowed 8"]),
    ],
    ids=lambda value: "-".join(value) if isinstance(value, dict) else "",
)
def test_wrong_bot__is_one_message(options: dict[str, Any], words: list[str]) -> None:
    with pytest.raises(InputError) as caught:
        rs.bot(**{"name": "mine", "family": "knock", **options})
    message = str(caught.value)
    assert all(word in message for word in words), message
    assert "\n" not in message
    assert len(message) < 700


@pytest.mark.parametrize(
    ("hook", "decision", "what"),
    [("choose_discard", throws_nothing, "not legal"), ("choose_draw", breaks, "ValueError: lost the thread")],
    ids=["illegal", "raises"],
)
@pytest.mark.parametrize("wish", [{"deals": 20}, {"deals": None, "matches": 6}], ids=["deals", "matches"])
def test_error_in_a_bot__names_bot_decision_and_deal(
    wish: dict[str, Any], hook: str, decision: Callable[..., int], what: str
) -> None:
    mine = rs.bot("mine", family="knock", **{hook: decision})
    with pytest.raises(IllegalMoveError) as caught:
        rows(["greedy", mine], **wish)
    message = str(caught.value)
    for word in ("bot mine", hook, what, "seed 3", "see it with: rs.replay("):
        assert word in message
    shown = eval(message.split("see it with: ")[1])
    assert str(shown).endswith("then a move that is not legal")


def test_bot_of_another_family__is_refused() -> None:
    mine = rs.bot("mine", family="knock", choose_close=never)
    with pytest.raises(InputError, match="family knock"):
        rs.simulate("rummy", [mine, "greedy"], deals=2, progress=False)


def test_two_bots_of_one_name__are_refused() -> None:
    one = rs.bot("mine", family="knock", choose_close=never)
    other = rs.bot("mine", family="knock", choose_discard=highest)
    with pytest.raises(InputError, match="same name"):
        rs.simulate("conga", [one, other], deals=2, progress=False)
