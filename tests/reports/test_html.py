"""Reports as one HTML file."""

import re
from dataclasses import replace
from html.parser import HTMLParser
from itertools import pairwise

import pytest

from rummysim.reports.html import render_html
from rummysim.reports.sections import Question
from tests.reports.sample import report

HOSTILE = '<script>alert(1)</script><img src=x onerror=y> " onload="z & \' {{ 7*7 }} url(#a) id="b"'
VOID = {"meta", "br", "link", "img"}


class Page(HTMLParser):
    """Elements, attributes and text of a page; refuses tags that do not match."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.text: list[str] = []
        self.feed(text)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text.append(data)

    def all(self, tag: str) -> list[dict[str, str | None]]:
        return [attributes for name, attributes in self.elements if name == tag]


@pytest.fixture(scope="module")
def html() -> str:
    return render_html(report())


@pytest.fixture(scope="module")
def page(html: str) -> Page:
    return Page(html)


def test_html__needs_nothing_from_elsewhere(html: str, page: Page) -> None:
    assert not re.search(r"https?:|@import|//[a-z]", html)
    assert all(reference.startswith("#") for reference in re.findall(r"url\(([^)]*)\)", html))
    assert not [tag for tag, _ in page.elements if tag in {"link", "img", "iframe", "object", "embed"}]
    assert page.all("script") == [{}]
    for tag, attributes in page.elements:
        for name in ("src", "href", "xlink:href"):
            assert (attributes.get(name) or "#").startswith("#"), (tag, attributes)


def test_html__is_the_same_twice(html: str) -> None:
    report.cache_clear()
    assert render_html(report()) == html == render_html(report())


def test_html__has_unique_identifiers_that_references_meet(html: str, page: Page) -> None:
    ids = [attributes["id"] for _, attributes in page.elements if "id" in attributes]
    assert len(ids) == len(set(ids))
    used = re.findall(r"url\(#([^)]*)\)", html) + re.findall(r'href="#([^"]*)"', html)
    assert used
    assert set(used) <= set(ids)


def test_html__shows_hostile_names_as_text() -> None:
    text = render_html(report(HOSTILE))
    page = Page(text)
    assert text.count("<script") == 1
    assert "<img" not in text
    assert "49" not in "".join(page.text).replace("0.49", "")
    assert not [attributes for _, attributes in page.elements if {"onload", "onerror"} & set(attributes)]
    assert "".join(page.text).count(HOSTILE) >= 12


def test_html__is_accessible(page: Page) -> None:
    assert page.all("html")[0]["lang"] == "en"
    assert all(attributes.get("scope") in {"col", "row"} for attributes in page.all("th"))
    assert len(page.all("caption")) == len(page.all("table")) == 2
    figures = page.all("svg")
    assert [attributes["aria-label"] for attributes in figures] == ["Dots of limit 7", "Another"]
    assert all(attributes["role"] == "img" for attributes in figures)
    assert all(attributes["tabindex"] == "0" for attributes in page.all("div") if attributes.get("class") == "scroll")


def test_html__has_headings_in_steps(page: Page) -> None:
    levels = [int(tag[1]) for tag, _ in page.elements if re.fullmatch(r"h\d", tag)]
    assert levels[0] == 1
    assert levels.count(1) == 1
    assert all(after <= before + 1 for before, after in pairwise(levels))


def test_html__starting_with_a_figure_has_headings_in_steps() -> None:
    page = Page(render_html(replace(report(), sections=report().sections[1:4])))
    assert [tag for tag, _ in page.elements if re.fullmatch(r"h\d", tag)] == ["h1", "h2", "h2"]


def test_html__lists_questions_in_the_contents(page: Page) -> None:
    links = [attributes["href"] for attributes in page.all("a")]
    assert links == ["#s1", "#s5", "#s6", "#s7", "#s8", "#s9"]


def test_html__of_one_section_has_no_contents() -> None:
    page = Page(render_html(replace(report(), sections=(Question("Why?", "So."),), subtitle="")))
    assert not page.all("nav")


def test_html__scopes_the_styles_of_figures(html: str) -> None:
    assert html.count("<style>") == 1
    assert "*{stroke" not in html


def test_html__groups_variants_by_value(page: Page) -> None:
    shown = " ".join("".join(page.text).split())
    assert "7 : limit 7; other" in shown.replace("7:", "7 :")
    assert "All rules are those of usual." in shown


def test_html__keeps_per_cent_signs_with_their_numbers_but_commands_as_typed() -> None:
    text = render_html(replace(report(), sections=(Question("Why?", "12 % of it"), report("5 % more").sections[-1])))
    assert "12\N{NO-BREAK SPACE}% of it" in text
    assert "name=5 % more" in text
