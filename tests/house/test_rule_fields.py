"""Every option says what it is, and its documented range is what the check accepts."""

from typing import Any

import pytest

from rummysim.errors import RuleError
from rummysim.fields.facts import FACTS
from rummysim.fields.rule import LAYERS, RuleField, Rules, rule_fields
from rummysim.games.family import Family
from rummysim.games.registry import FAMILIES, PRESETS, find_variant
from rummysim.results.games import rules as rule_page
from rummysim.results.games import variant
from rummysim.results.simulate import simulate

FIELDS = [(family, name) for family in FAMILIES for name in rule_fields(FAMILIES[family].rules)]


def is_whole_number(family: str, name: str) -> bool:
    """Whether an option takes whole numbers of a range, perhaps beside a word or nothing."""
    schema = str(FAMILIES[family].rules.model_json_schema()["properties"][name])
    return "integer" in schema and "enum" not in schema


WHOLE_NUMBERS = [entry for entry in FIELDS if is_whole_number(*entry)]


def field_of(family: str, name: str) -> tuple[type[Rules], RuleField]:
    """Model and field."""
    return FAMILIES[family].rules, rule_fields(FAMILIES[family].rules)[name]


@pytest.mark.parametrize(("family", "name"), FIELDS)
def test_option__has_prose_layer_source_and_range(family: str, name: str) -> None:
    _, field = field_of(family, name)
    assert field.name == name
    assert field.layer in LAYERS
    assert len(field.text.split()) >= 3
    assert field.text == field.text.strip()
    assert field.source.strip()
    assert field.allowed
    assert "typing" not in field.allowed
    assert "Annotated" not in field.allowed
    assert "a whole number" not in field.allowed


@pytest.mark.parametrize(("family", "name"), FIELDS)
def test_option__default_is_within_its_range(family: str, name: str) -> None:
    _, field = field_of(family, name)
    inside = field.low is not None and field.high is not None and type(field.default) is int
    assert field.default in field.choices or (inside and field.low <= field.default <= field.high)  # type: ignore[operator]


@pytest.mark.parametrize(("family", "name"), FIELDS)
def test_option__is_in_schema_and_rule_page(family: str, name: str) -> None:
    rules, field = field_of(family, name)
    schema = rules.model_json_schema()["properties"][name]
    assert schema["description"] == field.text
    assert (schema["layer"], schema["source"]) == (str(field.layer), field.source)
    assert schema["default"] == rules().model_dump(mode="json")[name]
    for preset in FAMILIES[family].presets:
        rows = {row["option"]: row for row in rule_page(preset.name).to_dicts()}
        assert rows[name]["meaning"] == field.text
        assert (rows[name]["layer"], rows[name]["source"]) == (str(field.layer), field.source)
        assert rows[name]["allowed"] == field.allowed


def problem_with(rules: type[Rules], name: str, value: Any) -> str:
    """What the check says of one option; nothing if it accepts it or only refuses it beside another option."""
    try:
        rules.checked({name: value})
    except RuleError as error:
        return str(error) if str(error).startswith(f"{name} is ") else ""
    return ""


@pytest.mark.parametrize(("family", "name"), FIELDS)
def test_option__accepts_every_documented_value(family: str, name: str) -> None:
    rules, field = field_of(family, name)
    values = [*field.choices, *(bound for bound in (field.low, field.high) if bound is not None)]
    assert values
    for value in values:
        assert problem_with(rules, name, value) == ""


@pytest.mark.parametrize(("family", "name"), FIELDS)
def test_option__refuses_what_is_not_documented(family: str, name: str) -> None:
    rules, field = field_of(family, name)
    beyond: list[Any] = ["nonsense", 10**9, -(10**9), 2.5, [1], {}]
    if field.low is not None and field.high is not None:
        beyond += [field.low - 1, field.high + 1]
    if None not in field.choices:
        beyond.append(None)
    for value in beyond:
        message = problem_with(rules, name, value)
        assert field.allowed in message, value


@pytest.mark.parametrize(("family", "name"), WHOLE_NUMBERS)
def test_whole_number__is_no_truth_value(family: str, name: str) -> None:
    rules, _ = field_of(family, name)
    for value in (True, False):
        assert f"{name} is {str(value).lower()}" in problem_with(rules, name, value)


@pytest.mark.parametrize(("family", "name"), WHOLE_NUMBERS)
def test_whole_number__has_bounds(family: str, name: str) -> None:
    _, field = field_of(family, name)
    assert field.low is not None
    assert field.high is not None
    assert f"{field.low}…{field.high}" in field.allowed


def test_whole_numbers__are_found() -> None:
    assert {"knock_limit", "max_reshuffles", "conga_bonus", "limit"} <= {name for _, name in WHOLE_NUMBERS}


def test_variants__are_values() -> None:
    one, other = variant("conga", knock_limit=3), variant("conga", knock_limit=3)
    assert one == other
    assert hash(one) == hash(other)
    assert one != variant("conga", knock_limit=4)
    assert one.differs() == {"knock_limit": (5, 3)}
    assert variant(one, knock_limit=5).rules == find_variant("conga").rules
    with pytest.raises(ValueError, match="frozen"):
        one.rules.knock_limit = 9  # type: ignore[attr-defined]


@pytest.mark.parametrize("family", FAMILIES.values(), ids=list(FAMILIES))
def test_family__gives_what_its_record_says(family: Family) -> None:
    assert family.bot_names == tuple(family.bots())
    assert [bot.name for bot in family.bots().values()] == list(family.bots())
    assert set(family.undecided_ends) < set(family.ends)
    assert {family.direction(find_variant(preset.name).rules) for preset in family.presets} <= {"lower", "higher"}
    for bot in family.bots().values():
        assert bot.notes
        assert {len(bot.parameter_row(hook)) for hook in bot.hooks} == {8}


@pytest.mark.parametrize("name", PRESETS)
def test_preset__is_valid_and_says_where_it_is_from(name: str) -> None:
    family, preset = PRESETS[name]
    assert preset.source
    assert set(preset.options) <= set(rule_fields(family.rules))
    assert find_variant(name).rules == family.rules.checked(preset.options)
    assert find_variant(name).changes() == {}


def test_fact_columns__are_all_documented() -> None:
    recorded = {name for family in FAMILIES.values() for name in family.kernels().FACT_COLUMNS}
    assert recorded <= set(FACTS)
    for name, column in FACTS.items():
        assert column.name == name
        assert column.unit
        assert len(column.text.split()) >= 3


@pytest.mark.parametrize("wish", [{"deals": 4}, {"matches": 4}], ids=["deals", "matches"])
def test_fact_columns__of_a_run_are_those_of_the_registry(wish: dict[str, int]) -> None:
    schema = simulate("conga", ["greedy"] * 2, **wish, progress=False).facts().collect_schema()
    documented = {name: column.dtype for name, column in FACTS.items()}
    assert {name: str(dtype) for name, dtype in schema.items()} == {name: documented[name] for name in schema}
    recorded = set(find_variant("conga").family.kernels().FACT_COLUMNS)
    assert set(schema) == {*recorded, "block", "seating", "match", "round", "deal"}
