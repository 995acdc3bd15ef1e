"""What a study may not ask for, said with the key it stands under and with what is allowed."""

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from pydantic import BaseModel

from rummysim.engine.lineup import resolve_lineup
from rummysim.errors import InputError
from rummysim.results.study_file import StudyError
from rummysim.results.study_parts import MOST_ENTRIES, Change, Factor, Question
from rummysim.results.study_variants import base_of, most_variants, rule_sets
from rummysim.stats.table import STATISTICS, statistic

if TYPE_CHECKING:
    from rummysim.results.study import Study

__all__ = ["check", "problems"]

MANY = 1_000_000
"""From so many on, they are not told to the last."""
LONGEST_SHOWN = 200
VALUE_TYPES = ("int", "bool", "constrained-str")
PARTS: Mapping[str, type[BaseModel]] = {"factors": Factor, "variants": Change, "questions": Question}


def check(study: "Study") -> None:
    """Refuse games, options, values, line-ups and quantities that do not exist."""
    base = base_of(study)
    _check_size(study)
    for variant, _ in rule_sets(study).values():
        allowed = variant.family.players(variant.rules)
        for number, players in enumerate(study.players):
            if players not in allowed:
                raise StudyError(
                    f"players[{number}]",
                    f"{players} and {variant.name} is for {allowed[0]} to {allowed[-1]}; take {players} out of players "
                    "or change seats",
                )
    for number, bot in enumerate(study.bots):
        try:
            resolve_lineup(base, [bot] * study.players[0])
        except InputError as error:
            raise StudyError(f"bots[{number}]", str(error)) from None
    for name in study.precision:
        _check_quantity(f"precision.{name}", name)
    for number, question in enumerate(study.questions):
        _check_question(study, f"questions[{number}]", question)


def _check_size(study: "Study") -> None:
    cells = len(study.settings()) * most_variants(study)
    if cells > MOST_ENTRIES:
        told = f"{cells:,}" if cells < MANY else f"more than {MANY:,}"
        raise InputError(
            f"the study asks for {told} variants and line-ups; allowed {MOST_ENTRIES}; leave some values, bots or "
            "players out"
        )


def _check_quantity(key: str, name: str) -> None:
    known = {each.name for each in STATISTICS}
    if name not in known:
        raise StudyError(key, f"no quantity {name!r}; allowed {', '.join(sorted(known))}")


def _check_question(study: "Study", where: str, question: Question) -> None:
    """Refuse a quantity that there is not, and levels that it, its figure or the study do not have."""
    _check_quantity(f"{where}.quantity", question.quantity)
    allowed = statistic(question.quantity).levels
    for level in question.levels:
        if level not in allowed:
            told = (
                f"{level!r} and {question.quantity} is defined for {' and '.join(allowed)}; take {level!r} out of them"
            )
            raise StudyError(f"{where}.levels", told)
        if level == "match" and "end_share" in (question.quantity, question.figure.replace("endings", "end_share")):
            raise StudyError(f"{where}.levels", "how matches end is not told; allowed is 'deal'; take 'match' out")
        name = "deals" if level == "deal" else "matches"
        if not getattr(study, name):
            raise StudyError(f"{where}.levels", f"{level!r} and {name} is 0; give {name} or take {level!r} out of them")


def problems(entries: Iterable[Any]) -> list[StudyError]:
    """Problems of a validation, one a key."""
    found = [_problem(entry) for entry in entries]
    return list({error.key: error for error in found}.values())


def _problem(entry: Any) -> StudyError:
    """One validation problem as key, fact and what is allowed."""
    kind, where, is_value = entry["type"], list(entry["loc"]), False
    if kind.startswith(("int_", "bool_", "string_")) and len(where) > 1 and where[-1] in VALUE_TYPES:
        is_value = not kind.startswith("string_") or kind == "string_type"
        where.pop()
    key = "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in where).lstrip(".")
    if kind == "missing":
        return StudyError(key, "missing; give it")
    if kind == "extra_forbidden":
        keys = PARTS[str(where[0])].model_fields if len(where) > 1 else _keys_of_a_study()
        return StudyError(key, f"no key of a study; allowed {', '.join(keys)} (see the study schema)")
    told = "allowed is a whole number, true, false or a word" if is_value else entry["msg"]
    return StudyError(key, f"{_shown(entry['input'])}; {told[0].lower()}{told[1:]}")


def _keys_of_a_study() -> Iterable[str]:
    from rummysim.results.study import Study

    return Study.model_fields


def _shown(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= LONGEST_SHOWN else f"{text[:LONGEST_SHOWN]}…"
