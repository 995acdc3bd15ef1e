"""The command line in this process, its output kept apart."""

from dataclasses import dataclass

from typer.testing import CliRunner

from rummysim.cli import app

__all__ = ["Ended", "rummysim"]


@dataclass(frozen=True)
class Ended:
    """How a command ended: exit code, and what it wrote."""

    code: int
    out: str
    error: str


def rummysim(*words: str, piped: str | None = None) -> Ended:
    """Run ``rummysim WORDS`` with ``piped`` as standard input; an exception that is no exit is raised as it is."""
    result = CliRunner().invoke(app, list(words), input=piped, prog_name="rummysim")
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    return Ended(result.exit_code, result.stdout, result.stderr)
