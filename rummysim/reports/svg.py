"""SVG of figures as part of a page: own identifiers for each, scaled by the page, described for who does not see it."""

import re
from xml.etree import ElementTree as ET

from matplotlib.figure import Figure

from rummysim.figures.render import to_svg

__all__ = ["inline_svg"]

REFERENCE = re.compile(r"url\(#([^)]+)\)")
DROPPED = ("metadata", "style")
"""Elements of a file of its own: a style element would rule the whole page."""


def inline_svg(figure: Figure, prefix: str, alt: str) -> str:
    """Figure as an SVG element for HTML; identifiers start with the prefix, ``alt`` is its name for screen readers."""
    root = ET.fromstring(to_svg(figure))
    for parent in list(root.iter()):
        for child in list(parent):
            if _local(child.tag) in DROPPED:
                parent.remove(child)
    for element in root.iter():
        element.tag = _local(element.tag)
        attributes = {_local(name): value for name, value in element.attrib.items()}
        element.attrib.clear()
        element.attrib.update({name: _prefixed(name, value, prefix) for name, value in attributes.items()})
    root.attrib.pop("version", None)
    root.attrib.update({"role": "img", "aria-label": alt})
    return ET.tostring(root, encoding="unicode")


def _local(name: str) -> str:
    return name.rpartition("}")[2]


def _prefixed(name: str, value: str, prefix: str) -> str:
    if name == "id":
        return f"{prefix}-{value}"
    if name == "href":
        return value.replace("#", f"#{prefix}-", 1)
    return REFERENCE.sub(rf"url(#{prefix}-\1)", value)
