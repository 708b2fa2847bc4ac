"""What an encounter roll found is the Guide's until it is told or played out."""

from pathlib import Path

import pytest

from companion.commands.record import recap
from companion.grammar.journalled_lines import JournalledLine, parse_journalled_line
from companion.reports.journal import ReadOutReport, RecapReport
from companion.reports.turns import EventReport
from companion.view.reply import encode_reply
from tests.commands.table import Table

EFFECT, BELL = ("next! creep on =4", "roll chapel-effects =3"), "bell tolls once"
SIGN = ("done", "sign an old friend", "next =1")
FOUND, PIKE = ("next! creep on =1", "roll chapel-encounters =2"), "pale pike"
BOTH = (*FOUND, "roll chapel-effects =3")
ASKED = ("log 50", "log notes", "recap", "export players", "export json", "status")


@pytest.fixture
def player(table: Table) -> Table:
    return Table(table.campaign_folders.campaigns, seat="caller")


def hears(player: Table, text: str) -> bool:
    """True if something that a player hears or can ask holds this text."""
    meanwhile = player.desk.take_in_external_changes()
    replies = [*filter(None, [meanwhile]), *(player.say(each) for each in ASKED)]
    return any(text in encode_reply(reply, guide=False) for reply in replies)


def test_nobody_hears_whom_they_met_until_it_is_told(table: Table, player: Table) -> None:
    table.done(*FOUND)
    assert not hears(player, PIKE)
    table.done("tell")
    assert hears(player, PIKE)


def test_nobody_hears_what_befell_them_there_until_it_is_told(table: Table, player: Table) -> None:
    table.done(*EFFECT)
    assert not hears(player, BELL)
    table.done("react ysolde =3,4")
    assert not hears(player, BELL)
    table.done("tell")
    assert hears(player, BELL)


@pytest.mark.parametrize("table_typed", ["effects", "chapel-effects", "dungeon/effects"])
def test_a_player_who_rolls_what_befalls_them_is_not_told(
    table_typed: str, table: Table, player: Table
) -> None:
    reply = player.done("next! creep on =4", f"roll {table_typed} =1")
    (entry,) = (e for e in table.desk.archive.read_entries() if e.name == reply.entry)
    assert entry.secret
    assert entry.outcome[:20] not in encode_reply(reply, guide=False)
    meanwhile = table.desk.take_in_external_changes()
    assert meanwhile is not None
    assert entry.outcome[:20] in encode_reply(meanwhile, guide=True)


def test_what_befalls_them_is_no_encounter(table: Table, player: Table) -> None:
    table.done(*BOTH, "tell encounter")
    assert hears(player, PIKE)
    assert not hears(player, BELL)


@pytest.mark.parametrize(
    "line", ["react old-pike =3,4", "npc old-pike met yes", "fight old-pike", "zoom initiative"]
)
def test_what_plays_an_encounter_out_tells_it(line: str, table: Table, player: Table) -> None:
    table.done(*FOUND)
    assert table.desk.campaign.book.clock.encounter
    table.done(line)
    assert not table.desk.campaign.book.clock.encounter
    assert hears(player, PIKE)


@pytest.mark.parametrize(
    "said",
    ["tell them what they see", "tell them about it", "tell what they hear", "tell everyone that"],
)
def test_what_they_see_is_what_was_found(said: str, tmp_path: Path) -> None:
    table = Table(tmp_path, whole_words=False)
    table.done(*FOUND)
    reply = table.say(said)
    assert isinstance(reply.report, ReadOutReport)
    assert PIKE in reply.report.text


OF_OTHERS = ("react ysolde =3,4", "fight goblin x2", "morale ysolde is 7 =3,3")


@pytest.mark.parametrize("line", [*OF_OTHERS, "fight", "zoom initiative"])
def test_an_encounter_that_came_to_nothing_is_told_by_nothing_later(
    line: str, table: Table, player: Table
) -> None:
    table.done(*FOUND, "done they sneak past", "next! =6")
    assert not table.desk.campaign.book.clock.encounter
    table.done(line)
    assert not hears(player, PIKE)


@pytest.mark.parametrize("after", ["", "next! =6"])
@pytest.mark.parametrize("line", OF_OTHERS)
def test_what_is_of_others_tells_no_encounter(
    line: str, after: str, table: Table, player: Table
) -> None:
    table.done(*FOUND, *filter(None, [after]), line)
    assert table.desk.campaign.book.clock.encounter
    assert not hears(player, PIKE)
    assert PIKE in encode_reply(table.done("tell"), guide=False)


@pytest.mark.parametrize("line", OF_OTHERS)
def test_an_encounter_that_nobody_drew_is_played_out_with_anybody(line: str, table: Table) -> None:
    table.done(FOUND[0], line)
    assert not table.desk.campaign.book.clock.encounter


def test_a_fight_with_others_has_neither_their_distance_nor_their_surprise(table: Table) -> None:
    table.done(FOUND[0], "encounter =2,1,6")
    met = table.desk.campaign.book.met
    assert (met.npc, met.distance, met.surprised) == ("pale-pike", 10, "")
    table.done("fight goblin x2 =6,1")
    assert table.desk.campaign.book.fight.distance == 60
    assert table.desk.campaign.book.met == met


def test_of_two_that_were_drawn_a_fight_tells_the_one_it_is_with(
    table: Table, player: Table
) -> None:
    table.done(*FOUND, "next! =1", "encounter =3", "fight old-pike")
    assert hears(player, PIKE)
    assert not hears(player, "grave robbers")
    assert "grave robbers" in encode_reply(table.done("tell"), guide=False)


@pytest.mark.parametrize("line", ["secret roll d20", "secret roll 2d6", "secret roll trends"])
def test_a_secret_roll_is_no_encounter(line: str, table: Table) -> None:
    table.done(FOUND[0], line)
    assert table.desk.build_status().open[0].startswith("encounter (nobody")
    table.done("encounter =2")


@pytest.mark.parametrize("part", ["distance", "surprise"])
def test_a_part_of_a_meeting_is_never_whom_they_met(part: str, table: Table, player: Table) -> None:
    table.done(FOUND[0], f"encounter {part}", "encounter =2", f"encounter {part}", "tell")
    report = player.read(RecapReport, "recap")
    met = [line.text for line in report.story if line.step == "encounter"]
    assert len(met) == 1
    assert PIKE in met[0]
    assert not any(line.step == "rolled" for line in report.story)


@pytest.mark.parametrize("line", ["react old-pike =3,4", "fight old-pike", "fight"])
def test_what_may_be_of_those_they_met_tells_it_in_a_later_turn_too(
    line: str, table: Table, player: Table
) -> None:
    table.done(*FOUND, "next! =6", line)
    assert not table.desk.campaign.book.clock.encounter
    assert hears(player, PIKE)


def test_a_sign_that_is_told_is_no_encounter(table: Table) -> None:
    report = table.read(EventReport, *FOUND, "next! =5")
    table.done("tell sign")
    assert report.sign
    recap = table.read(RecapReport, "recap")
    told = [line.text for line in recap.story if line.step == "encounter"]
    assert report.sign not in told


@pytest.mark.parametrize("line", ["secret react ysolde =3,4", "note eels", "secret npc new Odo"])
def test_what_does_not_play_it_out_leaves_it_open(line: str, table: Table, player: Table) -> None:
    table.done(*FOUND, line)
    assert table.desk.campaign.book.clock.encounter
    assert not hears(player, PIKE)


def test_a_table_rolled_by_name_where_there_are_no_places_is_the_guides(
    table: Table, player: Table
) -> None:
    reply = table.done("next! creep on =1", "roll dungeon/encounters")
    (entry,) = (e for e in table.desk.archive.read_entries() if e.name == reply.entry)
    assert entry.secret
    assert not hears(player, entry.outcome[:20])


def test_a_player_who_rolls_for_it_hears_of_an_encounter(table: Table, player: Table) -> None:
    reply = player.done(*FOUND)
    assert PIKE not in encode_reply(reply, guide=False)
    meanwhile = table.desk.take_in_external_changes()
    assert meanwhile is not None
    assert PIKE in encode_reply(meanwhile, guide=True)


def test_the_guides_own_words_are_heard_and_nothing_else(table: Table, player: Table) -> None:
    table.done(*FOUND, "tell something large in the water")
    assert hears(player, "something large in the water")
    assert not hears(player, PIKE)


def test_what_was_told_is_not_told_again(table: Table) -> None:
    table.done(*FOUND, "tell")
    assert "Nothing waits" in table.refused("tell").message
    table.done("undo", "tell")


@pytest.mark.parametrize("found", ["roll rumours", "roll chapel-effects"])
def test_what_was_found_turns_ago_is_stale(found: str, table: Table) -> None:
    table.done(f"{found} =3", "next! creep on =6")
    refusal = table.refused("tell")
    assert refusal.message == "Nothing waits to be told."
    assert refusal.hint == "In your own words: tell six goblins, asleep"


def test_an_encounter_waits_to_be_told_however_long(table: Table, player: Table) -> None:
    table.done(*FOUND, "roll rumours", "next! creep on =6", "next! creep on =4")
    table.done("roll chapel-effects =3", "tell effects")
    assert table.desk.campaign.book.clock.encounter
    assert not hears(player, PIKE)
    table.done("tell")
    assert not table.desk.campaign.book.clock.encounter
    assert hears(player, PIKE)
    assert "Nothing waits" in table.refused("tell").message


def test_of_several_things_tell_lists_what_waits_and_tells_none(table: Table) -> None:
    refusal = table.refused(*BOTH, "tell")
    assert refusal.kind == "ambiguous"
    assert PIKE in refusal.message
    assert BELL in refusal.message
    assert refusal.hint == "Try: tell encounter, or tell effects"


@pytest.mark.parametrize(
    "called",
    [
        *("effects", "effect", "local effect", "the local effects", "Effects", "chapel-effects"),
        *("greenmire/chapel-effects", "effects."),
    ],
)
def test_tell_takes_what_waits_by_what_it_is_called(called: str, table: Table) -> None:
    assert BELL in encode_reply(table.done(*BOTH, f"tell {called}"), guide=False)
    assert PIKE in encode_reply(table.done("tell"), guide=False)
    table.refused("tell")


@pytest.mark.parametrize("called", ["encounter", "the encounter", "chapel-encounters"])
def test_the_encounter_is_told_by_its_name_and_waits_no_longer(called: str, table: Table) -> None:
    assert PIKE in encode_reply(table.done(*BOTH, f"tell {called}"), guide=False)
    assert not table.desk.campaign.book.clock.encounter
    assert BELL in encode_reply(table.done("tell"), guide=False)


def test_two_of_one_name_are_told_apart_by_number_the_oldest_first(table: Table) -> None:
    table.done("next! creep on =4", "roll chapel-effects =3", "roll effects =9")
    assert table.refused("tell effects").hint == "Try: tell effects 1, or tell effects 2"
    assert BELL not in encode_reply(table.done("tell effects 2"), guide=False)
    assert BELL in encode_reply(table.done("tell"), guide=False)
    table.refused("tell")


def test_a_number_means_what_it_meant_when_it_was_printed(table: Table) -> None:
    table.done(*FOUND, "next! creep on =1", "encounter =6", "next! creep on =1", "encounter =1")
    hint = table.refused("tell").hint
    assert hint == "Try: tell encounter 1, tell encounter 2, or tell encounter 3"
    assert PIKE in encode_reply(table.done("tell encounter 1"), guide=False)
    assert table.refused("tell").hint == "Try: tell encounter 2, or tell encounter 3"
    assert table.refused("tell encounter 1").hint == "Try: tell encounter 2, or tell encounter 3"
    table.done("next! creep on =1", "encounter =3", "tell encounter 3", "tell encounter 2")
    assert table.refused("tell encounter 1").hint == "Try: tell encounter"
    table.done("tell encounter")
    assert table.desk.build_status().open == ("done (creep on)",)


def test_own_words_for_one_that_nobody_drew_leave_the_one_that_is_drawn(table: Table) -> None:
    table.done(*FOUND, "next! creep on =1", "tell a sleeping eel")
    assert PIKE in encode_reply(table.done("tell"), guide=False)


def test_what_a_sign_gives_to_read_out_is_told(table: Table, player: Table) -> None:
    report = table.read(EventReport, "next! creep on =5")
    assert report.sign
    assert not hears(player, report.sign)
    assert report.sign in encode_reply(table.done("tell"), guide=False)
    assert hears(player, report.sign)
    table.refused("tell")


@pytest.mark.parametrize("line", ["tell", "tell sign", "tell the sign", "tell it"])
def test_what_a_sign_gives_to_read_out_is_told_later_too_and_once(line: str, table: Table) -> None:
    report = table.read(EventReport, "next! creep on =5")
    assert report.sign
    table.done("next! creep on =6", "next! =6", "tell the water is rising")
    assert report.sign in encode_reply(table.done(line), guide=False)
    assert table.refused(line).message == "Nothing waits to be told."


def test_a_sign_of_an_earlier_turn_waits_behind_what_this_turn_found(table: Table) -> None:
    table.done("next! creep on =5", *EFFECT)
    assert BELL in encode_reply(table.done("tell"), guide=False)


def test_a_sign_is_told_no_more_once_another_stands_in_its_place(table: Table) -> None:
    table.done("next! creep on =5", "next! =6", "sign! an old friend")
    assert table.refused("tell").message == "Nothing waits to be told."


@pytest.mark.parametrize("called", ["effects", "encounter", "a rumour", "local effects", "sign"])
def test_what_does_not_wait_is_not_told_as_a_word(called: str, table: Table) -> None:
    assert "waits to be told" in table.refused("done", f"tell {called}").message


@pytest.mark.parametrize("pronoun", ["it", "that", "this", "them"])
def test_a_pronoun_is_no_own_word(pronoun: str, table: Table) -> None:
    assert table.refused("done", f"tell {pronoun}").message == "Nothing waits to be told."
    assert PIKE in encode_reply(table.done(*FOUND, f"tell {pronoun}"), guide=False)


def test_own_words_that_begin_with_a_name_are_own_words(table: Table, player: Table) -> None:
    table.done(*BOTH, "tell effects of old poison linger")
    assert hears(player, "effects of old poison linger")
    assert not hears(player, BELL)


@pytest.mark.parametrize("part", ["surprise =2", "distance =3"])
def test_how_far_off_they_are_is_nothing_to_tell(part: str, table: Table) -> None:
    table.done(*SIGN, f"encounter {part}")
    assert "an old friend" in encode_reply(table.done("tell"), guide=False)


def test_where_nobody_rolled_yet_tell_says_how(table: Table) -> None:
    refusal = table.refused("next! creep on =1", "tell")
    assert refusal.hint == "Try: encounter. In your own words: tell six goblins, asleep"


def test_a_sign_that_came_true_says_whom_and_nobody_is_rolled(table: Table) -> None:
    refusal = table.refused(*SIGN, "encounter")
    assert refusal.message == "Whom they meet is known: an old friend."
    assert refusal.hint == "Try: tell. Or force it: encounter!"
    assert not table.desk.campaign.world.signs
    assert "an old friend" in encode_reply(table.done("tell"), guide=False)
    table.done("encounter")


@pytest.mark.parametrize("line", ["react ysolde", "talk ysolde", "fight", "morale ysolde is 7"])
def test_what_a_player_types_tells_nobody_whom_they_met(
    line: str, table: Table, player: Table
) -> None:
    table.done(*FOUND)
    player.desk.take_in_external_changes()
    player.done(line)
    assert not hears(player, PIKE)
    table.desk.take_in_external_changes()
    assert PIKE in encode_reply(table.done("tell"), guide=False)
    assert hears(player, PIKE)


def test_a_player_who_begins_a_fight_is_not_told_with_whom(table: Table, player: Table) -> None:
    player.done("next! creep on =1", "encounter =2", "fight", "next")
    assert not hears(player, "ike")
    player.done("out")
    table.desk.take_in_external_changes()
    assert PIKE in encode_reply(table.done("tell"), guide=False)


def test_whom_they_meet_is_rolled_once(table: Table, player: Table) -> None:
    """Else the Guide would tell what the other seat has just rolled."""
    player.done("next! creep on =1", "encounter =2")
    assert player.refused("encounter").message == "The Guide knows what came."
    assert player.refused("roll chapel-encounters").message == "The Guide knows what came."
    table.desk.take_in_external_changes()
    assert table.refused("encounter").message.startswith("Whom they meet is known: A pale pike")
    table.done("encounter! =3")


def test_what_befalls_them_is_rolled_once(table: Table, player: Table) -> None:
    table.done(*EFFECT)
    player.desk.take_in_external_changes()
    assert player.refused("roll effects").message == "The Guide knows what came."
    table.done("tell")
    player.desk.take_in_external_changes()
    player.done("roll effects")


def test_a_player_does_not_roll_where_a_sign_came_true(table: Table, player: Table) -> None:
    table.done(*SIGN)
    player.desk.take_in_external_changes()
    refusal = player.refused("encounter")
    assert "friend" not in f"{refusal}"
    assert "Guide" in refusal.message


def test_a_sign_that_came_true_is_told(table: Table) -> None:
    table.done("next! creep on =5")
    (sign,) = table.desk.campaign.world.signs
    assert sign.encounter in encode_reply(table.done("next! creep on =1", "tell"), guide=False)


def test_telling_is_the_guides(table: Table, player: Table) -> None:
    table.done(*FOUND)
    player.desk.take_in_external_changes()
    assert "Guide's to tell" in player.refused("tell").message
    assert "everybody's sight" in table.refused("secret tell").message


def test_a_long_journal_is_read_once_where_an_encounter_waits(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    read = list[str]()

    def read_and_count(typed: str) -> JournalledLine | None:
        read.append(typed)
        return parse_journalled_line(typed)

    table.done(*FOUND, *(f"note {number} {'x' * 3000}" for number in range(30)))
    monkeypatch.setattr(recap, "parse_journalled_line", read_and_count)
    recap._parse_journalled_line.cache_clear()
    for _ in range(3):
        table.done("status")
    assert read
    assert len(read) == len(set(read))
