"""`secret` before a word: the word is done as ever, and its line is the Guide's alone."""

from pathlib import Path

import pytest

from companion.commands.dispatch import classify_typed_line_privacy
from companion.view.reply import encode_reply, render_reply
from companion.view.shared_wording import make_name_lookup
from tests.commands.table import Table

HIDDEN = "Mordecai"


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return Table(tmp_path)


def test_a_refused_word_is_forced_with_secret_before_it(table: Table) -> None:
    table.done("away wim")
    refusal = table.refused("secret exhaust wim +1")
    assert refusal.hint.endswith("Or force it: secret exhaust! wim +1")
    table.done("secret exhaust! wim +1")
    table.done("secret! exhaust wim +1")
    assert table.desk.campaign.get_errant("wim").exhaustion == 4


def test_a_word_that_is_stopped_goes_through_the_second_time(table: Table) -> None:
    assert table.refused("secret next").kind == "open"
    assert table.done("secret next again").line == "secret next"


def test_something_refused_in_between_does_not_stop_it_anew(table: Table) -> None:
    table.refused("next listen =2,5")
    table.refused("next listen =6,2,4")
    table.done("next listen =2,5")


@pytest.mark.parametrize("line", ["secret", "secret secret note x", "secret #note x"])
def test_nothing_after_it_or_itself_again_is_refused(line: str, table: Table) -> None:
    assert table.refused(line).kind in ("malformed", "unknown")


SECRETS = [
    f"note secret {HIDDEN}",
    f"secret note {HIDDEN}",
    f"errant edit bree note {HIDDEN}",
    f"errant edit bree note={HIDDEN}",
]
ASKED = [
    "status", "log", "log notes", "recap", "company", "timers", "effect", "export",
    "export json", "undo", "redo", "undo 1", "help",
]  # fmt: skip


@pytest.mark.parametrize("line", SECRETS)
def test_no_answer_to_a_player_holds_what_was_said_secretly(
    line: str, table: Table, tmp_path: Path
) -> None:
    player = Table(tmp_path, seat="caller")
    table.done(line)
    replies = [player.desk.take_in_external_changes(), *(player.say(asked) for asked in ASKED)]
    for reply in filter(None, replies):
        said = render_reply(reply, make_name_lookup(player.desk.campaign), guide=False)
        assert HIDDEN not in "\n".join(said)
        assert HIDDEN not in encode_reply(reply, guide=False)
    assert classify_typed_line_privacy(line, table.desk.campaign) == "secret"


THE_GUIDES = "That is the Guide's alone to take back."


@pytest.mark.parametrize("line", SECRETS)
def test_a_player_cannot_take_back_what_was_said_secretly(
    line: str, table: Table, tmp_path: Path
) -> None:
    player = Table(tmp_path, seat="caller")
    table.done(line)
    player.desk.take_in_external_changes()
    for back in ("undo 1", "undo to 0"):
        assert "Guide" in player.refused(back).message
    for back in ("undo", "undo x1"):  # as if nothing had been said
        assert player.refused(back).message == "There is nothing to undo."
    table.done("undo")
    player.desk.take_in_external_changes()
    assert player.refused("redo").message == "There is nothing to redo."
    table.done("redo")


def test_a_player_is_not_told_what_stands_on_a_secret_word(table: Table, tmp_path: Path) -> None:
    player = Table(tmp_path, seat="caller")
    table.done("npc Odo note he lies", "npc odo wants the bell")
    assert player.refused("status", "undo 1").message == THE_GUIDES
    table.done("undo", "undo")
    assert player.refused("status", "undo 2").message == THE_GUIDES
    assert "redo" not in [each.text for each in player.desk.suggest_completions("red")]
    assert "redo" in [each.text for each in table.desk.suggest_completions("red")]


def test_a_player_sees_which_of_the_open_words_an_undo_took_back(
    table: Table, tmp_path: Path
) -> None:
    player = Table(tmp_path, seat="caller")
    table.done("supply wim +1")
    said = render_reply(player.done("undo!"), str, guide=False)
    assert "«supply wim +1»" in said[0]


@pytest.mark.parametrize(
    "line",
    [
        "secret declare wim lies",
        "secret next! steal the relic",
        "secret turn! steal the relic",
        "secret effect add Doom curse on wim",
        'secret every 3 turns "the assassin draws nearer"',
    ],
)
def test_what_everybody_sees_cannot_be_said_secretly(line: str, table: Table) -> None:
    refusal = table.refused(line)
    assert "in everybody's sight" in refusal.message
    assert refusal.hint.startswith("Try: secret note ")


@pytest.mark.parametrize("line", ["roll chapel-encounters", "roll rumours", "draw rumours x2"])
def test_who_may_be_met_and_what_is_said_is_the_guides_to_tell(
    line: str, table: Table, tmp_path: Path
) -> None:
    reply = table.done(line)
    (entry,) = (e for e in table.desk.archive.read_entries() if e.name == reply.entry)
    assert entry.secret
    player = Table(tmp_path, seat="caller")
    for asked in ("log", "recap", "export", "export json"):
        said = encode_reply(player.say(asked), guide=False)
        assert entry.outcome[:20] not in said


def test_what_is_said_secretly_is_answered_so_to_the_guide(table: Table) -> None:
    called = make_name_lookup(table.desk.campaign)
    told = render_reply(table.done("secret check wim mind =3"), called, guide=True)
    assert "Nobody else hears of it." in told
    told = render_reply(table.done("check wim mind =3"), called, guide=True)
    assert "Nobody else hears of it." not in told
    told = render_reply(table.done("secret supply wim +1"), called, guide=True)
    assert "Nobody else hears the line, but what it changed is in everybody's sight." in told
    told = render_reply(table.done("secret react pike is 7"), called, guide=True)
    assert "Nobody else hears of it." in told
    told = render_reply(table.done("supply wim +1", "secret undo"), called, guide=True)
    assert "Nobody else hears the line, but what it changed is in everybody's sight." in told
    noted = render_reply(table.done("secret note eels"), called, guide=True)
    assert "Nobody else hears of it." not in noted, "it says so itself"


PRIVATE = [
    "secret 2d6", "secret +4h", "secret check wim mind =3", "secret react pike is 7",
    "secret roll rumours", "secret undo", "secret supply wim +1", "secret exhaust wim +1",
    "secret next! =6", "secret npc new Odo", "secret known odo-s-hut no", "secret burn",
]  # fmt: skip


@pytest.mark.parametrize("line", PRIVATE)
def test_a_line_of_which_nobody_else_hears_leaves_no_trace(
    line: str, table: Table, tmp_path: Path
) -> None:
    """What is said is what is kept: other seats see either nothing at all, or only the change."""
    player = Table(tmp_path, seat="caller")
    table.done("note the bell")
    asked = ("log", "log notes", "recap", "export json", "status", "npc", "known")

    def look() -> list[str]:
        player.desk.take_in_external_changes()
        return [encode_reply(player.say(each), guide=False) for each in asked]

    before, reply = look(), table.say(line)
    if not reply.ok:  # a line that does nothing promises nothing
        assert not table.desk.archive.session.last_number > 1
        return
    meanwhile, after = player.desk.take_in_external_changes(), look()
    said = "\n".join(render_reply(reply, str, guide=True))
    hears_nothing = "Nobody else hears of it." in said
    assert hears_nothing or "Nobody else hears the line" in said
    assert hears_nothing == (after == before and meanwhile is None)
    assert not any(f'"{line}"' in each for each in after)
