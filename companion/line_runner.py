"""Runs a typed line, at a prompt and on a page: one in which several do something is split into
deeds, which are run one by one."""

from collections.abc import Callable
from typing import NamedTuple

from companion.desk import Desk
from companion.reports.reply import Reply

_UNDO = "undo"


class LineDone(NamedTuple):
    """What became of a line: the first refusal, or else the last answer, the deeds that were `left`
    undone, and how many changed something."""

    reply: Reply | None
    left: tuple[str, ...] = ()
    changing: int = 0


def run_deeds_of_line(desk: Desk, typed: str, do_deed: Callable[[str], Reply | None]) -> LineDone:
    """Do each deed of a line by itself with `do_deed`, which runs it at the desk and shows the
    answer."""
    deeds = desk.split_line_into_commands(typed)
    if len(deeds) == 1:
        return LineDone(do_deed(deeds[0]))
    return _do_deeds_of_several(desk, deeds, do_deed)


def _do_deeds_of_several(
    desk: Desk, deeds: tuple[str, ...], do_deed: Callable[[str], Reply | None]
) -> LineDone:
    """Do what several do. After a refusal neither whoever was refused goes on nor, if it was one of
    no Company, any other of them but by number: the rest of a group is not who is left by mistake.
    """
    from companion.grammar.phrases.splitting.deeds_after_a_refusal import (  # most lines: one
        begins_turn,
        is_attack_by_fallen,
        is_deed_of_numbered_foes,
        is_gambit_after_attack,
        joins_for_payment,
    )

    names = {_get_first_word(each.name) for each in desk.campaign.errants}
    refused: Reply | None = None
    reply: Reply | None = None
    stopped, left, unfinished, changing = set[str](), list[str](), "", 0
    offered: tuple[str, ...] = ()
    for deed in deeds:
        doer = _find_doer_of_deed(deed, names)
        is_of_refused = reply is not None and not reply.ok and is_gambit_after_attack(deed)
        is_of_refused |= refused is not None and joins_for_payment(deed)
        if is_of_refused or (doer in stopped and (doer or not is_deed_of_numbered_foes(deed))):
            left.append(deed)
            continue
        reply = do_deed(deed)
        if reply is not None and not reply.ok and deed == _UNDO:  # nothing is done a second time
            return LineDone(reply, deeds[1:])
        if reply is not None and not reply.ok and begins_turn(reply.meant or reply.line):
            desk.remember_refused_line(desk.refused_line_to_complete, desk.offered_lines)
            return LineDone(reply, deeds[deeds.index(deed) + 1 :], changing)
        if reply is not None and reply.entry and reply.changes and deed != _UNDO:
            changing += 1
        if reply is not None and not reply.ok:
            if not is_attack_by_fallen(reply.meant or reply.line, desk.campaign):
                stopped.add(doer)
            offered = offered or desk.offered_lines
            refused = refused or reply
            unfinished = desk.refused_line_to_complete or unfinished
    desk.remember_refused_line(unfinished, offered)
    return LineDone(refused or reply, tuple(left), changing)


def _find_doer_of_deed(deed: str, names: set[str]) -> str:
    """Which of these people a deed is of, as `bree hits 2` or `heal bree 6`; "" for nobody."""
    words = [_get_first_word(word) for word in deed.split()[:2]]
    return next((word for word in words if word in names), "")


def _get_first_word(text: str) -> str:
    return text.casefold().partition(" ")[0]
