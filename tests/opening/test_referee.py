"""The referee's verdict: whole deals of the kernel, move by move, against the rules once more in plain Python."""

from tests.judging import RefereeTests
from tests.opening.judged import JUDGE

LINE_UPS = {
    "random": ["random", "probe"],
    "mixed": ["probe", "careful", "holder"],
    "thinkers": ["careful", "greedy", "holder"],
}


class TestReferee(RefereeTests):
    """The referee's verdict on the family."""

    judge = JUDGE
    line_ups = LINE_UPS
    n_combinations = 40
    n_combinations_slow = 200
