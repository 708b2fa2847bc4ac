"""The evening's record at the prompt: note, log, recap, export."""

from pathlib import Path
from typing import TypeVar

import pytest

from companion.commands.dispatch import classify_typed_line_privacy
from companion.reports import Report
from companion.reports.journal import ExportReport, LogLine, LogReport, NoteReport, RecapReport
from companion.view.reply import encode_reply, render_reply
from companion.view.shared_wording import make_name_lookup
from tests.commands.table import Table

R = TypeVar("R", bound=Report)
MARK = "QUAGGOTH"


def said(table: Table, *lines: str) -> list[str]:
    """The last of these lines' answer as people read it from the seat that asked."""
    reply = table.done(*lines)
    guide = table.desk.seat == "guide"
    return [*render_reply(reply, make_name_lookup(table.desk.campaign), guide=guide)]


def files(table: Table) -> dict[str, bytes]:
    folder = table.desk.archive.folder
    return {p.name: p.read_bytes() for p in [*folder.glob("*.toml"), *folder.glob("errants/*")]}


def logged(table: Table, line: str = "log 100") -> list[LogLine]:
    """Every line of the log, in order."""
    report = table.read(LogReport, line)
    return sorted((*report.entries, *(report.secretly or ())), key=lambda e: e.number)


def test_a_note_is_journalled_with_its_time_and_seat_and_changes_no_file(table: Table) -> None:
    table.done("done", "next look about =6", "as mapper")
    before = files(table)
    reply = table.done('note the "bell" has   no clapper, 12 feet up')
    assert reply.changes == ()
    assert reply.entry is not None
    assert files(table) == before
    (line,) = logged(table, "log notes")
    assert line.note == 'the "bell" has   no clapper, 12 feet up'
    assert (line.clock, line.seat, line.entry) == ("day 3 13:20", "mapper", reply.entry)


def test_a_note_says_how_to_take_it_back_and_is_taken_back_and_put_back(table: Table) -> None:
    assert any(line.startswith("undo takes it back") for line in said(table, "note one"))
    table.done("supply bree +1", "note two")
    table.done("undo")
    assert [(e.note, e.taken_back) for e in logged(table, "log notes")] == [
        ("one", False),
        ("two", True),
    ]
    table.done("redo")
    assert not any(e.taken_back for e in logged(table, "log notes"))
    table.done("undo 1")
    assert [e.note for e in logged(table, "log notes") if e.taken_back] == ["one"]
    table.done("undo to 0")
    assert all(e.taken_back for e in logged(table, "log notes"))
    assert table.refused("undo").message == "There is nothing to undo."


@pytest.mark.parametrize("line", ["note", "note secret", "note  SECRET ", "secret note"])
def test_a_note_of_nothing_is_refused(line: str, table: Table) -> None:
    refused = table.refused(line)
    assert refused.kind == "malformed"
    assert "has no clapper" in refused.hint


@pytest.mark.parametrize("line", [f"note secret {MARK} lies", f"note Secret {MARK} lies"])
def test_a_secret_note_is_for_the_guide_alone(line: str, table: Table) -> None:
    report = table.read(NoteReport, line)
    assert (report.note, report.secretly) == (None, f"{MARK} lies")
    assert [e.note for e in logged(table, "log notes")] == [f"{MARK} lies"]
    for asks in ("log", "log notes", "recap", "export", "export json"):
        table.done("done they swam", "as guide")
        assert MARK in "\n".join(said(table, asks)), asks
        assert MARK not in "\n".join(said(table, "as caller", asks)), asks
        table.done("as guide", "undo")


def test_the_log_is_newest_last_and_marks_what_was_taken_back(table: Table) -> None:
    table.done("done", "as quartermaster", "supply bree +2", "undo", "as guide")
    table.done("next =6", "next =6")
    assert said(table, "log") == [
        "Day 3:",
        "1  13:20  done",
        "2  13:20  quartermaster: supply bree +2 (taken back)",
        "3  13:20  quartermaster: undo → took back 2",
        "4  13:20  next =6 → 6 free",
        "5  13:30  next =6 → 6 free",
    ]


def test_the_log_tells_what_came_of_a_roll(table: Table) -> None:
    table.done("done", "next =5", "roll 2d6 =3,4", "secret roll chapel-encounters =3")
    assert said(table, "log")[1:] == [
        "1  13:20  done",
        "2  13:20  next =5 → 5 encounter sign",
        "3  13:20  roll 2d6 =3,4 → 7",
        "4  13:20  Secret: secret roll chapel-encounters =3 → Two grave robbers from Reedmarket "
        "are roping up a …",
    ]
    outcomes = [each.outcome for each in logged(table)]
    assert outcomes[:3] == ["", "5 encounter_sign", "7"]
    assert outcomes[3].endswith("sooner cheat than share.")


@pytest.mark.parametrize(("asked_for", "more"), [("log", 30), ("log 5 notes", 15), ("log 500", 0)])
def test_the_log_says_how_to_see_more_of_it(asked_for: str, more: int, table: Table) -> None:
    table.done(*(f"note {number}" for number in range(12)))
    notes = " notes" if "notes" in asked_for else ""
    ways = [line for line in said(table, asked_for) if line.startswith("Earlier ones")]
    assert ways == ([f"Earlier ones: log {more}{notes}"] if more else [])


def test_a_log_that_shows_all_there_is_offers_no_more(table: Table) -> None:
    table.done(*(f"note {number}" for number in range(9)), f"note secret {MARK}")
    assert table.read(LogReport, "log").more == 0
    assert table.read(LogReport, "log 9").more == 27
    assert table.read(LogReport, "as caller", "log 9").more == 0


def test_the_log_is_told_by_the_days_of_the_game(table: Table) -> None:
    table.done("+1d", "supply bree +1")
    assert said(table, "log") == ["Day 4:", "1  13:20  +1d", "2  13:20  supply bree +1"]


def test_the_log_shows_as_many_as_are_asked_for_the_last_of_them(table: Table) -> None:
    for number in range(1, 15):
        table.done(f"note {number}")
        table.done("supply bree +1")
    assert len(logged(table, "log")) == 10
    assert [e.number for e in logged(table, "log 3")] == [26, 27, 28]
    assert [e.note for e in logged(table, "log 3 notes")] == ["12", "13", "14"]
    assert [e.note for e in logged(table, "log notes 2")] == ["13", "14"]


def test_a_players_log_has_no_secrets_and_no_hand_edits(table: Table) -> None:
    table.done("done", "secret roll 2d6")
    table.done(f"errant edit bree note {MARK}")
    wim = table.desk.archive.folder / "errants" / "wim.toml"
    wim.write_text(wim.read_text(encoding="utf-8").replace('"Ade"', f'"{MARK}"'), encoding="utf-8")
    table.done("supply bree +1")
    assert [e.line for e in logged(table)] == [
        "done",
        "secret roll 2d6",
        f"errant edit bree note {MARK}",
        "edited by hand: errants/wim.toml",
        "supply bree +1",
    ]
    table.done("as mapper")
    assert [e.line for e in logged(table)] == ["done", "supply bree +1"]
    assert [e.line for e in logged(table, "log 1")] == ["supply bree +1"]
    assert table.read(LogReport, "log 100").secretly == ()


@pytest.mark.parametrize(
    "line",
    [
        f"errant edit bree note {MARK}",
        f"errant edit bree phys 12 Note={MARK}",
        f"errant add Pim retainer note {MARK}",
        f"secret supply bree +{len(MARK)}",
    ],
)
def test_everybody_sees_what_undo_takes_back_but_no_secret_note(line: str, table: Table) -> None:
    table.done(line)
    assert table.desk.build_status().undo == "secret"
    assert classify_typed_line_privacy(line, table.desk.campaign) == "secret"
    asked_for = table.done("status")
    assert MARK in "\n".join(render_reply(asked_for, str, guide=True)) or line.startswith("secret")
    assert MARK not in "\n".join(render_reply(asked_for, str, guide=False))


@pytest.mark.parametrize("line", ["errant edit bree name Noteworthy", "errant add Pim phys 9"])
def test_an_errant_is_edited_in_sight_of_all(line: str, table: Table) -> None:
    table.done(line)
    assert table.desk.build_status().undo == line
    assert classify_typed_line_privacy(line, table.desk.campaign) == "open"


@pytest.mark.parametrize("line", [f"note secret {MARK}", f"errant edit bree note {MARK}"])
def test_a_refusal_to_undo_quotes_nothing_secret(line: str, table: Table) -> None:
    table.done(line, "undo", "as caller")
    refused = table.refused("undo 1")
    assert MARK not in refused.message + refused.hint
    assert refused.message == "That is the Guide's alone to take back."


EVENING = (
    "note the bell has no clapper",
    "done the pole finds the seventh step",
    "next search the altar =3",
    "done they found a key of green copper",
    "let-go wim torch",
    "next listen at the door =1",
    "exhaust corvin +2",
    "supply bree -3",
    "effect end fen-ague",
    "effect add Bless miracle 3 on bree",
    "away tansy!",
    "errant add Pim",
    "out!",
    "at causeway",
)


def test_a_recap_tells_the_evening(table: Table) -> None:
    for line in EVENING:
        table.say(line)
    recap = table.read(RecapReport, "recap")
    assert [(s.step, s.who, s.text) for s in recap.story] == [
        ("note", "", "the bell has no clapper"),
        ("action", "company", "sound the flooded stair with the pole"),
        ("outcome", "", "the pole finds the seventh step"),
        ("action", "company", "search the altar"),
        ("outcome", "", "they found a key of green copper"),
        ("action", "company", "listen at the door"),
    ]
    assert [(t.turn_type, t.turns) for t in recap.turns] == [("exploration", 2)]
    assert {r.result: r.times for r in recap.results} == {"burn": 1, "encounter": 1}
    assert (recap.day_before, recap.time_before) == (3, "13:20")
    assert (recap.day_after, recap.time_after) == (3, str(table.desk.campaign.now.time))
    assert recap.places == ("The Drowned Chapel", "The Greenmire", "The Causeway")
    assert [(t.turn_type, t.place_name) for t in recap.nested] == [("travel", "The Causeway")]
    assert recap.supply_after == recap.supply_before - 3
    fates = {f.errant: (f.step, f.exhaustion_after - f.exhaustion_before) for f in recap.fates}
    assert fates == {"corvin": ("", 2), "pim": ("joined", 0)}
    assert [e.name for e in recap.began] == ["Bless"]
    assert [e.name for e in recap.ended] == ["fen ague"]


@pytest.mark.parametrize(
    ("lines", "used_up"),
    [
        (("leave wim torch at the vestry door",), []),
        (("leave! wim torch",), []),
        (("secret leave wim torch",), []),
        (("leave lantern by the stair",), []),
        (("leave wim torch", "effect end torch"), []),
        (("drop wim torch",), []),
        (("drop! bree rations",), []),
        (("secret drop bree rations",), []),
        (("snuff wim torch", "let-go wim torch"), ["torch"]),
        (("use bree rations", "let-go all"), ["rations"]),
        (("use bree rations", "let-go all", "drop bree rations"), ["rations"]),
    ],
)
def test_a_recap_tells_what_was_used_up_and_not_what_was_put_down(
    lines: tuple[str, ...], used_up: list[str], table: Table
) -> None:
    recap = table.read(RecapReport, "note one", *lines, "recap")
    assert [each.name for each in recap.used_up] == used_up


@pytest.mark.parametrize(
    "word", ["done", "done!", "ok", "secret done", "secret ok!", "don", "secr don"]
)
def test_an_outcome_is_told_however_the_word_was_typed(word: str, tmp_path: Path) -> None:
    table = Table(tmp_path, whole_words=False)
    recap = table.read(RecapReport, f"{word} they  swam", "recap")
    told = [*recap.story, *(recap.secretly or ())]
    assert [(s.step, s.text) for s in told if s.step == "outcome"] == [("outcome", "they  swam")]


def test_a_recap_tells_only_what_stands(table: Table) -> None:
    table.done("done one", "note two", "supply bree +4", "undo", "undo")
    recap = table.read(RecapReport, "recap")
    assert [s.text for s in recap.story] == ["sound the flooded stair with the pole", "one"]
    assert recap.supply_before == recap.supply_after
    table.done("undo")
    assert "Nothing has been played" in table.refused("recap").message


@pytest.mark.parametrize("line", ["recap 2", "recap 0", "recap -1", "recap x", "recap 1 2"])
def test_there_is_no_recap_of_that(line: str, table: Table) -> None:
    table.refused("done", line)


def test_a_recap_reads_aloud(table: Table) -> None:
    table.done(
        "note secret the monks are near",
        "done the pole finds the seventh step",
        "next =6",
        "next search the altar =6",
        "as mapper",
        "note the altar is hollow",
        "as guide",
        "supply bree -2",
    )
    (headline, *lines) = said(table, "recap")
    assert headline == "The last evening: day 3, 13:20 to 13:30."
    assert lines == [
        "At The Drowned Chapel throughout.",
        "Played: 2 Exploration Turns.",
        "The Event Die: free twice.",
        "Day 3:",
        "  13:10  The Company: sound the flooded stair with the pole. The pole finds the seventh "
        "step.",
        "  13:30  The Company: search the altar.",
        "  13:30  Noted by the mapper: «the altar is hollow»",
        "Supply 15 to 13, rations 6 as before.",
        "Now: day 3, 13:30, at The Drowned Chapel. Exploration Turn 10.",
        "After it: Travel Turn 9 at The Greenmire.",
        "Still to be settled: The Company: search the altar.",
        "Still to be settled: The Company: explore the chapel on the island.",
        "For you alone:",
        "  day 3, 13:20  Noted: «the monks are near»",
    ]


def test_a_long_evening_is_told_on_a_page_with_its_notes_and_outcomes(table: Table) -> None:
    table.done("done")
    for number in range(60):
        table.done(f"next search chamber {number} =6", "done" if number % 20 else "done a find")
    table.done("note remember this")
    lines = said(table, "recap")
    assert sum(1 + len(line) // 80 for line in lines) <= 40
    text = "\n".join(lines)
    assert text.count("A find.") == 3
    assert "remember this" in text
    told = sum(line.startswith("  ") for line in lines)
    assert f"And {62 - told} more. The whole story: export; the last words: log 30." in text
    assert "search chamber 59." in text, "the newest are told before the oldest"


def test_a_recap_is_the_same_for_the_same_seed_whenever_it_is_asked(tmp_path: Path) -> None:
    tables = [Table(tmp_path / name) for name in ("one", "two")]
    told = [said(table, *EVENING[:6], "recap") for table in tables]
    assert told[0] == told[1]


def test_an_export_is_whole_for_the_guide_and_public_for_players(table: Table) -> None:
    table.done("done they swam", "note secret the monks are near", "supply bree +1", "undo")
    guides = table.read(ExportReport, "export json")
    assert (guides.form, guides.players) == ("json", False)
    assert guides.guides is not None
    assert isinstance(guides.guides["entries"], list)
    assert [e["line"] for e in guides.guides["entries"] if isinstance(e, dict)] == [
        "done they swam",
        "note secret the monks are near",
    ]
    for lines in (("export players",), ("as mapper", "export")):
        players = table.read(ExportReport, *lines)
        assert (players.form, players.players, players.guides) == ("markdown", True, None)
        assert players.document == guides.document


@pytest.mark.parametrize("line", ["export xml", "export json markdown", "export for players"])
def test_an_export_in_no_known_form_is_refused(line: str, table: Table) -> None:
    assert table.refused(line).kind == "malformed"


@pytest.mark.parametrize(
    ("line", "words"),
    [("log notes 5 5", "log notes 5"), ("log 5 notes 5", "log 5 notes"), ("log 5 5", "log 5")],
)
def test_a_log_with_two_numbers_is_refused_in_the_words_typed(
    line: str, words: str, table: Table
) -> None:
    refusal = table.refused(line)
    assert refusal.message == "«5» does not fit in that line."
    assert refusal.hint == f"Try: {words}"


def test_the_faces_of_an_npc_s_attack_are_the_guide_s(tmp_path: Path) -> None:
    table = Table(tmp_path)
    player = Table(tmp_path, seat="caller")
    table.done("fight goblin x2 surprise none", 'npc goblins attacks "1 x bite d6"')
    player.desk.take_in_external_changes()
    table.done("attack goblins on wim")
    faces = logged(table)[-1].outcome.partition(": ")[0]
    assert faces.isdecimal()
    meanwhile = player.desk.take_in_external_changes()
    assert meanwhile is not None
    told = [encode_reply(meanwhile, guide=False)]
    told += [encode_reply(player.done(line), guide=False) for line in ("log", "export json")]
    told.append(encode_reply(table.done("export players json"), guide=False))
    assert all(" damage" in each and f"{faces}: " not in each for each in told)


@pytest.mark.parametrize("line", ["attack wim on harl-dunn =3", "hurt harl-dunn 2"])
def test_harm_to_an_npc_is_in_the_players_log_and_taken_back(line: str, tmp_path: Path) -> None:
    table = Table(tmp_path)
    player, other = Table(tmp_path, seat="caller"), Table(tmp_path, seat="mapper")
    table.done("npc harl hp 6")
    assert any("undo takes it back" in each for each in said(player, line))
    assert [each.line for each in logged(other)][-1] == line
    player.done("undo")
    assert logged(table)[-2].taken_back
    assert all("npc harl" not in each.line for each in logged(other))
