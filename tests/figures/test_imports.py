"""What importing the figures loads."""

import subprocess
import sys

CODE = """
import sys
import rummysim.figures.table
unwanted = {"matplotlib.pyplot", "numba", "rummysim.stats", "rummysim.engine", "rummysim.games"} & set(sys.modules)
sys.exit(str(unwanted) if unwanted else 0)
"""


def test_figures__load_no_pyplot_and_nothing_that_plays() -> None:
    subprocess.run([sys.executable, "-c", CODE], check=True)
