"""Rule pages: what differs, in words."""

from collections.abc import Mapping
from html import escape
from typing import Any

from rummysim.fields.rule import RuleField

__all__ = ["differences_html"]


def differences_html(name: str, differs: Mapping[str, tuple[Any, Any]], fields: Mapping[str, RuleField]) -> str:
    """Table of the options that differ from the defaults."""
    if not differs:
        return f"<p><b>{escape(name)}</b>: the defaults of its family</p>"
    rows = "".join(
        f"<tr><td>{escape(option)}</td><td>{escape(str(here))}</td><td>{escape(str(there))}</td>"
        f"<td>{escape(fields[option].text)}</td></tr>"
        for option, (there, here) in differs.items()
    )
    head = "".join(f"<th scope='col'>{title}</th>" for title in ("option", "here", "default", "meaning"))
    return f"<table><caption>{escape(name)}</caption><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>"
