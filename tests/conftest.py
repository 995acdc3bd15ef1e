"""Tests that families share stand in modules of their own; pytest explains their assertions as those of any test."""

import pytest

pytest.register_assert_rewrite("tests.alive", "tests.judging")
