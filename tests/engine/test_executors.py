"""Who plays does not matter: threads, processes, dask workers or anything with ``submit`` give the same rows."""

import multiprocessing
import os
import signal
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numba
import pytest

import rummysim as rs
from rummysim.engine import courier, crew
from rummysim.engine.child import start
from rummysim.engine.courier import make_parcel, n_opened, unpacked
from rummysim.engine.work import Work
from rummysim.errors import EngineError, IllegalMoveError, InputError
from rummysim.games.registry import FAMILIES, find_variant
from tests.engine.process import run_python
from tests.engine.rows import CASES, play_case, row_digest, same_tallies, undisturbed

KNOCK = FAMILIES["knock"]
EXTRA = 3


class Elsewhere:
    """An executor that shares no memory, as far as anybody can tell: calls travel to threads behind a wall."""

    def __init__(self, n_workers: int = 2) -> None:
        self.n_workers = n_workers
        self.pool = ThreadPoolExecutor(n_workers)
        self.under_way = self.most_under_way = self.n_calls = 0

    def submit(self, function: Callable[..., Any], *arguments: Any) -> Future[Any]:
        """A call, counted until somebody asks for its result."""
        self.n_calls += 1
        self.under_way += 1
        self.most_under_way = max(self.most_under_way, self.under_way)
        future: Future[Any] = self.pool.submit(function, *arguments)
        result = future.result

        def counted(timeout: float | None = None) -> Any:
            self.under_way -= 1
            return result(timeout)

        future.result = counted  # type: ignore[method-assign]
        return future


@pytest.fixture(scope="module")
def processes() -> Iterator[ProcessPoolExecutor]:
    """Two processes, started once."""
    with ProcessPoolExecutor(2, mp_context=multiprocessing.get_context("spawn"), initializer=start) as pool:
        yield pool


@pytest.fixture(autouse=True)
def no_own_bots() -> Iterator[None]:
    """Bots of one's own are forgotten after each test."""
    yield
    for name in set(KNOCK.bots()) - set(KNOCK.bot_names):
        KNOCK.bots().forget(name)


@pytest.mark.parametrize("out", [None, "run"], ids=["memory", "folder"])
@pytest.mark.parametrize("case", CASES)
def test_rows__are_the_same_from_an_executor(
    case: str, out: str | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    run = play_case(case, executor=Elsewhere(), chunk=777, out=out)
    assert row_digest(run) == row_digest(undisturbed(case))
    assert same_tallies(run.tallies, undisturbed(case).tallies)
    assert run.summary().equals(undisturbed(case).summary())


@pytest.mark.parametrize("case", ["mixed bots", "mixed matches"])
def test_rows__are_the_same_from_processes(case: str, processes: ProcessPoolExecutor) -> None:
    run = play_case(case, executor=processes, chunk=777)
    assert row_digest(run) == row_digest(undisturbed(case))
    assert same_tallies(run.tallies, undisturbed(case).tallies)


def test_number_of_processes__starts_them_and_replaces_one_that_is_killed(tmp_path: Path) -> None:
    code = """
import multiprocessing, os, signal, threading, time
import rummysim as rs
wish = {"deals": 40_000, "seed": 7, "chunk": 1_000, "progress": False, "keep": "deals"}
def kill():
    while not os.path.exists("run/parts.jsonl"):
        time.sleep(0.01)
    os.kill(multiprocessing.active_children()[0].pid, signal.SIGKILL)
threading.Thread(target=kill).start()
run = rs.simulate("conga", ["greedy", "random"], executor=2, out="run", **wish)
print(run.interrupted, run.deals.collect().equals(rs.simulate("conga", ["greedy", "random"], **wish).deals.collect()))
print(multiprocessing.active_children())
"""
    ended = run_python(code, cwd=tmp_path)
    assert (ended.returncode, ended.stdout, ended.stderr) == (0, "False True\n[]\n", "")


def test_executor__has_a_bounded_number_of_chunks_under_way() -> None:
    executor = Elsewhere(3)
    rs.simulate("conga", ["greedy"] * 2, deals=4_000, chunk=100, keep="bins", executor=executor, progress=False)
    assert executor.n_calls == 40
    assert 3 <= executor.most_under_way <= 6


@numba.njit
def last_of(view: Any) -> Any:
    """What a bot of one's own may call."""
    return view.n_players * 0 + EXTRA


def make_own(limit: float) -> Any:
    """A bot that closes as ``careful`` does and draws by a parameter and a helper of this module."""
    shift = 2

    def choose_draw(view: Any, parameters: Any, word: Any) -> Any:
        return int(parameters[0]) + last_of(view) - EXTRA + shift - 2

    return rs.bot(
        f"mine{limit:.0f}", family="knock", base="careful", parameters={"from_pile": limit}, choose_draw=choose_draw
    )


def test_bots_of_ones_own__travel_and_are_compiled_once_a_worker() -> None:
    make_own(0.0), make_own(1.0)
    wish: dict[str, Any] = {"bots": ["mine0", "mine1"], "deals": 800, "seed": 3, "progress": False}
    expected = rs.simulate("conga", **wish)
    with ProcessPoolExecutor(1, mp_context=multiprocessing.get_context("spawn"), initializer=start) as pool:
        run = rs.simulate("conga", executor=pool, chunk=100, **wish)
        assert pool.submit(n_opened).result() == 1
    assert row_digest(run) == row_digest(expected)


def test_work__brings_its_bots_along_whatever_the_table_holds_by_then() -> None:
    make_own(1.0)
    work = Work(variants=(find_variant("conga"),), lineup=("mine1", "greedy"), seed=1, level="deal")
    parcel = make_parcel(work, 1, "deals")
    KNOCK.bots().forget("mine1")
    there, per_bin, keep = unpacked(parcel)
    assert (there.lineup, there.variants, per_bin, keep) == (work.lineup, work.variants, 1, "deals")
    assert there.bots["mine1"].parameters["from_pile"] == 1.0
    careful = KNOCK.bots()["careful"]
    assert there.bots["mine1"].parameter_row("choose_close") == careful.parameter_row("choose_close")
    assert there.bots["greedy"] is KNOCK.bots()["greedy"]
    assert "mine1" not in KNOCK.bots()


def test_worker_with_other_kernels__refuses(monkeypatch: pytest.MonkeyPatch) -> None:
    work = Work(variants=(find_variant("conga"),), lineup=("greedy",) * 2, seed=31, level="deal")
    parcel = make_parcel(work, 1, "deals")
    monkeypatch.setattr(courier, "_state", lambda: ("0.0.1", 1, "other"))
    with pytest.raises(EngineError, match=r"a worker has rummysim 0\.0\.1 .*install it"):
        unpacked(parcel)


def test_illegal_move__is_said_by_a_process_as_here(processes: ProcessPoolExecutor) -> None:
    rs.bot("bad", family="knock", choose_discard=lambda view, parameters, word: 200)
    with pytest.raises(IllegalMoveError, match=r"bot bad .*choose_discard.*see it with"):
        rs.simulate("conga", ["bad", "greedy"], deals=100, executor=processes, progress=False)


class Broken:
    """An executor whose processes are dead."""

    def submit(self, *_: Any) -> Any:
        """Nothing can be submitted."""
        raise BrokenExecutor("a process ended")


def test_broken_executor__is_one_error_that_says_what_is_kept() -> None:
    with pytest.raises(EngineError, match=r"worker processes ended .*is kept and the same call goes on"):
        rs.simulate("conga", ["greedy"] * 2, deals=100, executor=Broken(), progress=False)


class Failing(Elsewhere):
    """An executor that fails in a way of its own from the third call on."""

    def submit(self, function: Callable[..., Any], *arguments: Any) -> Future[Any]:
        """A call, or the failure."""
        if self.n_calls < 2:
            return super().submit(function, *arguments)
        future: Future[Any] = Future()
        future.set_exception(ConnectionError("the scheduler is gone"))
        return future


def test_failure_of_an_executor__is_one_error_and_keeps_what_was_played(tmp_path: Path) -> None:
    with pytest.raises(EngineError, match=r"ConnectionError: the scheduler is gone.*is kept and the same call goes on"):
        play_case("mixed bots", executor=Failing(1), chunk=300, out=tmp_path)
    assert row_digest(rs.resume(tmp_path, progress=False)) == row_digest(undisturbed("mixed bots"))


class Cancelling(Elsewhere):
    """An executor that cancels every other call."""

    def submit(self, function: Callable[..., Any], *arguments: Any) -> Future[Any]:
        """A call, or one that is cancelled."""
        if self.n_calls % 2:
            self.n_calls += 1
            future: Future[Any] = Future()
            future.cancel()
            return future
        return super().submit(function, *arguments)


def test_cancelled_chunks__are_sent_again() -> None:
    run = play_case("mixed bots", executor=Cancelling(2), chunk=300)
    assert row_digest(run) == row_digest(undisturbed("mixed bots"))


@pytest.mark.parametrize("executor", [0, -1, 257, True, "four", 2.0, ThreadPoolExecutor])
def test_wrong_executor__is_refused(executor: Any) -> None:
    with pytest.raises(InputError, match=r"executor is .*; allowed is .*; leave it out"):
        rs.simulate("conga", ["greedy"] * 2, deals=100, executor=executor, progress=False)


def test_threads_beside_an_executor__are_refused() -> None:
    with pytest.raises(InputError, match=r"threads is 2 .*; allowed is one of the two"):
        rs.simulate("conga", ["greedy"] * 2, deals=100, executor=2, threads=2, progress=False)


@pytest.mark.parametrize("address", ["", "node1", 0, -2, None, 2.5])
def test_wrong_address__is_refused(address: Any) -> None:
    pytest.importorskip("distributed")
    with pytest.raises(InputError, match=r"the address is .*; allowed are .*; name one"):
        rs.dask_executor(address)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_signal__stops_an_executor_and_keeps_what_was_played(number: signal.Signals, tmp_path: Path) -> None:
    class Signals(Elsewhere):
        def submit(self, function: Callable[..., Any], *arguments: Any) -> Future[Any]:
            if self.n_calls == 4:
                os.kill(os.getpid(), number)
            return super().submit(function, *arguments)

    before = signal.getsignal(number)
    run = play_case("mixed bots", executor=Signals(1), chunk=300, out=tmp_path)
    assert run.interrupted
    assert 0 < run.n_units < undisturbed("mixed bots").n_units
    assert signal.getsignal(number) is before
    assert row_digest(rs.resume(tmp_path, progress=False)) == row_digest(undisturbed("mixed bots"))


def test_crew__of_a_crew_is_itself() -> None:
    with crew.crew_of(None, 1) as outer, crew.crew_of(outer, None) as inner:
        assert inner is outer
