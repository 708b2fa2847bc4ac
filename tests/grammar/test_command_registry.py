"""The registry: a word found whole, by its short form, or by a beginning only it has."""

import pytest

from companion.grammar.command_registry import (
    SHELL_COMMANDS,
    Registry,
    Word,
    match_every_line,
    match_no_line,
)
from companion.refusal import Ambiguous, Unknown

SHORT_FORMS = {"light": ("l",), "let-go": (), "log": (), "next": ("n",)}


def registry(*others: str) -> Registry:
    """A few words, and others without a short form."""
    short_forms = {**SHORT_FORMS, **dict.fromkeys(others, ())}
    return Registry([Word(name, "s", name, (), short) for name, short in short_forms.items()])


def test_a_word_is_found_whole_or_by_its_short_form() -> None:
    for whole in (True, False):
        assert registry().find_word("light", whole=whole).name == "light"
        assert registry().find_word("n", whole=whole).name == "next"


def test_a_beginning_will_do_where_only_one_word_has_it() -> None:
    assert registry().find_word("li").name == "light"
    words = registry("loud")
    with pytest.raises(Ambiguous, match="«lo» may be log or loud"):
        words.find_word("lo")


def test_a_beginning_will_not_do_for_a_script() -> None:
    with pytest.raises(Unknown, match="There is no word «li»"):
        registry().find_word("li", whole=True)


def test_a_short_form_wins_over_the_beginnings_of_other_words() -> None:
    assert registry().find_word("l").name == "light"


def test_a_word_nobody_knows_is_told_what_is_near() -> None:
    with pytest.raises(Unknown) as refusal:
        registry().find_word("lihgt")
    assert refusal.value.hint == "Did you mean light?"
    with pytest.raises(Unknown) as refusal:
        registry().find_word("xyzzy")
    assert refusal.value.hint == "Type help for all the words."


@pytest.mark.parametrize("name", ["light", "l"])
def test_a_name_taken_twice_is_a_bug(name: str) -> None:
    with pytest.raises(AssertionError):
        Registry([Word("light", "s", "", (), ("l",)), Word(name, "s", "", ())])


def test_words_come_in_the_order_they_were_registered() -> None:
    assert [word.name for word in registry()] == ["light", "let-go", "log", "next"]
    assert "log" in registry()
    assert "n" not in registry()


def test_when_a_word_only_reads() -> None:
    assert not match_no_line(())
    assert match_every_line(("x",))


def test_what_a_typed_word_can_mean_is_told_without_a_refusal() -> None:
    words = registry()
    assert [word.name for word in words.find_candidates("l")] == ["light"]
    assert [word.name for word in words.find_candidates("l", whole=True)] == ["light"]
    assert [word.name for word in words.find_candidates("le")] == ["let-go"]
    assert words.find_candidates("le", whole=True) == []
    assert [word.name for word in words.find_candidates("")] == []
    assert words.find_candidates("xyzzy") == []


def test_what_it_may_be_is_listed_with_the_short_forms() -> None:
    words = registry("near")
    with pytest.raises(Ambiguous, match=r"«ne» may be next \(n\) or near\."):
        words.find_word("ne")


@pytest.mark.parametrize("typed", SHELL_COMMANDS)
def test_what_is_typed_at_the_shell_is_sent_there(typed: str) -> None:
    for whole in (True, False):
        with pytest.raises(Unknown) as refusal:
            registry().find_word(typed, whole=whole)
        line = "companion" if typed == "companion" else f"companion {typed}"
        where = ", in another window" if typed == "share" else ": leave with quit first"
        assert refusal.value.hint == f"«{line}» is typed at the shell{where}."


@pytest.mark.parametrize(
    ("typed", "way"),
    [
        ("combat", "Try: fight"),
        ("night", "Try: sleep"),
        ("inventory", "Try: slots ERRANT"),
        ("time", "Try: status"),
    ],
)
def test_what_is_called_otherwise_here_is_told_in_our_words(typed: str, way: str) -> None:
    words = registry("timers")
    for whole in (True, False):
        with pytest.raises(Unknown) as refusal:
            words.find_word(typed, whole=whole)
        assert refusal.value.hint == way


def test_a_word_of_the_prompt_is_never_sent_to_the_shell() -> None:
    words = registry("export")
    assert words.find_word("export").name == "export"


def test_every_command_of_the_shell_is_known_for_one() -> None:
    from companion.cli.app import build_typer_app

    app = build_typer_app()
    from companion.grammar.command_words import WORDS

    commands = {
        command.name or getattr(command.callback, "__name__", "")
        for command in app.registered_commands
    }
    groups = {group.name or "" for group in app.registered_groups}
    assert commands
    assert {name for name in commands | groups if name not in WORDS} <= set(SHELL_COMMANDS)
