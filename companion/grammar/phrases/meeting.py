"""Lines that tell what those do who are met or talked with, as `the robbers attack us`."""

from collections.abc import Collection, Iterator, Sequence
from itertools import dropwhile

from companion.errant.harm import list_heads
from companion.errant.naming import type_name
from companion.errant.world import Npc
from companion.grammar.context import Context
from companion.grammar.phrases.tokens import Token
from companion.grammar.phrases.vocabulary import split_name
from companion.grammar.phrases.ways import inflect_verb, load_phrases
from companion.refusal import Impossible

_OF_ONE = ("he", "she", "it")
_OF_SEVERAL = ("they", "all", "both")
_US = ("us", "we", "company", "party", "at", "on")
_BEGINNING_FIGHTS = "assault"
_LEAVING = "depart"


def list_deeds_of_met(tokens: Sequence[Token], context: Context) -> Iterator[str]:
    """The line of what those do who are met or talked with, where no fight is on. Raises
    Impossible where they leave and nothing of the game changes."""
    if context.campaign.book.combatants:
        return
    phrases = load_phrases()
    words = [token.word for token in tokens if token.word not in (*phrases.articles, ",")]
    words = list(dropwhile(phrases.interjections.__contains__, words))
    for npc in list_met(context):
        deed = _drop_subject(words, npc)
        if _is_deed(deed, _BEGINNING_FIGHTS, _US):
            is_drawn = npc.id == context.campaign.book.met.npc
            yield "fight" if is_drawn else f"fight {type_name(npc)}"
        if _is_deed(deed, _LEAVING, phrases.groups["whence"]):
            if npc.is_in_negotiation:
                yield f"talk {type_name(npc)} end"
                return
            company = "If the Company leaves: out. " if words[0] in _OF_SEVERAL else ""
            note = f"To write it down: note {npc.name} {' '.join(deed)}"
            raise Impossible(f"{npc.name}: whoever leaves needs no line.", company + note)


def list_met(context: Context) -> list[Npc]:
    """Who is talked with, or else who is met in this Turn, as far as this seat knows of them."""
    npcs = context.campaign.world.npcs
    known = [npc for npc in npcs if npc.met or context.is_guide]
    talking = [npc for npc in known if npc.is_in_negotiation]
    return talking or [npc for npc in known if npc.id == context.campaign.book.met.npc]


def _drop_subject(words: Sequence[str], npc: Npc) -> list[str]:
    """What is said after the name of this one, or after a pronoun for them; nothing where a line
    begins with neither."""
    pronouns = _OF_SEVERAL if len(list_heads(npc)) > 1 else (*_OF_ONE, "they")
    names = {form for part in split_name(npc.name) for form in (part, part.removesuffix("s"))}
    names |= {f"{name}s" for name in names}
    first = words[0] if words else ""
    rest = list(dropwhile((pronouns if first in pronouns else names).__contains__, words))
    return rest if len(rest) < len(words) else []


def _is_deed(words: Sequence[str], group: str, others: Collection[str]) -> bool:
    """True for a verb of a group and nothing but these others after it."""
    forms = {form for verb in load_phrases().groups[group] for form in inflect_verb(verb)}
    return bool(words) and words[0] in forms and set(words[1:]) <= {*others}
