"""Peers: what cannot be measured is refused in a sentence, before anything is measured; a rate is deals a second."""

import sys
from importlib.util import find_spec

import pytest

import rummysim as rs
from rummysim.engine.lineup import resolve_lineup
from rummysim.engine.work import Work
from rummysim.errors import InputError
from rummysim.results import bench, peers, tile_solves
from rummysim.results.bench import bench as measure
from rummysim.results.peers import PEERS, Pair, Peer, check_peer
from tests.results.command import rummysim

REFUSED = {
    "unknown peer": ("oracle", "gin", "no peer 'oracle'; allowed open_spiel, rummikub_solver; name one of them"),
    "another game": (
        "open_spiel",
        "conga",
        "open_spiel plays gin and the game is conga; allowed is gin; bench that game",
    ),
    "another rule": (
        "open_spiel",
        "gin, knock_limit=5",
        "open_spiel plays gin and the game is gin, knock_limit=5; allowed is gin; bench that game",
    ),
    "not installed": (
        "open_spiel",
        "gin",
        "open_spiel is not installed; it is an extra; pip install 'rummysim[bench]'",
    ),
}


@pytest.fixture(autouse=True)
def nothing_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    """No peer can be imported."""
    for peer in PEERS.values():
        monkeypatch.setitem(sys.modules, peer.module, None)


@pytest.fixture
def counted(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Hands that a peer of gin was asked to play, by number."""
    played: list[int] = []
    counter = Peer("gin", "rummysim", lambda work: Pair(peers.calls_rate(played.append)))
    monkeypatch.setattr(peers, "PEERS", {"counter": counter})
    return played


@pytest.mark.parametrize(("peer", "game", "message"), REFUSED.values(), ids=list(REFUSED))
def test_peer__that_cannot_be_measured_is_refused(peer: str, game: str, message: str) -> None:
    with pytest.raises(InputError) as caught:
        check_peer(peer, game)
    assert str(caught.value) == message


@pytest.mark.parametrize(("peer", "game"), [("oracle", "gin"), ("open_spiel", "conga"), ("open_spiel", "gin")])
def test_bench__measures_nothing_beside_a_peer_that_is_refused(
    peer: str, game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bench, "_kernel_rates", None)
    with pytest.raises(InputError):
        measure(game, [["greedy"] * 2], seconds=0.05, peer=peer)
    ended = rummysim("bench", game, "--peer", peer)
    assert (ended.code, ended.out) == (2, "")
    assert ended.error.startswith("rummysim: ")
    assert ended.error.count("\n") == 1


def test_bench__of_a_variant_under_another_name_is_not_the_peers_game() -> None:
    with pytest.raises(InputError, match="the game is gin, knock_limit=5; allowed is gin"):
        measure(rs.variant("gin", knock_limit=5), [["greedy"] * 2], seconds=0.05, peer="open_spiel")


def test_rate__is_of_calls_with_numbers_in_order() -> None:
    counted: list[int] = []
    rate = peers.calls_rate(counted.append)
    assert counted == []
    assert rate(0.01) > 0
    assert counted == list(range(len(counted))) != []


def test_rate__counts_calls_a_second(monkeypatch: pytest.MonkeyPatch) -> None:
    clock, counted = iter([10.0, 10.5, 11.0, 12.0, 12.0]), list[int]()
    monkeypatch.setattr(peers.time, "perf_counter", lambda: next(clock))
    assert peers.calls_rate(counted.append)(2.0) == len(counted) / 2.0 == 1.0


def test_bench__shows_peer_and_ratio_beside_the_kernel(counted: list[int], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench, "CHUNK_BLOCKS", 100)
    monkeypatch.setattr(bench, "REPEATS", 2)
    frame = measure("gin", [["greedy"] * 2], seconds=0.05, peer="counter")
    beside = frame.filter(frame["what"].str.contains("counter"))
    assert beside.select("what", "threads").rows() == [
        ("kernel beside counter", 1),
        ("counter", 1),
        ("ratio to counter", 1),
    ]
    assert counted
    assert beside["median"].head(2).min() > 0


@pytest.mark.parametrize("name", PEERS)
def test_peer__is_measured_with_its_preset(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    peer = PEERS[name]
    assert peer.game in rs.games()["name"]
    monkeypatch.delitem(sys.modules, peer.module)
    if find_spec(peer.module) is None:
        pytest.skip(f"{name} is not installed")
    monkeypatch.setattr(tile_solves, "N_BESIDE", 2)
    variant = rs.variant(peer.game)
    bots = [next(iter(variant.family.bot_names))] * 2
    rates = check_peer(name, peer.game).rates(
        Work(variants=(variant,), lineup=resolve_lineup(variant, bots), seed=1, level="deal")
    )
    assert rates.theirs(0.05) > 0
    assert rates.ours is None or rates.ours(0.05) > 0
