"""The word that a line means; and what to try where it begins with somebody's name instead."""

from companion.campaign.campaign import Campaign
from companion.commands.names import errant_called
from companion.commands.sitting import WORDS, Handler
from companion.refusal import Unknown
from companion.words.line import Line, quoted
from companion.words.registry import Word


def word_meant(line: Line, campaign: Campaign, *, whole: bool) -> Word[Handler]:
    """The word a line begins with. Unknown or Ambiguous with what would do: a line that begins
    with an Errant is told with its word put first."""
    try:
        return WORDS.find(line.word, whole=whole)
    except Unknown as refusal:
        errant = errant_called(campaign, line.word)
        if errant is None:
            raise
        first, _, rest = line.rest.partition(" ")
        meant = WORDS.meant(first.casefold()) if first else [WORDS.find("slots")]
        words = (meant[0].name, rest) if len(meant) == 1 else ("declare", line.rest)
        way = f"{words[0]} {quoted(errant.id)} {words[1]}".rstrip()
        raise Unknown(refusal.message, f"The word comes first. Try: {way}") from None
