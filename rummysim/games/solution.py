"""What every family's solver gives for one hand: rows of title and text, for a terminal and for a notebook."""

from abc import abstractmethod
from collections.abc import Iterator
from html import escape

__all__ = ["Solution"]


class Solution:
    """Says itself in rows."""

    @abstractmethod
    def _rows(self) -> Iterator[tuple[str, str]]:
        """Titles and texts."""

    def __str__(self) -> str:
        rows = list(self._rows())
        width = max(len(title) for title, _ in rows)
        return "\n".join(f"{title:{width}}  {text}".rstrip() for title, text in rows)

    __repr__ = __str__

    def _repr_html_(self) -> str:
        rows = "".join(
            f"<tr><th scope='row'>{escape(title)}</th><td>{escape(text)}</td></tr>" for title, text in self._rows()
        )
        return f"<table><tbody>{rows}</tbody></table>"
