"""The table of words: each form names a handler that takes what the form reads."""

import inspect
from importlib import import_module
from pathlib import Path

import pytest

from companion.grammar import argument_kinds as kinds
from companion.grammar.command_forms import Form
from companion.grammar.command_words import WORDS

KIND_FILES = [each.stem for each in Path(kinds.__path__[0]).glob("[a-z]*.py")]
FORMS = [form for word in WORDS for form in word.forms]


@pytest.mark.parametrize("form", FORMS, ids=lambda form: form.handler)
def test_the_handler_of_a_form_takes_what_the_form_reads(form: Form) -> None:
    module, _, function = form.handler.partition(":")
    handler = getattr(import_module(f"companion.commands.{module}"), function)
    assert handler.__doc__
    context, *names = (
        name
        for name, parameter in inspect.signature(handler).parameters.items()
        if parameter.kind is not parameter.KEYWORD_ONLY  # what other words say, never the form
    )
    assert (context.removeprefix("_"), *names) == ("context", *form.parameter_names)


@pytest.mark.parametrize("room", KIND_FILES)
def test_every_kind_is_found_by_its_label_alone(room: str) -> None:
    stated = getattr(import_module(f"{kinds.__name__}.{room}"), "KINDS", {})
    assert set(stated) == set(kinds._LABELS.get(room, "").split())
    assert [kinds.find_kind_by_label(label) for label in stated] == list(stated.values())


def test_a_word_that_stands_for_itself_is_no_kind() -> None:
    assert kinds.find_kind_by_label("off") is None
