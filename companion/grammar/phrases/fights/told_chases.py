"""What is told while a Chase is on: `wim sprints ahead`, `we lost them`, `roll the chase`."""

import re
from collections.abc import Iterator, Sequence

from companion.campaign.campaign import Campaign
from companion.errant.fights import Chase
from companion.errant.names_to_type import quote_typed_name
from companion.grammar.phrases.fights.foes.fighters import find_only_foe
from companion.grammar.phrases.phrasebook.vocabulary import Vocabulary
from companion.grammar.phrases.sentences.tokens import Token
from companion.grammar.phrases.whole_line_phrases import drop_articles

_END = (
    r"(?:(?: ,| and)* (?:(?:that|it|this) (?:is )?)?(?:end of )?chase"
    r"(?: is)?(?: over| done| ends)?)?"
)
_GOT_AWAY = re.compile(
    r"(?:so |and |ok |then )*(?P<who>we|they|company|everyone)(?: have| all| finally| just)*"
    rf" (?:get|gets|got|make|made) (?:clean |clear )?(?:away|clear){_END}"
)
_ROLLED = re.compile(
    r"(?:ok ,? ?)?(?:(?:roll|roll for|next roll of|continue|go on with) (?:chase|movement|it)"
    r"|(?:and )?(?:again|once more)|keep (?:going|running|chasing|at it)|next round|push on)"
)
_SPRINTING = re.compile(r"(?P<who>[a-z]+) sprints?(?: ahead| off| hard| on| away| for it)?")


def list_chase_lines(
    tokens: Sequence[Token], vocabulary: Vocabulary, campaign: Campaign
) -> Iterator[str]:
    """The line of what is told; nothing where no Chase is on. Foes who are hunted and get away have
    left the fight; the Company that gets away ends the Chase."""
    chase = campaign.book.chase
    if chase == Chase():  # nobody hunts anybody
        return
    said = " ".join(token.word for token in drop_articles(tokens))
    foe = find_only_foe(campaign)
    is_company_hunted = not {each.id for each in campaign.errants}.isdisjoint(chase.fugitives)
    if got_away := _GOT_AWAY.fullmatch(said):
        if is_company_hunted:
            yield "chase end"
        elif foe and got_away["who"] == "they":
            yield f"fight drop {quote_typed_name(foe)}"
    if _ROLLED.fullmatch(said):
        yield "chase"
    sprint = _SPRINTING.fullmatch(said)
    if sprint and (who := vocabulary.find_member(sprint["who"])):
        yield f"chase sprint {who}"
