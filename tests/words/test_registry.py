"""The registry: a word found whole, by its short form, or by a beginning only it has."""

import pytest

from companion.refusal import Ambiguous, Unknown
from companion.words.registry import Registry, alone, always, never


def registry() -> Registry[type[str]]:
    """A few words."""
    words: Registry[type[str]] = Registry()
    for name, short in (("light", ("l",)), ("let-go", ()), ("log", ()), ("next", ("n",))):
        words.command(
            name, subject="s", usage=name, summary=f"{name}.", examples=(name,), short=short
        )(str)
    return words


def test_a_word_is_found_whole_or_by_its_short_form() -> None:
    for whole in (True, False):
        assert registry().find("light", whole=whole).name == "light"
        assert registry().find("n", whole=whole).name == "next"


def test_a_beginning_will_do_where_only_one_word_has_it() -> None:
    assert registry().find("li").name == "light"
    words = registry()
    words.command("loud", subject="s", usage="", summary="", examples=())(str)
    with pytest.raises(Ambiguous, match="«lo» may be log or loud"):
        words.find("lo")


def test_a_beginning_will_not_do_for_a_script() -> None:
    with pytest.raises(Unknown, match="There is no word «li»"):
        registry().find("li", whole=True)


def test_a_short_form_wins_over_the_beginnings_of_other_words() -> None:
    assert registry().find("l").name == "light"


def test_a_word_nobody_knows_is_told_what_is_near() -> None:
    with pytest.raises(Unknown) as refusal:
        registry().find("lihgt")
    assert refusal.value.hint == "Did you mean light?"
    with pytest.raises(Unknown) as refusal:
        registry().find("xyzzy")
    assert refusal.value.hint == "Type help for all the words."


@pytest.mark.parametrize("name", ["light", "l"])
def test_a_name_taken_twice_is_a_bug(name: str) -> None:
    with pytest.raises(AssertionError):
        registry().command(name, subject="s", usage="", summary="", examples=())(str)


def test_words_come_in_the_order_they_were_registered() -> None:
    assert [word.name for word in registry()] == ["light", "let-go", "log", "next"]
    assert "log" in registry()
    assert "n" not in registry()


def test_when_a_word_only_reads() -> None:
    assert not never(())
    assert always(("x",))
    assert alone(())
    assert not alone(("x",))
