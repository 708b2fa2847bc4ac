"""A typed line as words."""

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from companion.grammar.typed_line import (
    MAX_CHARACTERS,
    Token,
    begins_like_dice,
    clip_unreadable_line,
    make_roll_line,
    parse_typed_line,
    split_words,
    tokenize,
)
from companion.refusal import Malformed
from companion.text_cleaning import clean_text, quote_name


@pytest.mark.parametrize("typed", ["", "   ", "# a comment", "  # another", "\x1b[31m", "\u200b"])
def test_an_empty_line_and_a_comment_are_nothing(typed: str) -> None:
    assert parse_typed_line(typed) is None


def test_the_first_word_commands_and_the_rest_is_kept_as_typed() -> None:
    line = parse_typed_line('  DECLARE  bree   "swings  her" hammer ')
    assert line is not None
    assert line.word == "declare"
    assert line.arguments == ("bree", "swings  her", "hammer")
    assert line.rest == 'bree   "swings  her" hammer'
    assert not line.forced


def test_an_exclamation_mark_after_the_word_forces() -> None:
    line = parse_typed_line("next! search")
    assert line is not None
    assert (line.word, line.forced, line.arguments) == ("next", True, ("search",))
    alone = parse_typed_line("!")
    assert alone is not None
    assert (alone.word, alone.forced) == ("!", False)


@pytest.mark.parametrize("word", ["3d6", "d20", "d%", "2d6+1", "(d8+d6)*2", "d66", "4d6kh3"])
def test_dice_are_known_where_a_word_should_stand(word: str) -> None:
    assert begins_like_dice(word)


@pytest.mark.parametrize("word", ["2", "+4h", "+2d6", "4h", "done", "d", "3d", "dusk", "2x", "x3"])
def test_what_is_a_number_a_length_or_a_word_is_no_dice(word: str) -> None:
    assert not begins_like_dice(word)


def test_an_exclamation_mark_after_dice_is_theirs() -> None:
    line = parse_typed_line("d6! +1 =6,2")
    assert line is not None
    assert make_roll_line(line) == ("roll", False, ("d6!", "+1", "=6,2"), "d6! +1 =6,2")


@pytest.mark.parametrize("opened", ['"', "“", "«", "„"])
def test_a_quote_that_is_not_closed_is_refused(opened: str) -> None:
    with pytest.raises(Malformed, match="is not closed"):
        parse_typed_line(f"give bree {opened}silver idol")


@pytest.mark.parametrize(
    "typed", ['"silver idol"', "“silver idol”", "«silver idol»", '„silver idol"']
)
def test_a_name_in_quotes_is_one_word(typed: str) -> None:
    assert split_words(f"wim {typed} slots") == ("wim", "silver idol", "slots")


def test_a_line_longer_than_any_sentence_is_refused() -> None:
    assert parse_typed_line("x" * MAX_CHARACTERS) is not None
    with pytest.raises(Malformed, match="4,001 characters"):
        parse_typed_line("x" * (MAX_CHARACTERS + 1))


def test_a_line_that_is_too_long_is_cut_before_it_is_cleaned(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    cleaned: list[int] = []

    def noted(text: str) -> str:
        cleaned.append(len(text))
        return clean_text(text)

    monkeypatch.setattr("companion.grammar.typed_line.clean_text", noted)
    typed = "note \x1b[31m" + "\x90" * 100_000
    with pytest.raises(Malformed, match="100,010 characters"):
        parse_typed_line(typed)
    assert cleaned == []
    assert clip_unreadable_line(typed) == "note"
    assert cleaned == [MAX_CHARACTERS]


def test_nothing_that_a_terminal_would_obey_is_left() -> None:
    line = parse_typed_line("errant add \x1b[31mRed\x07 \u202eX")
    assert line is not None
    assert line.arguments == ("add", "Red", "X")


def test_tokens_have_positions_and_the_last_may_have_an_open_quote() -> None:
    assert tokenize('wim  "silver idol" “hand ') == [
        Token("wim", 0),
        Token("silver idol", 5),
        Token("hand ", 19, is_closed=False),
    ]
    assert tokenize("") == tokenize("  ") == []


@given(text=st.text(alphabet='ab "“”«»', max_size=20))
def test_pieces_are_the_words_of_a_text_that_can_be_read(text: str) -> None:
    found = tokenize(text)
    if all(piece.is_closed for piece in found):
        assert split_words(text) == tuple(piece.word for piece in found)
    else:
        with pytest.raises(Malformed):
            split_words(text)
    assert all(piece.is_closed for piece in found[:-1])
    for piece in found:
        assert text[piece.start :].lstrip('"“«').startswith(piece.word.lstrip('"“«'))


@given(names=st.lists(st.text(alphabet="ab -='\"“”„«»\xa0", max_size=6)))
def test_quoted_names_come_back_as_they_were(names: list[str]) -> None:
    """A name with a space and with every closing quote there is comes back without one sort."""
    untypable = [name for name in names if set('"”»“') <= set(name)]
    assume(not untypable)
    assert split_words(" ".join(map(quote_name, names))) == tuple(names)


@pytest.mark.parametrize(
    ("name", "read"),
    [
        ('the "Owl" of «Ash»', 'the "Owl" of «Ash»'),
        ('"Owl»', '"Owl»'),
        ('a " b » c ” d', 'a " b » c ” d'),
        ('a " b » c ” d “ e', "a  b » c ” d “ e"),
        ('a"»”“', 'a"»”“'),
        ('"»”“', "»”“"),
    ],
)
def test_a_name_with_many_sorts_of_quotes_is_one_word(name: str, read: str) -> None:
    assert split_words(f"{quote_name(name)} x") == (read, "x")


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ('note the 6" pipe', ("the", '6"', "pipe")),
        ('note rock"n"roll', ('rock"n"roll',)),
        ('errant add name="Old Tansy"', ("add", "name=", "Old Tansy")),
        ('give wim "silver idol"', ("wim", "silver idol")),
    ],
)
def test_a_quote_inside_a_word_is_a_letter_of_it(typed: str, words: tuple[str, ...]) -> None:
    line = parse_typed_line(typed)
    assert line is not None
    assert line.arguments == words
