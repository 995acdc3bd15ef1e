"""Three dask workers, one of them killed in mid-run: the rows of an undisturbed run."""

from pathlib import Path

import pytest

from tests.engine.process import run_command, run_python

pytest.importorskip("distributed")

KILL = """
import os, signal, threading, time
import rummysim as rs

def choose_draw(view, parameters, word):
    return int(parameters[0])

wish = {"deals": 60_000, "seed": 7, "progress": False, "keep": "deals", "chunk": 2_000}

if __name__ == "__main__":
    rs.bot("mine", family="knock", parameters={"from_pile": 1.0}, choose_draw=choose_draw)
    expected = rs.simulate("conga", ["greedy", "mine"], **wish)
    with rs.dask_executor(3) as executor:
        pids = list(executor.client.run(os.getpid).values())

        def kill():
            while not os.path.exists("run/parts.jsonl"):
                time.sleep(0.01)
            os.kill(pids[0], signal.SIGKILL)

        threading.Thread(target=kill).start()
        print(len(pids), executor.n_workers)
        run = rs.simulate("conga", ["greedy", "mine"], executor=executor, out="run", **wish)
        same = run.deals.collect().equals(expected.deals.collect())
        print(run.interrupted, same, run.summary().equals(expected.summary()))
        print(pids[0] in executor.client.run(os.getpid).values())
"""


def test_kill_of_one_of_three_workers__changes_no_row(tmp_path: Path) -> None:
    (tmp_path / "program.py").write_text(KILL)
    ended = run_python("import runpy; runpy.run_path('program.py', run_name='__main__')", cwd=tmp_path, timeout=240)
    assert ended.stdout.splitlines() == ["3 3", "False True True", "False"], ended.stderr
    assert ended.returncode == 0


def test_address_where_nobody_answers__is_one_message(tmp_path: Path) -> None:
    code = "from rummysim.engine import cluster; cluster.SECONDS = 1; import rummysim as rs\n"
    code += "try: rs.dask_executor('tcp://127.0.0.1:9')\nexcept rs.errors.EngineError as error: print(error)"
    ended = run_python("import rummysim.errors\n" + code, cwd=tmp_path)
    assert "no scheduler answers at tcp://127.0.0.1:9" in ended.stdout
    assert "; start one with" in ended.stdout


def test_command__refuses_an_address_that_is_none(tmp_path: Path) -> None:
    ended = run_command("simulate", "conga", "--deals", "100", "--dask", "nowhere", cwd=tmp_path)
    assert ended.returncode == 2
    assert ended.stderr.startswith("rummysim: the address is 'nowhere'; allowed are")
    assert ended.stderr.count("\n") == 1
