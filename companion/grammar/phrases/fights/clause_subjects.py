"""Finds who does something in a clause of a fight: those of the Company, or a group of foes."""

from companion.campaign.campaign import Campaign
from companion.campaign.fights.fights import can_fight, list_numbers_still_standing
from companion.errant.company import Errant
from companion.errant.names_to_type import quote_typed_name
from companion.errant.singulars import singularise_name
from companion.errant.world import Npc
from companion.grammar.phrases.fights.foes.fighters import FighterReader
from companion.grammar.phrases.phrasebook.vocabulary import Vocabulary
from companion.grammar.phrases.phrasebook.word_forms import list_company_words
from companion.grammar.phrases.sentences.tokens import Token
from companion.grammar.phrases.whole_line_phrases import drop_articles

Tokens = tuple[Token, ...]


class ClauseSubjects:
    """Tells who does something in the clauses of a fight that goes on."""

    def __init__(self, vocabulary: Vocabulary, campaign: Campaign) -> None:
        self.vocabulary = vocabulary
        self.campaign = campaign

    def split_leading_people(self, tokens: Tokens) -> tuple[list[str], Tokens]:
        """Those of the Company with whom a clause begins, and what follows them."""
        plain = tuple(drop_articles(tokens))
        reader = FighterReader([*plain], self.vocabulary, self.campaign)
        if reader.skip((*list_company_words(), "all", "of")):
            end = reader.at
            named = reader.read_name() if reader.words[end - 1] in ("all", "of") else None
            if named and isinstance(named[0], Npc):  # `all the goblins`
                return [], plain
            able = (who for who in reader.fighters.values() if can_fight(reader.campaign, who))
            return [quote_typed_name(who) for who in able if isinstance(who, Errant)], plain[end:]
        people: list[str] = []
        end = 0
        while (named := reader.read_name()) and isinstance(named[0], Errant):
            people.append(quote_typed_name(named[0]))
            end = reader.at
            reader.skip(("and", ",", "both", "all"))
        return people, plain[end:]

    def split_subject(self, tokens: Tokens) -> tuple[Tokens, Tokens]:
        """Who does something, and what follows them; all of it follows where nobody is named."""
        people, rest = self.split_leading_people(tokens)
        if people:
            return tuple(Token(each, each) for each in people), rest
        reader = FighterReader(drop_articles(tokens), self.vocabulary, self.campaign)
        if reader.read_group() is None:
            return (), tokens
        return tuple(reader.tokens[: reader.at]), tuple(reader.tokens[reader.at :])

    def find_errant(self, name: str) -> Errant | None:
        """One of the Company by the name that is typed of them."""
        company = self.campaign.errants
        return next((each for each in company if quote_typed_name(each) == name), None)

    def find_numbered_group(self, tokens: Tokens) -> str:
        """The name of the group of which some are named by their numbers; "" for none."""
        plain = drop_articles(tokens)
        group = FighterReader([*plain], self.vocabulary, self.campaign).read_group()
        return group.who.name.casefold() if group and group.numbers else ""

    def insert_on_after_group(self, tokens: Tokens) -> Tokens:
        """`the rest on wim` for `the rest wim`; nothing where no group is named."""
        plain = drop_articles(tokens)
        reader = FighterReader([*plain], self.vocabulary, self.campaign)
        group = reader.read_group()
        if group is None or isinstance(group.who, Errant):
            return ()
        article = tokens[:1] if plain[0] != tokens[0] else ()
        said = (*reader.tokens[: reader.at], Token("on", "on"), *reader.tokens[reader.at :])
        return (*article, *said)

    def replace_pronoun(self, mentioned: Tokens, pronoun: Token) -> Tokens:
        """Those who were mentioned, in the place of a pronoun: `it` is one alone of several."""
        reader = FighterReader([*mentioned], self.vocabulary, self.campaign)
        group = reader.read_group() if pronoun.word != "them" else None
        if group is None or group.numbers or isinstance(group.who, Errant):
            return mentioned
        if len(list_numbers_still_standing(self.campaign, group.who)) < 2:
            return mentioned
        one = singularise_name(mentioned[-1].word)
        return (*mentioned[:-1], Token(one, one))
