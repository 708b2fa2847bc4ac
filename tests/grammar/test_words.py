"""The table of words: each form names a handler that takes what the form reads."""

import inspect
from importlib import import_module

import pytest

from companion.grammar.forms import Form
from companion.grammar.words import WORDS

FORMS = [form for word in WORDS for form in word.forms]


@pytest.mark.parametrize("form", FORMS, ids=lambda form: form.handler)
def test_the_handler_of_a_form_takes_what_the_form_reads(form: Form) -> None:
    module, _, function = form.handler.partition(":")
    handler = getattr(import_module(f"companion.commands.{module}"), function)
    assert handler.__doc__
    assert tuple(inspect.signature(handler).parameters) == ("context", *form.names)
    assert form.reads in (True, False, *form.names)
