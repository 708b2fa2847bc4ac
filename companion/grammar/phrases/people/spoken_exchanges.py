"""What somebody of the Company says to an NPC: an exchange of the Negotiation, whatever the words,
as `ondine asks her who locked her in`."""

import re
from collections.abc import Iterator, Sequence
from functools import cache

from companion.campaign.campaign import Campaign
from companion.errant.names_to_type import quote_typed_name
from companion.grammar.context import Context
from companion.grammar.phrases.people.pronouns import may_be_owned_by_her
from companion.grammar.phrases.phrasebook.amounts import index_coin_names
from companion.grammar.phrases.phrasebook.phrases_file import compile_named_pattern, load_phrases
from companion.grammar.phrases.phrasebook.vocabulary import Vocabulary
from companion.grammar.phrases.phrasebook.word_forms import inflect_verb, list_verb_forms
from companion.grammar.phrases.sentences.tokens import Token, join_typed_words
from companion.grammar.phrases.ways_of_saying.left_out_values import Implied
from companion.refusal import Ambiguous, Impossible

_SUBJECTS = ("he", "she")
_CATEGORIES = ("banal", "giving", "taking", "convincing")
_BEFORE_VERBS = ("tries", "try", "to", "then")
_TO = ("to", "with")
_MOST_BEFORE_THAT = 6
_HIM = ("him", "her", "them")
_ASKING, _CONVINCING, _HER = "taking", "convincing", "her"
_TOLD = {
    _ASKING: ("who", "what", "where", "why", "how", "if", "whether", "when", "for", "that"),
    _CONVINCING: ("that", "blind"),
    "giving": ("that",),
}
"""What follows the verbs of a category where nobody is named who is spoken to."""
_PROMISED = re.compile(
    r"(?:(?:says?|said)|(?:tells?|told) (?:him|her|them)) (?:that )?(?:he|she|they)"
    r"(?: can| may|['’]ll| will) (?P<what>(?:have|keep|get) .+)"
)
_DEMANDED = re.compile(r"demand(?:s|ed)? (?P<what>(?:the|his|her|their|an?|some) .+)")
_OFFERED = re.compile(
    r"(?P<who>\w+) (?:(?:opens?|opened|starts?|started) (?:with|at)|bids?|puts up"
    r"|offers?|offered|proposes?) (?P<many>\d+)(?: ?(?P<coin>[a-z]+))?(?: for [^\d]+)?"
)
"""How coins are offered to whoever is talked with."""
_REACTION = re.compile(
    r"(?: ,| and| but)+ (?P<told>(?:he|she|they) (?:catches (?:him|her|on)|sees through|refuses"
    r"|agrees|laughs|says (?:no|yes)|believes|buys it|falls for|rejects|accepts|relents|gives in"
    r"|nods)\b.*)"
)
"""What whoever is talked with does about it."""
_ENDED_LAST = re.compile(
    r"(?P<why>[^,]+) , (?:(?:and|so|then) )*(?:(?:that is|that's) )?(?:the )?"
    r"(?:end of (?:the )?(?:talk|talks|conversation|parley)|done talking|end (?:the )?talk"
    r"|(?:talk|talks|talking|conversation|parley)(?: is| 's)? (?:over|done|finished))"
)
"""Why a talk ends, told before it."""
_TALK = "talk "
_ASKED = re.compile(r"(?i)(?:so |and |but )?(?:how|what|when|why|will|does|did|is|are)\b")
"""How it is asked about a talk, before it has begun."""
_NO_SPEECH = ("dv", "risky", "desperate", "force", ",", "and", "but")
"""Words of more than what is said."""


def list_exchange_lines_of_speech(
    tokens: Sequence[Token], vocabulary: Vocabulary, context: Context
) -> Iterator[str]:
    """The exchange with whoever is spoken to: the one NPC with whom the Company talks, or else who
    is named. Nothing for a line that says more than what is said, or that counts something."""
    words = [token.word for token in tokens]
    yield from _list_negotiation_end_lines(tokens, vocabulary, context)
    _ask_about_offered_coins(words, vocabulary, context)
    _refuse_told_reaction(words, vocabulary, context)
    if any(word.isdecimal() or word in _NO_SPEECH for word in words):
        return
    _refuse_what_nothing_is_rolled_for(words, vocabulary, context)
    who = vocabulary.find_member(*words[:1])
    at = 1 if who else 0
    while words[at : at + 1] and words[at] in _BEFORE_VERBS:
        at += 1
    talking = Implied((), context)["TALKING"]
    said = _PROMISED.fullmatch(" ".join(words[at:])) or _DEMANDED.fullmatch(" ".join(words[at:]))
    if who and talking and said and _names_nobody_and_nothing(said["what"].split(), vocabulary):
        category = "giving" if said.re is _PROMISED else _ASKING
        yield f"talk {_format_npc_name(talking, context)} {category} by {who}"
        return
    category = _index_speech_verbs().get(words[at] if words[at:] else "", "")
    if not category:
        return
    at += 1
    at += words[at : at + 1] != [] and words[at] in _TO
    heard, end = _find_listener(words, at, category, vocabulary, context)
    if heard and words[end:] and _is_said_without_handover(words[end:], category, vocabulary):
        speaker = f" by {who}" if who else ""
        yield f"talk {heard} {category}{speaker}"


def begins_talk_by_question(line: str, typed: str, campaign: Campaign) -> bool:
    """True for a Negotiation that would begin by `how long will she keep talking`: who asks begins
    none."""
    is_talking = any(npc.is_in_negotiation for npc in campaign.world.npcs)
    return line.startswith(_TALK) and not is_talking and _ASKED.match(typed) is not None


def _ask_about_offered_coins(
    words: Sequence[str], vocabulary: Vocabulary, context: Context
) -> None:
    """Raises Ambiguous for `bree opens with 10 pennies`, which is an exchange, or pays them."""
    said = _OFFERED.fullmatch(" ".join(words))
    talking = _format_npc_name(Implied((), context)["TALKING"], context) if said else ""
    who = vocabulary.find_member(said["who"]) if said else ""
    coin = index_coin_names().get(said["coin"] or "penny", "") if said else ""
    if said and talking and who and coin:
        counted = coin.split("|")[said["many"] != "1"]
        lines = f"talk {talking} giving by {who}, or coins {who} -{said['many']} {counted}"
        raise Ambiguous(f"«{said[0]}» may mean two things.", f"Try: {lines}")


def _refuse_told_reaction(words: Sequence[str], vocabulary: Vocabulary, context: Context) -> None:
    """Raises Impossible for `wim lies and she sees through it`: how it goes is for the dice."""
    talking = _format_npc_name(Implied((), context)["TALKING"], context)
    who = vocabulary.find_member(*words[:1])
    category = _index_speech_verbs().get(words[1] if words[1:] else "", "")
    reaction = _REACTION.search(" ".join(words))
    if talking and who and category and reaction:
        name = talking.strip('"')
        why = f"How {name} takes it is for the dice, and «{reaction['told']}» is told."
        raise Impossible(why, f"Try: talk {talking} {category} by {who}")


def _refuse_what_nothing_is_rolled_for(
    words: Sequence[str], vocabulary: Vocabulary, context: Context
) -> None:
    """Raises Impossible for what no exchange is: `turn down his offer`, which the Company settles,
    and `make wim believe a lie`, who is one of them."""
    talking, text = _format_npc_name(Implied((), context)["TALKING"], context), " ".join(words)
    if not talking:
        return
    if compile_named_pattern("answered").fullmatch(text):
        why = "What the Company takes or turns down is theirs to say: nothing is rolled for it."
        raise Impossible(why, f"To end the talk with it: talk {talking} end {text}")
    misled = compile_named_pattern("made to believe").match(text)
    if misled and vocabulary.names_member(misled["whom"]):
        why = "What one of the Company believes is whoever plays them to say."
        raise Impossible(why, f"To convince {talking} of something: talk {talking} convincing")


def _list_negotiation_end_lines(
    tokens: Sequence[Token], vocabulary: Vocabulary, context: Context
) -> Iterator[str]:
    """The end of a Negotiation with what was agreed, as `deal, he rows them over`; not where
    anything is counted or changes hands, or where they come to blows."""
    talking, words = Implied((), context)["TALKING"], [token.word for token in tokens]
    ends = [at for at in range(1, len(words)) if words[at] == ","] + [len(words)]
    said = (at for at in ends if compile_named_pattern("agreed").fullmatch(" ".join(words[:at])))
    end = next(said, 0) if talking else 0
    agreed = words[end + 1 :]
    text = join_typed_words(tokens)
    if talking and not end and (told := _ENDED_LAST.fullmatch(" ".join(words))):
        agreed = words[: words.index(",")]
        end, text = len(agreed), told["why"]
    if not end or any(word.isdecimal() for word in agreed):
        return
    ended = f"talk {_format_npc_name(talking, context)} end"
    if not agreed:
        yield ended
        return
    who = re.sub(r"'(?:s|ll|d)$", "", agreed[0])
    is_theirs = who in _SUBJECTS or "npc" in vocabulary.find_meanings(who)
    is_blow = not _list_blow_verb_forms().isdisjoint(agreed)
    if is_theirs and not is_blow and not any(map(vocabulary.find_singular, agreed[2:])):
        yield f"{ended} {text}"


@cache
def _list_blow_verb_forms() -> frozenset[str]:
    groups = load_phrases().groups
    verbs = (verb.split()[0] for name in ("assault", "hit") for verb in groups[name])
    return list_verb_forms(tuple(verbs))


def _names_nobody_and_nothing(words: Sequence[str], vocabulary: Vocabulary) -> bool:
    """True where nobody is named, and nothing that one of the Company carries."""
    is_kept = words[:1] == ["keep"]  # whoever keeps something has it already
    things = () if is_kept else map(vocabulary.find_singular, words)
    is_carried = any(thing in vocabulary.carried for thing in things)
    return not is_carried and not any(map(vocabulary.names_person, words))


def _find_listener(
    words: Sequence[str], at: int, category: str, vocabulary: Vocabulary, context: Context
) -> tuple[str, int]:
    """Who is spoken to from a word on, and where the words for them end; "" for nobody."""
    talking = Implied((), context)["TALKING"]
    said = words[at] if words[at:] else ""
    named = vocabulary.find_meanings(said).get("npc", "")
    if named and talking in ("", named):
        return _format_npc_name(named, context), at + 1
    is_hers = said == _HER and any(
        may_be_owned_by_her(Token(word, word)) for word in words[at + 1 : at + 2]
    )
    if talking and said in _HIM and not (is_hers and category == _CONVINCING):
        return _format_npc_name(talking, context), at + 1
    if talking and said in _TOLD.get(category, ()):
        return _format_npc_name(talking, context), at
    told = [*words[at : at + _MOST_BEFORE_THAT]]
    before = told[: told.index("that")] if "that" in told else ["by"]
    is_told = before[:1] not in (["at"], ["by"]) and not any(map(vocabulary.names_person, before))
    if talking and category == "convincing" and is_told:
        return _format_npc_name(talking, context), at + len(before)  # `swears blind that`
    return "", at


def _format_npc_name(npc_id: str, context: Context) -> str:
    known = {npc.id: npc for npc in context.campaign.world.npcs}
    return quote_typed_name(known[npc_id]) if npc_id in known else ""


def _is_said_without_handover(words: Sequence[str], category: str, vocabulary: Vocabulary) -> bool:
    """False where a thing may change hands: what is offered may be in a pack."""
    things = [word for word in words if "carried" in vocabulary.find_meanings(word)]
    return category != "giving" or not things


@cache
def _index_speech_verbs() -> dict[str, str]:
    """The category of an exchange by every form of its verbs."""
    groups = load_phrases().groups
    return {
        form: category
        for category in _CATEGORIES
        for verb in groups[f"speech {category}"]
        for form in inflect_verb(verb)
    }
