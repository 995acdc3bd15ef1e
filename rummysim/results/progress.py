"""Progress on the terminal or in a notebook: units played, units a second, time left."""

import sys
import warnings
from types import TracebackType
from typing import Any, Self

__all__ = ["Progress", "say"]


def say(message: str) -> None:
    """Tell the user something beside the results."""
    print(message, file=sys.stderr, flush=True)


class Progress:
    """A bar that counts units; silent if ``show`` is false."""

    def __init__(self, title: str, n_units: int, unit: str, units_per_block: int, *, show: bool) -> None:
        self._per_block = units_per_block
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # tqdm warns where a notebook has no widgets; its text bar is fine
            from tqdm.auto import tqdm

            self._bar: Any = tqdm(
                total=n_units,
                desc=title,
                unit=f" {unit}",
                unit_scale=True,
                disable=not show,
                leave=False,
                dynamic_ncols=True,
            )

    def update(self, n_blocks: int) -> None:
        """Count finished blocks."""
        self._bar.update(n_blocks * self._per_block)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._bar.close()
