"""Reports in a browser: no errors, all figures, nothing wider than the window, tables that sort."""

import json
import re
import shutil
import subprocess
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from rummysim.reports.html import render_html
from rummysim.reports.sections import FigureSection
from tests.reports.sample import report

BROWSER = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
pytestmark = pytest.mark.skipif(BROWSER is None, reason="there is no Chromium on this machine")
WIDTHS = (400, 800, 1400)
LOOK = """
const frame = document.querySelector("iframe"), found = {errors: []};
frame.addEventListener("load", () => {
  const page = frame.contentDocument, root = page.documentElement;
  found.overflow = root.scrollWidth - root.clientWidth;
  const shown = (svg) => svg.getBoundingClientRect().width > 100 && svg.getBoundingClientRect().height > 50;
  const drawn = Array.from(page.querySelectorAll("figure svg"));
  found.figures = drawn.filter(shown).length;
  found.unnamed = drawn.filter((svg) => !svg.getAttribute("aria-label")).length;
  found.before = firstColumn(page);
  const button = page.querySelector("section.table th button");
  button.click();
  found.once = firstColumn(page);
  button.click();
  found.twice = firstColumn(page);
  found.said = button.parentElement.getAttribute("aria-sort");
  document.querySelector("pre").textContent = JSON.stringify(found);
});
function firstColumn(page) {
  return Array.from(page.querySelector("section.table tbody").rows).map((row) => row.cells[0].textContent.trim());
}
"""


@cache
def seen(folder: Path, width: int) -> dict[str, Any]:
    """What a frame of a width shows of the sample report, and what the browser complained of."""
    (folder / "report.html").write_text(render_html(report()))
    outer = folder / f"outer{width}.html"
    frame = f'<iframe src="report.html" width="{width}" height="900" style="border: 0"></iframe>'
    outer.write_text(f"<!DOCTYPE html><meta charset='utf-8'>{frame}<pre></pre><script>{LOOK}</script>")
    assert BROWSER is not None
    flags = ["--headless", "--no-sandbox", "--disable-gpu", "--allow-file-access-from-files", "--enable-logging=stderr"]
    flags += [f"--user-data-dir={folder / 'profile'}", "--virtual-time-budget=5000", "--window-size=1600,1000"]
    ended = subprocess.run(
        [BROWSER, *flags, "--dump-dom", outer.as_uri()],
        capture_output=True,
        text=True,
        check=True,
        timeout=120,
    )
    told = re.search(r"<pre>(\{.*\})</pre>", ended.stdout)
    assert told, ended.stderr[-500:]
    complaints = [line for line in ended.stderr.splitlines() if "CONSOLE" in line]
    return {**json.loads(told[1]), "complaints": complaints}


@pytest.fixture(params=WIDTHS)
def look(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """The report at a width."""
    return seen(tmp_path_factory.getbasetemp(), request.param)


def test_page__has_no_errors_and_no_overflow(look: dict[str, Any]) -> None:
    assert look["complaints"] == []
    assert look["overflow"] <= 0


def test_page__shows_every_figure_with_a_title(look: dict[str, Any]) -> None:
    assert look["figures"] == sum(isinstance(section, FigureSection) for section in report().sections)
    assert look["unnamed"] == 0


def test_table__sorts_up_and_down_and_says_so(look: dict[str, Any]) -> None:
    assert len(look["before"]) > 1
    assert look["once"] == sorted(look["before"], key=str.lower)
    assert look["twice"] == look["once"][::-1]
    assert look["said"] == "descending"
