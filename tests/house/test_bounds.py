"""Every preset played with numba's bounds checks on, in a process and a cache of its own: the facts are the same."""

from pathlib import Path

import pytest

from rummysim.games.registry import names
from tests.engine.process import clean_environment, run_python

PLAY = """
import hashlib, sys
import rummysim as rs
from numba import config
from rummysim.games.registry import find_variant
name = sys.argv[1]
variant = find_variant(name)
family = variant.family
digest = hashlib.blake2b(digest_size=12)
decks = [{}, {"deck": 48}, {"deck": 50}] if family.name == "knock" else [{}]
for options in decks:
    for n_players in family.players(variant.rules):
        for bot in family.bots():
            chosen = rs.variant(name, **options) if options else variant
            run = rs.simulate(chosen, [bot] * n_players, deals=400 * n_players, seed=6, progress=False)
            digest.update(run.facts().collect().write_csv().encode())
print(config.BOUNDSCHECK, digest.hexdigest())
"""


@pytest.mark.slow
@pytest.mark.parametrize("name", names())
def test_preset__plays_the_same_deals_with_bounds_checks(name: str, tmp_path: Path) -> None:
    normal = run_python(PLAY, name, cwd=tmp_path, timeout=600)
    checked = run_python(PLAY, name, cwd=tmp_path, env=clean_environment(NUMBA_BOUNDSCHECK="1"), timeout=600)
    assert (normal.returncode, normal.stderr) == (0, "")
    assert (checked.returncode, checked.stderr) == (0, "")
    assert normal.stdout.split()[0] in ("0", "None")
    assert checked.stdout.split()[0] == "1"
    assert normal.stdout.split()[1] == checked.stdout.split()[1]
