"""What is told of a thing that somebody just got: `the key takes no slot`, `it's worth 60p`. It is
given once more, with its slots or its worth."""

import re

from companion.grammar.phrases.corrections.corrected_last_line import LastLine

_THING = r"(?:ok,? |no,? )?(?:(?P<it>it|that)|(?:the |that |his |her )?(?P<thing>[a-z][a-z' -]*?))"
_WORTH = re.compile(
    rf"(?i){_THING}(?:['’]?s| is) worth (?P<many>\d+) ?(?P<unit>p|pennies|pence|s|shillings?"
    r"|g|guilders?)?"
)
_SLOTS = re.compile(
    rf"(?i){_THING} (?:takes?|takes? up|fills?|needs?|uses?|weighs?) "
    r"(?P<many>no|nothing|0|\d+)(?: (?:slots?|room|space))?"
)
_IN_PENNIES = {"s": 10, "g": 100}
_NOTHING = frozenset(["no", "nothing"])
_GIVE, _SEVERAL = "give", (",", " slots ", " worth ")


def write_last_gift_with_fact(said: str, last: LastLine) -> str:
    """The last gift, of one thing, with what is said of its slots or its worth in pennies; "" for
    anything else, and for another thing."""
    if last.word != _GIVE or any(each in last.said for each in _SEVERAL):
        return ""
    if worth := _WORTH.fullmatch(said):
        pennies = int(worth["many"]) * _IN_PENNIES.get((worth["unit"] or "p")[0].casefold(), 1)
        fact = f"worth {pennies}"
    elif worth := _SLOTS.fullmatch(said):
        many = worth["many"].casefold()
        fact = f"slots {0 if many in _NOTHING else many}"
    else:
        return ""
    is_named = bool(worth["it"]) or (worth["thing"] or "").casefold() in last.said.casefold()
    return f"{last.said} {fact}" if is_named else ""
