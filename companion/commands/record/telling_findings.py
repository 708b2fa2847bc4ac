"""Answers `tell`: makes a finding of the Guide known to everybody."""

import re
from collections import Counter
from collections.abc import Sequence

from companion.campaign.facts_and_decks_for_tables import find_table_of_current_place
from companion.commands.handler_result import Ruling
from companion.commands.record.untold_findings import (
    Finding,
    list_untold_earlier_signs,
    read_newest_findings,
)
from companion.commands.stops_until_typed_again import refuse_secret_line
from companion.errant.singulars import singularise_name
from companion.grammar.argument_kinds.places import require_guide_seat
from companion.grammar.context import Context
from companion.refusal import Ambiguous, Impossible
from companion.reports.journal import ReadOutReport
from companion.text_cleaning import clip_text

_NAMES = ("encounter", "effect", "rumour", "sign")
"""What anything that waits may be called; by itself, none of them is what a Guide would say."""
_BEFORE_NAMES = ("a", "an", "the", "local")
_POINTING = re.compile(
    r"(?:(?:them|the players|everyone|everybody|all) )?(?:about )?(?:it|that|this|them"
    r"|what (?:they|we|you|he|she|the players) (?:can )?"
    r"(?:see|sees|saw|find|finds|found|hear|hears|heard|notice|meet|meets|met))"
)
"""What waits, whatever it is called."""
_SHOWN = 70
"""Characters of what waits that a list of it shows."""


def tell_finding_to_players(context: Context, text: str | None) -> Ruling:
    """Read out what was found and not told yet, by what it is called where several things wait; or
    say it in other words. Raises Impossible if there is nothing to read out, Ambiguous with all
    that is meant if there is more than one thing."""
    require_guide_seat(
        context, "What was found is the Guide's to tell.", "Try: note six goblins, asleep"
    )
    refuse_secret_line(context, "What is told")
    campaign, found = context.campaign, _choose_finding(context, text)
    if found is not None:
        text = None
    told = text or (found.text if found else "")
    if text or (found and found.is_encounter):
        campaign = campaign.remove_unsettled_encounter()
    report = ReadOutReport(day=campaign.now.day, time=campaign.now.time, text=told)
    return Ruling(campaign, report, note=told, outcome="" if text else told)


def _choose_finding(context: Context, text: str | None) -> Finding | None:
    """The one that is to be read out; None for the Guide's own words."""
    untold = read_newest_findings(context).untold
    if text and _POINTING.fullmatch(text.casefold().strip(" .")):
        text = None
    name = _normalise_name(text or "")
    if not untold or (name.startswith("sign") and not _filter_findings_by_name(untold, "sign")):
        untold = list_untold_earlier_signs(context) + untold
    called = _filter_findings_by_name(untold, name) if name else untold
    base, number = map(_normalise_name, name.rpartition(" ")[::2])
    for each in _filter_findings_by_name(untold, base):
        if number == str(each.number):
            return each
    if len(called) == 1:
        return called[0]
    if called:
        listed = "; ".join(
            f"{label}, «{clip_text(each.text, _SHOWN)}»"
            for label, each in zip(_label_findings(called), called, strict=True)
        )
        raise Ambiguous(f"{len(called)} things wait to be told: {listed}.", _suggest_tell(called))
    if text is not None and name not in _NAMES and not (number.isdecimal() and base in _NAMES):
        return None
    if untold:
        raise Impossible("Nothing of that name waits to be told.", _suggest_tell(untold))
    campaign = context.campaign
    may_roll = campaign.book.clock.encounter and find_table_of_current_place(campaign, "encounters")
    way = "Try: encounter. " if may_roll else ""
    raise Impossible(
        "Nothing waits to be told.", f"{way}In your own words: tell six goblins, asleep"
    )


def _filter_findings_by_name(findings: Sequence[Finding], name: str) -> Sequence[Finding]:
    """Those of this name; where it is the plainest of some, not those that may be called so too."""
    plainly = [each for each in findings if name == _normalise_name(each.names[0])]
    return plainly or [each for each in findings if name in map(_normalise_name, each.names)]


def _suggest_tell(findings: Sequence[Finding]) -> str:
    """A hint with a line for each of these."""
    *others, last = (f"tell {label}" for label in _label_findings(findings))
    return f"Try: {', or '.join(filter(None, (', '.join(others), last)))}"


def _normalise_name(typed: str) -> str:
    """A name without article, folder, plural and full stop: `the local effects.` is `effect`."""
    words = typed.casefold().rpartition("/")[2].strip(' ."').split()
    while words[1:] and words[0] in _BEFORE_NAMES:
        del words[0]
    return singularise_name(" ".join(words))


def _label_findings(findings: Sequence[Finding]) -> list[str]:
    """What each is called, with a number where several are called so."""
    names = Counter(each.names[0] for each in findings)
    return [
        f"{each.names[0]} {each.number}" if names[each.names[0]] > 1 else each.names[0]
        for each in findings
    ]
