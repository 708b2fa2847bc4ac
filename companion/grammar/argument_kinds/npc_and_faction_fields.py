"""The NPC or Faction that a line names, and the new values of its fields: `Brother Odo morale 7 at
reedmarket`."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import chain, pairwise
from typing import Any, Generic, NamedTuple

from companion.errant.checks_and_saves import MAX_THREAT, MIN_THREAT
from companion.errant.names_to_type import quote_typed_name
from companion.errant.reaction import ALIGNMENTS, MAX_DISPOSITION, MIN_DISPOSITION
from companion.grammar.argument_kind import Completion, Kind, LineSoFar, Things, Words
from companion.grammar.argument_kinds.creatures import (
    complete_creatures,
    name_creature_before_fields,
    write_count_as_field,
)
from companion.grammar.argument_kinds.field_values import (
    CLEARING_WORDS,
    parse_alignment,
    parse_movement_dice,
    parse_other_game_statistics,
    parse_text_field,
    parse_yes_or_no,
)
from companion.grammar.argument_kinds.npcs_and_factions import FACTIONS, NPCS, RESERVED_NAMES, M
from companion.grammar.argument_kinds.places import NEW_NAMES, NOTE_NAME, require_guide_seat
from companion.grammar.context import Context
from companion.grammar.name_matching import (
    find_one_by_name,
    get_names,
    list_shown_names,
    match_things_by_name,
    take_leading_name,
)
from companion.grammar.option_and_number_parsing import Arguments, parse_number_between
from companion.refusal import (
    WHO,
    Impossible,
    Malformed,
    Unknown,
    find_similar_words,
    join_words,
    suggest_similar_words,
)
from companion.text_cleaning import quote_name

_BEFORE_FIELDS = ",;: "
"""Signs that only part a name or a value from the field that follows."""
_NAME_PARTICLES = (
    *("a", "an", "the", "of", "from", "at", "and"),
    *("de", "du", "da", "la", "le", "von", "van", "af"),
)
"""Words that begin with a small letter in a name."""
_SCORE = (MIN_DISPOSITION, MAX_DISPOSITION)


class Field(NamedTuple):
    """A field that can be typed: what the menu says of it, a value it may have, and how a value is
    read; for a number, its bounds and the value that clears it."""

    description: str
    example: str
    parse: Callable[[str, str], object] = parse_text_field
    bounds: tuple[int, int] | None = None
    cleared: int | None = None


class TypedFields(NamedTuple, Generic[M]):
    """A name, the values typed for fields, and whose they are, where that is known."""

    name: str
    values: dict[str, str]
    found: M | None = None


class FieldParser(NamedTuple):
    """The fields of NPCs or of Factions. `owner` is what one is called, with its article; `word` is
    the word that sets them; `aliases` are other names of fields."""

    owner: str
    word: str
    fields: Mapping[str, Field]
    aliases: Mapping[str, str]
    example: str

    @property
    def owner_noun(self) -> str:
        """What one is called, without its article."""
        return self.owner.split()[1]

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(self.fields)

    def find_owner_and_fields(
        self, context: Context, words: Words, known: tuple[M, ...]
    ) -> TypedFields[M]:
        """Which of those `known` at this seat `NAME [FIELD VALUE]…` means, None for a new one; and
        the fields. Raises Ambiguous, or Unknown for a name that may be mistyped, or any other name
        at a player's seat."""
        who = f"Who there is: {self.word}"
        try:
            typed, is_written_as_name = self.parse_name_and_fields(words)
        except Malformed as refusal:
            name, _ = take_leading_name(words, known)
            if not context.is_guide and not match_things_by_name(name, known):
                refusal.hint = who
            raise
        if found := match_things_by_name(typed.name, known):
            return TypedFields(*typed[:2], find_one_by_name(self.owner_noun, typed.name, found))
        if not is_written_as_name or not context.is_guide:
            shown_names = chain.from_iterable(map(list_shown_names, known))
            near = suggest_similar_words(typed.name, shown_names)
            near = near or _hint_at_names_with_first_word(typed.name, known)
            if near or not context.is_guide or typed.name.startswith("="):
                make = f"To make them: {self.word} new {quote_name(typed.name)}"
                hint = f"{near} {make if context.is_guide else who}".strip()
                raise Unknown(f"There is nobody called «{typed.name}».", hint)
        return TypedFields(*typed[:2])

    def parse_name_and_fields(self, arguments: Arguments) -> tuple[TypedFields[Any], bool]:
        """The name is all before the first field, and a value goes on to the next; and whether the
        name is written as names are. Raises Malformed where either is missing, Unknown for a number
        that follows no field."""
        known = (*self.names, *self.aliases)
        starts = [at for at, word in enumerate(arguments) if at and word.casefold() in known]
        named = arguments[: starts[0]] if starts else arguments
        name = " ".join(named).strip().rstrip(_BEFORE_FIELDS) if starts else " ".join(named).strip()
        if not name or arguments[0].casefold() in known:
            raise Malformed(WHO, f"Try: {self.word} {self.example}")
        self.parse_name(name)
        for word, value in pairwise(named[1:]):
            if value.lstrip("+-").isdecimal():
                raise self._make_refusal_of_unknown_field(word)
        values: dict[str, str] = {}
        for at, end in pairwise((*starts, len(arguments))):
            field = self.aliases.get(arguments[at].casefold(), arguments[at].casefold())
            value = " ".join(arguments[at + 1 : end])
            values[field] = value.rstrip(_BEFORE_FIELDS) if end < len(arguments) else value
            follows = arguments[end].casefold() if end < len(arguments) else ""
            if not values[field] and self.aliases.get(follows) == field:
                continue  # `at hex 1,2`
            if not values[field]:
                none = "" if field == "name" else ", or none to take it back"
                raise Malformed(
                    f"«{field}» of {name} needs a value{none}.",
                    f"Try: {self.word} {quote_name(name)} {field} {self.fields[field].example}",
                )
        return TypedFields(name, values), all(map(_is_name_word, named))

    def parse_name(self, typed: str) -> str:
        """A name with a capital. Raises Malformed for what can be none."""
        none = typed.casefold() in (*CLEARING_WORDS, *RESERVED_NAMES)
        if none or not any(letter.isalnum() for letter in typed):
            raise Malformed(f"«{typed}» is no name.", f"Try: {self.word} {self.example}")
        return typed[:1].upper() + typed[1:]

    def parse_value(self, field: str, value: str) -> object:
        """The value of a field. Raises Malformed, Unknown, or Impossible out of its bounds."""
        it = self.fields[field]
        if it.bounds is None:
            return it.parse(field, value)
        if value.casefold() in CLEARING_WORDS:
            return it.cleared
        if len(words := value.split()) > 1:
            raise self._make_refusal_of_unknown_field(words[1])
        return parse_number_between(value, *it.bounds, what=field)

    def require_free_name(self, name: str, things: tuple[M, ...]) -> None:
        """Raises Impossible if one of these has this name."""
        if name.casefold() in (each.name.casefold() for each in things):
            message = f"There is {self.owner} called {name} already."
            raise Impossible(message, f"Try: {self.word} {quote_name(name)}")

    def _make_refusal_of_unknown_field(self, word: str) -> Unknown:
        near = find_similar_words(word, self.names)
        known = "" if near else f"You can set {join_words(self.names)}."
        return Unknown(
            f"«{word}» is nothing that {self.owner} has.", known, typed=word, instead=near
        )


def _hint_at_names_with_first_word(name: str, things: tuple[M, ...]) -> str:
    """A hint where the first word is one of a known name, whole."""
    first = next((word for word in name.casefold().split() if word not in _NAME_PARTICLES), "")
    known = [
        quote_typed_name(thing)
        for thing in things
        if first and any(first in re.split(r"[\s-]+", each.casefold()) for each in get_names(thing))
    ]
    return f"Did you mean {join_words(known[:3], 'or')}?" if known else ""


def _is_name_word(word: str) -> bool:
    """True for a word written as in a name: a capital, a small word between, or in quotes."""
    return word[:1].isupper() or " " in word or word in _NAME_PARTICLES


def _make_fields_kind(
    parser: FieldParser, things: Things[Any], *, is_new: bool = False
) -> Kind[Any]:
    """`NAME [FIELD VALUE]…`, of one there is, or of a new one."""

    def read(words: Words, so_far: LineSoFar) -> TypedFields[Any]:
        if is_new and parser is NPC_FIELDS:
            words = write_count_as_field(words, tuple(NPC_FIELDS.fields))
        if parser is NPC_FIELDS:
            words = name_creature_before_fields(words, tuple(NPC_FIELDS.fields), so_far)
        if is_new:
            require_guide_seat(so_far.context, NEW_NAMES, NOTE_NAME)
            return parser.parse_name_and_fields(words)[0]
        return parser.find_owner_and_fields(so_far.context, words, tuple(things.list_all(so_far)))

    def complete(so_far: LineSoFar) -> Iterable[Completion]:
        if not so_far.before:
            return () if is_new else things.list_completions(so_far)
        if so_far.before == ("?",):
            return ()
        typed = so_far.casefolded_words_before
        if typed[-1] in parser.fields:
            return _complete_field_value(so_far)
        fields = parser.fields.items()
        return [Completion(name, each.description) for name, each in fields if name not in typed]

    usage = "NAME… [FIELD VALUE]…" if is_new else "NAME [FIELD VALUE]…"
    return Kind.make_rest_of_line("typed", usage, WHO, read, complete, parser.example)


def _complete_field_value(so_far: LineSoFar) -> Iterator[Completion]:
    """What a field may be that is typed just before."""
    field = so_far.casefolded_words_before[-1]
    if field == "alignment":
        yield from map(Completion, ALIGNMENTS)
    elif field == "at":
        yield from (Completion(quote_typed_name(site), site.name) for site in so_far.nameable_sites)
    elif field == "faction":
        yield from FACTIONS.list_completions(so_far)
    elif field == "creature":
        yield from complete_creatures(so_far)
    elif field in ("met", "shown"):
        what = "of them" if field == "met" else "how hurt they are"
        yield Completion("yes", f"the players know {what}")
        yield Completion("no", "they do not")


NPC_FIELDS = FieldParser(
    "an NPC",
    "npc",
    {
        "disposition": Field("2 to 12", "7", bounds=_SCORE),
        "alignment": Field("L3 to C3", "L1", parse_alignment),
        "threat": Field("a number", "2", bounds=(MIN_THREAT, MAX_THREAT)),
        "morale": Field("2 to 12", "7", bounds=_SCORE),
        "count": Field("how many they are", "8", bounds=(1, 100_000), cleared=1),
        "creature": Field("of the tables: goblin", "goblin"),
        "hp": Field("of one of them, unhurt", "6", bounds=(1, 10_000)),
        "attacks": Field("of one action", "2 x claw d8", parse_text_field),
        "ac": Field("and Hit Dice, of another game", "15 hd 4", parse_other_game_statistics),
        "mv": Field("movement dice", "1/3 fly", parse_movement_dice),
        "special": Field("for the Guide, in a fight", "poison"),
        "shown": Field("yes, players hear how hurt", "yes", parse_yes_or_no),
        "at": Field("a Settlement or place", "reedmarket"),
        "faction": Field("whom they belong to", "wardens"),
        "wants": Field("for the Guide", "the bell"),
        "note": Field("for the Guide", "he lies"),
        "met": Field("yes, the players know of them", "yes", parse_yes_or_no),
        "name": Field("another name", "Odo"),
    },
    {"hex": "at", "place": "at", "settlement": "at"},
    '"Brother Odo" at reedmarket',
)
FACTION_FIELDS = FieldParser(
    "a Faction",
    "faction",
    {
        "reputation": Field("2 to 12", "7", bounds=_SCORE),
        "alignment": Field("L3 to C3", "L1", parse_alignment),
        "met": Field("yes, the players know of them", "yes", parse_yes_or_no),
        "note": Field("for the Guide", "they owe us"),
        "name": Field("another name", "Eels"),
    },
    {},
    '"The Eel Wardens" reputation 6',
)
KINDS: dict[str, Kind[Any]] = {
    "NPC-FIELDS": _make_fields_kind(NPC_FIELDS, NPCS),
    "NEW-NPC": _make_fields_kind(NPC_FIELDS, NPCS, is_new=True),
    "FACTION-FIELDS": _make_fields_kind(FACTION_FIELDS, FACTIONS),
    "NEW-FACTION": _make_fields_kind(FACTION_FIELDS, FACTIONS, is_new=True),
}
