"""The lines of a way of saying something, with what else was said in their places."""

import re
from collections.abc import Iterator, Mapping, Sequence

from companion.grammar.context import Context
from companion.grammar.phrases.misread_handovers import (
    add_negotiation_exchange,
    replace_dropping_by_letting_go,
    replace_giving_by_passing,
)
from companion.grammar.phrases.misreadings import replace_piece_count_by_blocks
from companion.grammar.phrases.phrasebook.phrases_file import Words, load_phrases
from companion.grammar.phrases.phrasebook.vocabulary import Vocabulary
from companion.grammar.phrases.phrasebook.ways_and_patterns import Pattern, Way
from companion.grammar.phrases.sentences.dropped_circumstances import drop_circumstances
from companion.grammar.phrases.sentences.noun_phrases import Part, split_into_parts
from companion.grammar.phrases.sentences.tokens import Token
from companion.grammar.phrases.unclear_line_refusals import (
    refuse_handover_of_uncarried_thing,
    refuse_later_watch,
    refuse_missing_consumable,
    refuse_missing_second_item,
    refuse_nameless_hireling,
    refuse_pieces_sold_by_lot,
    refuse_possession_without_deed,
    refuse_several_lights,
    refuse_tonights_watch,
    refuse_unclear_payer,
    refuse_unclear_rider,
    refuse_uncounted_finds,
)
from companion.grammar.phrases.ways_of_saying.ambiguous_payments import refuse_ambiguous_coins
from companion.grammar.phrases.ways_of_saying.left_out_values import Implied
from companion.grammar.phrases.ways_of_saying.pattern_filling import fill_pattern
from companion.grammar.phrases.ways_of_saying.way_misreadings import (
    misreads_climbing_as_riding,
    misreads_joined_doers_as_handover,
    misreads_place_as_thing,
    misreads_separate_purchases,
)

_TIMES = ("+", "-", "±")
_NIGHT = "sleep "
_OTHERS_WATCH = re.compile(
    r"\b(?:rest|others|else)(?: of (?:the )?\w+)?"
    r" (?:(?:is|are|on|all|keeps?|stands?|takes?|stays?|sits?) )*(?:watch|guard|up\b|awake)"
)
_ENDED, _COURTING = "effect end ", "court "
_PASSING = "pass"
_SEVERAL = 2
_SOMEBODY, _US = ("he", "she"), "us"
_EXCHANGE = re.compile(r"talk .+ (?:giving|taking|convincing)\b")
_TAKING_ANY = {"UNKNOWN", "REASON", "CAUSE"}
"""Places of words that are no part of a line."""


def list_lines_of_way(
    way: Way,
    said: frozenset[int],
    tokens: Sequence[Token],
    vocabulary: Vocabulary,
    context: Context,
    *,
    parts: list[Part] | None = None,
    is_told: bool = False,
) -> Iterator[Words]:
    """The lines of the first patterns of a way in which all that was said has its place; if it
    `is_told`, but for where or why."""
    parts = parts or split_into_parts(tokens, said, vocabulary)
    known = Implied(parts, context)
    whole = parts
    for patterns in way.patterns:
        if is_told:
            if patterns[0].pieces[0].before in _TIMES and any(t.word == "," for t in tokens):
                continue  # what is done meanwhile is no circumstance
            parts = drop_circumstances(whole, patterns[0].pieces[0].before)
            if len(parts) == len(whole):
                continue
        if any(map(_has_place_for_anything, patterns)) and _tells_something_before(
            tokens, said, parts
        ):
            continue
        lines = [fill_pattern(each, parts, known) for each in patterns]
        if not any(lines) and patterns[0].pieces[0].before == _PASSING and way.words:
            lines = _list_line_for_each_carrier(patterns[0], parts, known)
        if lines and all(lines):
            text = " ".join(tokens[at].typed for at in sorted(said))
            found = [*filter(None, lines)]
            if _ends_effect_of_another(found, parts, context):
                return
            if _is_done_by_npc(found, parts, tokens, said):
                return
            if misreads_climbing_as_riding(way, found, parts, context):
                return
            if misreads_place_as_thing(found, parts) or misreads_joined_doers_as_handover(
                found, parts
            ):
                return
            if misreads_separate_purchases(way, found, parts, tokens):
                return
            refuse_possession_without_deed(way, found, parts, tokens, vocabulary)
            refuse_unclear_payer(found, tokens)
            refuse_several_lights(found, parts, context)
            refuse_nameless_hireling(found, parts)
            refuse_uncounted_finds(found, parts)
            refuse_ambiguous_coins(found, whole, tokens, context)
            refuse_later_watch(found, tokens, context)
            refuse_tonights_watch(found, tokens, context)
            refuse_pieces_sold_by_lot(found, context)
            refuse_unclear_rider(found, context)
            refuse_missing_second_item(found, tokens, context)
            refuse_missing_consumable(way, parts, context)
            if not (
                patterns[0].pieces[0].before == _NIGHT.strip()
                and _names_sleepers_and_watchers(tokens, vocabulary)
            ):
                found = [*add_negotiation_exchange(found, tokens, context)]
                found = [*replace_giving_by_passing(found, tokens, context)]
                found = [*replace_dropping_by_letting_go(found, tokens, context)]
                yield tuple(
                    replace_piece_count_by_blocks(line.replace("{said}", text)) for line in found
                )
            return
    refuse_handover_of_uncarried_thing(way, whole, tokens, context)


def _has_place_for_anything(pattern: Pattern) -> bool:
    return not _TAKING_ANY.isdisjoint(pattern.places)


def _tells_something_before(
    tokens: Sequence[Token], said: frozenset[int], parts: Sequence[Part]
) -> bool:
    """True for words without a meaning in a clause before that of a way: `buys a hat, she pays 4`
    pays no hat, and `wants to juggle, she pays 4` is no reason."""
    ends = [at for at in range(min(said, default=0)) if tokens[at].word == ","]
    before = {token.typed for token in tokens[: ends[-1]]} if ends else set()
    told = (part for part in parts if not (part.meanings or part.link))
    is_intended = not before.isdisjoint(load_phrases().intending)
    return is_intended or any(not before.isdisjoint(part.typed.split()) for part in told)


def _list_line_for_each_carrier(
    pattern: Pattern, parts: Sequence[Part], known: Mapping[str, str]
) -> list[str | None]:
    """The line for each of several who carry what is handed on: whose it is was not said."""
    carriers = known.get("CARRIERS", "").split()
    if "~CARRIER" not in pattern.places or len(carriers) < _SEVERAL:
        return []
    return [fill_pattern(pattern, parts, {**known, "CARRIER": each}) for each in carriers]


def _ends_effect_of_another(lines: Sequence[str], parts: Sequence[Part], context: Context) -> bool:
    """True for the end of what is on somebody else than who is named."""
    people = {part.meanings["person"] for part in parts if "person" in part.meanings}
    named = {line.removeprefix(_ENDED).strip('"') for line in lines if line.startswith(_ENDED)}
    ended = [e for e in context.campaign.book.effects if not named.isdisjoint((e.id, e.name))]
    return bool(people and ended) and all(each.errant not in people for each in ended)


def _names_sleepers_and_watchers(tokens: Sequence[Token], vocabulary: Vocabulary) -> bool:
    """True for `wim sleeps, bree watches` and `wim sleeps, the rest watch`: who watches is not told
    from who sleeps."""
    said = " ".join(token.word for token in tokens)
    if _OTHERS_WATCH.search(said):
        return True
    clauses = said.split(",")
    named = [any(vocabulary.names_person(word) for word in each.split()) for each in clauses]
    return sum(named) > 1


def _is_done_by_npc(
    lines: Sequence[str], parts: Sequence[Part], tokens: Sequence[Token], said: frozenset[int]
) -> bool:
    """True for `harl woos bree` and `harl threatens bree`: it is the Errants who court, and whose
    exchanges count."""
    verb, is_exchange = min(said, default=0), any(map(_EXCHANGE.match, lines))
    is_done = tokens[verb].word.endswith(("s", "ed"))
    if verb == 1 and tokens[0].word in _SOMEBODY and is_done and is_exchange:
        is_to_us = any("person" in part.meanings for part in parts)
        return is_to_us or any(token.word == _US for token in tokens)
    is_npc_first = bool(parts) and "npc" in parts[0].meanings
    if not (is_npc_first and parts[0].typed.casefold().startswith(tokens[0].word)):
        return False
    wooed = (part for part in parts[1:] if not (part.link or part.joins))
    if any(line.startswith(_COURTING) for line in lines):
        return any("person" in part.meanings for part in wooed)
    return verb == len(parts[0].typed.split()) and is_done and is_exchange
