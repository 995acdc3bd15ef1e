"""Markers of the tests of the knock family."""

import pytest


def pytest_configure(config: pytest.Config) -> None:
    """Declare the marker of long tests."""
    config.addinivalue_line("markers", "slow: simulations that take more than a second")
