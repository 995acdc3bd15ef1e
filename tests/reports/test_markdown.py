"""Reports as Markdown."""

import pytest
from markdown_it import MarkdownIt

from rummysim.reports.markdown import escape_markdown, render_markdown
from tests.reports.sample import report

HOSTILE = "<b>x</b> | *a* _b_ `c` [d](e) #1 \\ & ~~f~~ $g$"
FILES = ("seats.svg", "other figure.svg")


def shown(markdown: str) -> list[tuple[str, str]]:
    """Kind and text of the blocks, as a reader of Markdown finds them."""
    tokens = MarkdownIt("commonmark").enable(["table", "strikethrough"]).parse(markdown)
    return [
        (before.type, "".join(child.content for child in token.children or []) or token.content)
        for before, token in zip([tokens[0], *tokens], tokens, strict=False)
        if token.type in {"inline", "fence"}
    ]


def test_markdown__holds_all_sections() -> None:
    text = render_markdown(report(), FILES)
    blocks = shown(text)
    assert ("heading_open", "What does limit 7 do?") in blocks
    assert ("th_open", "kind | limit 7") in blocks
    assert ("td_open", "1000") in blocks
    assert ("td_open", "7: limit 7; other") in blocks
    assert "![Dots of limit 7](<seats.svg>)" in text
    assert "(<other figure.svg>)" in text
    assert ("paragraph_open", "All rules are those of usual.") in blocks
    assert any(kind == "paragraph_close" or "rummysim compare" in content for kind, content in blocks)


def test_markdown__shows_hostile_names_as_they_are() -> None:
    blocks = shown(render_markdown(report(HOSTILE), FILES))
    assert ("heading_open", f"What does {HOSTILE} do?") in blocks
    assert ("td_open", HOSTILE) in blocks
    assert ("paragraph_open", f"Note on {HOSTILE}") in blocks


@pytest.mark.parametrize(
    "start", ["10.3 %", "# a", "- a", "+ a", "1. a", "12) a", "===", "---", "> a", "    a", "* a", "```"]
)
def test_escape__makes_no_blocks(start: str) -> None:
    assert shown(escape_markdown(start)) == [("paragraph_open", " ".join(start.split()))]


def test_markdown__fences_what_holds_fences() -> None:
    text = render_markdown(report("a ``` b"), FILES)
    assert "````\nrummysim compare --set 'name=a ``` b'\n````" in text


def test_markdown__needs_a_file_for_each_figure() -> None:
    with pytest.raises(ValueError, match="1 file names for 2 figures"):
        render_markdown(report(), ["a.svg"])


def test_markdown__is_the_same_twice() -> None:
    assert render_markdown(report(), FILES) == render_markdown(report(), FILES)
