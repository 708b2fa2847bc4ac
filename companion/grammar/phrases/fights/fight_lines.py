"""Lines of a fight as people say them: `goblins 2 and 3 attack bree`, `the rest on wim`, `odd`.

Such a line is read as a whole: who does it, what they do, and to whom. Of a group it counts those
who are meant; where it names nobody, it is the only group of foes.
"""

from collections.abc import Iterator, Sequence

from companion.campaign.campaign import Campaign
from companion.campaign.fights.fights import find_combatant, list_numbers_still_standing
from companion.errant.company import Errant
from companion.errant.harm.harm import count_group_members
from companion.errant.names_to_type import quote_typed_name
from companion.errant.world import Npc
from companion.grammar.argument_kinds.packs.items_by_typed_name import match_carried_items
from companion.grammar.context import Context
from companion.grammar.phrases.fights.attacks.attack_manners import (
    drop_simile,
    move_sneaking_last,
    refuse_foe_named_by_deed,
)
from companion.grammar.phrases.fights.attacks.attackers_per_target import add_group_name_to_shares
from companion.grammar.phrases.fights.attacks.told_harm import BlowReader
from companion.grammar.phrases.fights.attacks.weapons import POSSESSIVES
from companion.grammar.phrases.fights.foes.casualties import (
    LEAVING,
    list_fight_down_lines,
    list_fight_end_lines,
    read_kill_as_fight_down,
)
from companion.grammar.phrases.fights.foes.fighters import AND, OTHERS, FighterReader, Group
from companion.grammar.phrases.fights.foes.group_name_shorthand import names_one_by_group_name
from companion.grammar.phrases.fights.foes.wavering_foes import (
    ask_whether_runner_left,
    ask_whether_they_left,
    is_way_out_of_fight,
    list_lines_killing_only_foe,
    list_pursuit_lines,
    list_wavering_lines,
    name_fleeing_foe,
)
from companion.grammar.phrases.fights.initiative_calls import list_initiative_call_lines
from companion.grammar.phrases.fights.told_chases import list_chase_lines
from companion.grammar.phrases.phrasebook.phrases_file import Words, load_phrases
from companion.grammar.phrases.phrasebook.vocabulary import Vocabulary
from companion.grammar.phrases.phrasebook.word_forms import inflect_verb, list_verb_group_forms
from companion.grammar.phrases.sentences.back_references import refuse_number_without_attack
from companion.grammar.phrases.sentences.tokens import Token, join_typed_words
from companion.refusal import Ambiguous, Impossible

_SAID_BESIDES = ("now", "then", "just", "also", "all", "both", "each")
"""Words that may stand before what somebody does."""
_ATTACK = "attack"
_SPOKEN_TO = 4
"""Words of a line that speaks to somebody last, as `hit goblin, bree`."""
_WITH = ("with", "using", "by", "on", "it", "of")
_BEFORE_ATTACKER = (",", "with", "by")
_WANTING, _HAVING = ("wants", "want"), ("have", "has", "had", "'ve")
_SMALL = ("that", "this", "those", "these")
_CONTRACTED = {"they've": ("they", "have"), "they're": ("they", "are"), "we're": ("we", "are")}
_UP = ("up", "free", "to", "his", "her", "its", "their", "feet", "back", "on", "loose", "again")
_BACK = (
    *("back", "behind", "put", "out", "of", "it", "away", "still", "here", "there", "fight"),
    *("near", "close", "to", "with", "next", "by"),
)


def list_fight_lines(
    tokens: Sequence[Token], vocabulary: Vocabulary, context: Context
) -> Iterator[Words]:
    """The lines that a whole line of a fight means; several together where none is likelier.
    Nothing where nobody fights. Raises a Refusal where it is clear that something of a fight is
    meant, but not what."""
    campaign = context.campaign
    if not campaign.book.combatants:
        return

    def list_others(said: Sequence[Token]) -> Iterator[Words]:
        return list_fight_lines(said, vocabulary, context)

    refuse_foe_named_by_deed(tokens, campaign)
    yield from ((line,) for line in list_chase_lines(tokens, vocabulary, campaign))
    yield from list_fight_end_lines(tokens, context, list_others)
    yield from list_wavering_lines(tokens, list_others)
    yield from list_pursuit_lines(tokens, context.campaign)
    if named := name_fleeing_foe(tokens, campaign):
        yield from list_others(named)
    yield from list_lines_killing_only_foe(tokens, vocabulary, campaign)
    if plainer := drop_simile(tokens):
        yield from list_others(plainer)
    if sneaking := move_sneaking_last(tokens):
        yield from (said for said in list_others(sneaking) if " sneak" in said[0])
    if tokens[2:] and tokens[0].word.isdecimal() and tokens[1].word == "more":
        lines = list_others([tokens[0], *tokens[2:]])  # `two more goblins flee`
        yield from (said for said in lines if said[0].startswith(LEAVING))
    articles = {*load_phrases().articles}
    plain = [token for token in tokens if token.word not in (*articles, "too")]
    plain = [part for token in plain for part in _split_they_are(token)]
    if plain[1:] and plain[0].word in _SMALL and plain[1].word not in ("one", "1", "is"):
        plain = plain[1:]  # `that goblin is dead`
    yield from ((line,) for line in list_initiative_call_lines(plain, vocabulary, campaign))
    plain = _move_attacker_first(plain, vocabulary, campaign)
    add_group_name_to_shares(plain, campaign)
    refuse_number_without_attack(plain)
    reader = _Reader(plain, vocabulary, context)
    if not reader.tokens:
        return
    yield from read_kill_as_fight_down(reader)
    reader.at = 0
    yield from reader.read_gambit_alone()
    reader.at = 0
    yield from reader.read_hp_taken_off()
    reader.at = 0
    if group := reader.read_group():
        yield from reader.list_deeds(group)


def _split_they_are(token: Token) -> list[Token]:
    """`they` and `are` of `they're`; any other word as it is."""
    words = _CONTRACTED.get(token.word)
    return [Token(word, word) for word in words] if words else [token]


def _move_attacker_first(
    tokens: list[Token], vocabulary: Vocabulary, campaign: Campaign
) -> list[Token]:
    """The words with the one Errant in front who comes last, as in `hit goblin 2, bree`. Raises
    Ambiguous for `attack goblin 2 bree`, as who attacks comes first in the strict form."""
    faces = tokens[-1:] if tokens and tokens[-1].word.startswith("=") else []
    said = tokens[: len(tokens) - len(faces)]
    named = [each for each in said if vocabulary.names_member(each.word)]
    if len(said) < _SPOKEN_TO or named != said[-1:]:
        return tokens
    if said[0].word not in (*list_verb_group_forms("hit"), *list_verb_group_forms("press")):
        return tokens
    foe, last = said[1:-1], said[-1]
    if foe[-1].word in _BEFORE_ATTACKER:
        return [last, said[0], *foe[:-1], *faces]
    if not foe[-1].word.isdecimal():
        return tokens
    if said[0].word == _ATTACK:
        group = FighterReader(foe, vocabulary, campaign).read_group()
        who = vocabulary.find_member(last.word)
        struck = group.write_name() if group else " ".join(token.word for token in foe)
        ways = f"attack {who} on {struck}, or attack {struck} on {who}"
        raise Ambiguous("Who attacks?", f"Try: {ways}")
    return [last, said[0], *foe, *faces]


class LateBlocks(Impossible):
    """Blocks that are said by themselves: they belong to the attack, before its dice."""


class _Reader(BlowReader):
    """A line of a fight, read from its beginning."""

    def list_deeds(self, group: Group) -> Iterator[Words]:
        """The lines of what they do, if all of the line is understood so."""
        self.skip(_SAID_BESIDES)
        if self.word in _WANTING and self.words[self.at + 1 :][:1] == ["to"]:
            self.at += 2
        begun = self.at
        reads = (
            self.read_hp_taken_off,
            self.read_attack,
            self.read_manoeuvre_as_gambit,
            self.read_sneaking,
        )
        others = (
            self.read_blow,
            self.read_blow_suffered,
            self.read_rolled_damage,
            self.read_harm_taken,
            self._read_search_of_pack,
            self._read_getting_free,
            self._read_fleeing,
            self.read_moving,
        )
        for read in (*reads, *(() if self._names_last_of_several(group) else others)):
            self.at = begun
            yield from read(group)
        self.at = begun
        yield from list_fight_down_lines(self, group)
        self.at = begun
        self._refuse_blocking(group)
        self._refuse_idling(group)

    def _names_last_of_several(self, group: Group) -> bool:
        """True for `the last goblin` where several stand: nobody knows its number."""
        is_last = group.says_rest and self.words[:1] == ["last"]
        is_several = not isinstance(group.who, Npc) or (
            len(list_numbers_still_standing(self.campaign, group.who)) > 1
        )
        return is_last and is_several

    def _read_search_of_pack(self, group: Group) -> Iterator[Words]:
        """`gets out her oil`: what is in the pack is looked for."""
        who = group.who
        if not isinstance(who, Errant) or self.word not in list_verb_group_forms("unpack"):
            return
        self.at += 1
        self.skip(("out", "up", *POSSESSIVES))
        begun = self.at
        while self.word and self.word not in ("out", "from"):
            self.at += 1
        thing = join_typed_words(self.tokens[begun : self.at])
        self.skip(("out", "from", "of", *POSSESSIVES, "pack", "bag", "backpack"))
        found = match_carried_items(who, thing) if thing and self.at == len(self.tokens) else []
        if found and all(item.place == "pack" or item.inside for item in found):
            yield (f"fetch {quote_typed_name(who)} {thing}",)

    def _read_getting_free(self, group: Group) -> Iterator[Words]:
        """`gets up`, `is free`: what a gambit did to them is over."""
        combatant = find_combatant(self.campaign, group.who.id)
        if (
            combatant is None
            or not combatant.suffers
            or self.word not in list_verb_group_forms("rise")
        ):
            return
        verb, self.at = self.word, self.at + 1
        is_up = self.skip(_UP) or verb in inflect_verb("rise")  # who breaks flees
        if is_up and self.at == len(self.tokens):
            numbers = map(str, group.numbers)
            yield (" ".join(("fight clear", quote_typed_name(group.who), *numbers)),)

    def _read_fleeing(self, group: Group) -> Iterator[Words]:
        """`flees`, `runs away`, `surrender`: foes who leave the fight. Where no number is said they
        are the last of their group. Raises Ambiguous for `the other one flees` where more are
        left."""
        who, combatant = group.who, find_combatant(self.campaign, group.who.id)
        is_foe = combatant is not None and combatant.side == "others"
        if not isinstance(who, Npc) or not is_foe:
            return
        if has_enough := self.skip(_HAVING) and self.skip(("enough",)):
            self.skip((*AND, "they", "it", "he", "she", "of", "this", "us"))
        if has_enough and not self.word:
            message = "Do they leave the fight? That is said, or rolled."
            ways = f"fight drop {group.write_name()}, or morale {quote_typed_name(who)}"
            raise Ambiguous(message, f"Try: {ways}")
        gets_away = self.word in inflect_verb("get") and self.words[self.at + 1 :] == ["away"]
        if self.word not in list_verb_group_forms("flee") and not gets_away:
            return
        if group.many and self.words[self.at :] == ["left"]:
            ask_whether_they_left(who, group.many, self.campaign)
        verb, self.at = self.word, self.at + 1
        is_out = is_way_out_of_fight(verb, self.words[self.at :])
        ask_whether_runner_left(self.words[self.at :], group.write_name())
        self.skip(tuple(load_phrases().groups["whence"]))
        if self.at < len(self.tokens) and not is_out:
            return
        standing = list_numbers_still_standing(self.campaign, who)
        is_rest = group.is_rest and not names_one_by_group_name(self.words, who)
        if count_group_members(who) < 2 or is_rest:
            numbers: tuple[int, ...] = ()
        else:
            if group.many == 1 and not {*OTHERS}.isdisjoint(self.words):
                self.ask_which_one(who, "fight drop {}")
            numbers = group.numbers or standing[-(group.many or 1) :]
        yield (" ".join(("fight drop", quote_typed_name(who), *map(str, numbers))),)

    def _refuse_blocking(self, group: Group) -> None:
        """Raises LateBlocks for `bree blocks 1` and `bree blocks with her shield`: that is said
        before the dice."""
        if not isinstance(group.who, Errant) or self.word not in ("block", "blocks"):
            return
        self.at += 1
        number = self.word if self.word.isdecimal() else ""
        self.at += bool(number)
        is_told = self.skip((*_WITH, *POSSESSIVES))
        thing = join_typed_words(self.tokens[self.at :])
        if thing and not number and not (is_told and match_carried_items(group.who, thing)):
            return
        foe = self.find_only_group()
        attacker, who = quote_typed_name(foe) if foe else "goblins", quote_typed_name(group.who)
        line = f"attack {attacker} on {who} blocks {number or 1}"
        why = f"Blocks are said with the attack, before the dice, as {line}."
        raise LateBlocks(why, "To read how: help attack")

    def _refuse_idling(self, group: Group) -> None:
        """Raises Impossible for `stays back`: what nobody does needs no line."""
        if self.word not in list_verb_group_forms("stay"):
            return
        self.at += 1
        self.skip(_BACK)
        self.read_name()
        if self.at == len(self.tokens):
            name = quote_typed_name(group.who)
            why = f"{group.who.name} does nothing: that needs no line."
            raise Impossible(why, f"To fall back: walk {name}")
