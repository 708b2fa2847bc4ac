"""How a fight begins and ends: who is surprised, the call for the order, as `bree odd`, who goes
first, and the end of a Chase."""

import re
from collections.abc import Iterator, Sequence

from companion.campaign.campaign import Campaign
from companion.errant.fights import Chase
from companion.errant.world import Npc
from companion.grammar.phrases.fights.foes.fighters import FighterReader
from companion.grammar.phrases.phrasebook.normalized_spelling import write_numbers_in_digits
from companion.grammar.phrases.phrasebook.vocabulary import Vocabulary
from companion.grammar.phrases.phrasebook.word_forms import (
    list_company_words,
    list_stop_words,
    list_verb_group_forms,
)
from companion.grammar.phrases.sentences.tokens import Token
from companion.refusal import Ambiguous

_SURPRISES = tuple(
    (re.compile(rf"(?i)[,;]?(?: and| with| but)? (?:{said})(?![a-z])"), surprise)
    for said, surprise in (
        (r"(?:nobody|no one|none)(?:(?:'s|’s| is| are)? surprised)|no surprise", "none"),
        (r"they surprise (?:us|the company)|we(?:'re|’re| are) surprised", "npcs"),
        (r"(?:we|the company) surprises? them|they(?:'re|’re| are) surprised", "company"),
    )
)
"""Who is surprised as a fight begins."""
_CALLING = (
    *("call", "calls", "called", "says", "say", "picks", "by", "for", "and", ",", "roll", "rolled"),
    *("rolls", "initiative", "init", "the", "order", "on", "it", "pick", "picked", "please"),
)
_UNSURE = ("maybe", "perhaps", "nobody", "who", "whoever", "somebody")
_CALLS = ("calls", "called", "says", "picks", "picked")
_FIRST = re.compile(
    r"(?:(?P<us>we|us|every(?:one|body)|our (?:lot|side|team|guys|people)"
    r"|(?:the )?(?:company|party|group|players|heroes))"
    r"|they|them|their (?:lot|side)|(?:the )?(?:others|foes|enemies|enemy|monsters|baddies)"
    r"|(?P<foe>[a-z][a-z ]*?))"
    r"(?: is| are| act| acts| go| goes| begin| begins| start| starts| get to go| gets to go)?"
    r"(?: (?:up )?first|(?<=go|es) (?:before|ahead of) (?:us|them|(?:the )?[a-z]+))"
)

_ROLLING = re.compile(
    r"(?:(?:ok|now|we|they|everyone|let us|all|please|time to|,) )*"
    r"(?:(?:rolls?|dice|throws?)(?: (?:for|the))* )?(?:initiative|turn order)"
    r"(?: (?:roll|rolls|dice|please|now|everyone))*"
)
"""Initiative is rolled, and nobody has called odd or even."""


def list_initiative_call_lines(
    tokens: Sequence[Token], vocabulary: Vocabulary, campaign: Campaign
) -> Iterator[str]:
    """The call for the order, as `bree odd`, or who is first; and the end of a Chase. Raises
    Ambiguous for `roll initiative` in a fight, in which nobody has called yet."""
    words = [token.word for token in tokens]
    first = _FIRST.fullmatch(" ".join(words))
    if first and first["foe"]:
        named = FighterReader([*tokens], vocabulary, campaign).read_group()
        first = first if named and isinstance(named.who, Npc) else None
    if first:
        yield f"order {'company' if first['us'] else 'others'}"
    if campaign.book.combatants and (call := write_odd_or_even_call_line(tokens, vocabulary)):
        yield call
    if campaign.book.combatants and _ROLLING.fullmatch(" ".join(words)):
        if campaign.book.fight.surprised or campaign.book.fight.first:
            yield "order odd"  # which says why there is no call
        raise Ambiguous(
            "Two D6 decide who acts first, once somebody calls odd or even.",
            "Try: order odd, order even, or, where it is known, order company or order others",
        )
    chase = {"chase", "pursuit"}
    is_over = bool(chase & {*words}) and {*words} <= {
        *chase,
        "is",
        "of",
        *list_verb_group_forms("over"),
    }
    if is_over and words[1:] and campaign.book.chase != Chase():
        yield "chase end"


def write_odd_or_even_call_line(tokens: Sequence[Token], vocabulary: Vocabulary) -> str:
    """The line of a call for the order, as `odd`, `bree calls odd` or `odd by bree`; "" for any
    other words."""
    words = [token.word for token in tokens if token.word not in _CALLING]
    calls = [word for word in words if word in ("odd", "even")]
    faces = [word for word in words if word.isdecimal()]
    people = [word for word in words if word not in (*calls, *faces)]
    if len(people) == 1 and not {"they", *list_company_words()}.isdisjoint(people):
        people = []
    first, verb, *_ = (*(token.word for token in tokens), "", "")
    is_strange = not vocabulary.is_known(first) and first not in list_stop_words()
    if people == [first] and verb in _CALLS and is_strange and first not in _UNSURE:
        people = []  # `tom calls even`, who plays one of them
    named = vocabulary.find_member(*people)
    if len(calls) != 1 or len(faces) not in (0, 2) or (people and not named):
        return ""
    by = f" by {named}" if named else ""
    return f"order {calls[0]}{by}" + (f" ={','.join(faces)}" if faces else "")


def list_surprise_lines(typed: str) -> Iterator[str]:
    """The line of a fight that says who is surprised, as `fight 6 goblins, they surprise us`."""
    for pattern, surprise in _SURPRISES:
        text = write_numbers_in_digits(typed)
        if text.casefold().startswith("fight ") and (said := pattern.search(text)):
            yield f"{text[: said.start()]} surprise {surprise}{text[said.end() :]}"
