"""One solver for all tests of the folder."""

import pytest

from tests.tile.position import Solver


@pytest.fixture(scope="session")
def shared_solver() -> Solver:
    """Kernels with memory of their own."""
    return Solver()


@pytest.fixture
def solver(shared_solver: Solver) -> Solver:
    """The solver, counting tiles."""
    shared_solver.weigh()
    return shared_solver
