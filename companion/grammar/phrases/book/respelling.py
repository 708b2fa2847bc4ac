"""Spells words as the phrasebook has them: contractions in full, marks as words, numbers as
figures."""

import re
from functools import cache, lru_cache

from companion.grammar.phrases.book.phrases_file import load_phrases

_CONTRACTIONS = (
    (r"^((?:(?:so|ok|and|but|well|oh|hey),? )?)(?:wat|wot|wut)('?s)?\b", r"\1what\2"),
    (r"\b(?:insted|instaed)\b", "instead"),
    (r"(?<!\w)'?em\b", "them"),
    (r"\bdmg\b", "damage"),
    (r"\bwhom\b", "who"),
    (r"\bthe (?:whole )?lot of (?=them\b|us\b|you\b|the \w)", "all of "),
    (
        r"(\b(?:shoots?|fires?|looses?|arrows?|bow)\b.*?),? (?:right )?(?:(?:at|from|near) the"
        r" (?:very )?(?:edge|limit|end) of (?:its|his|her|their|the) (?:reach|range)"
        r"|(?:at|from) (?:long|extended|extreme|far) range|from (?:far (?:off|away)|afar))\b",
        r"\1 far",
    ),
    (r"\b(in|on)2\b", r"\1to"),
    (r"\bhalf an? dozen\b", "6"),
    (r"\blemme\b", "let me"),
    (r"\b(?:is|are) (\d+) from (?:now|here) on\b", r"is \1 now"),
    (r"\barmor(ed|ers?)?\b", r"armour\1"),
    (r"\b(?:w/|w(?= (?:his|her|their|my|our|the|a|an)\b))", "with"),
    (r"(?<=[a-z]) (?:n|'n'|n') (?=[a-z])", " and "),
    (r"\bno[ -]?one(?:s|'s)(?= (?:on|at|in|up|out|off)\b)", "nobody is"),
    (r"\bno[ -]?one\b", "nobody"),
    (r"\b(is|are|was|were|has|have|had|do|does|did|could|would|should|ca|wo)nt\b", r"\1n't"),
    (r"\b(they|you)re\b", r"\1're"),
    (r"\b(they|you|we|i)ve\b", r"\1 have"),
    (r"\b(he|she)s\b", r"\1's"),
    (r"\bim\b", "i'm"),
    (r"\br (?=we\b|they\b|you\b)", "are "),
    (r"\b(what|that|who(?:ever)?|where|how|it|there)'?s\b", r"\1 is"),
    (
        r"(?<=\w)'s (over|done|gone|out|off|lit|dark|back|here|away|dead|down|up|finished)\b",
        r" is \1",
    ),
    (r"\b(\d)s (?=(?:dead|dying)\b)", r"\1 is "),
    (r"(^|, )were (?=\w+ing\b)", r"\1we're "),
    (r"\b(what|who|where|how|when)'d\b", r"\1 did"),
    (r"\b(what|who|where|how|when)'ll\b", r"\1 will"),
    (r"\b(\w+)'ve\b", r"\1 have"),
    (r"\blets\b", "let's"),
    (r"'s(?= \w+ \w+ (?:richer|poorer)\b)", " is"),
    (r"\ban hour and a half\b", "90 minutes"),
    (r"\bhalf (?:an? )?(?:hour|hr)\b", "30 minutes"),
    (r"\bhalf a day\b(?!['’])", "12 hours"),
    (r"\b(a )?quarter of an hour\b", "15 minutes"),
)
"""Words as people write them, and as the phrasebook and what they type have them."""
_MAGIC = r"(?:curse|poison|venom|spell|hex|disease|charm)"
"""What has a Threat, by whatever name."""
_MARKS = (
    (r"’", "'"),
    (r"&", " and "),
    (r"(?<!\S)@ ?(?=\w)", "at "),
    (r"\b(\d) ?in ?(\d)\b", r"\1 in \2"),
    (r"(?<=[a-z]{2}) ?\+ ?(?=[a-z]{2})", " and "),
    (
        r"(?<=[a-z]{2}) plus (?=[a-z])"
        r"(?!(?:one|two|three|four|five|six|seven|eight|nine|ten)\b(?! \w+s?\b))",
        " and ",
    ),
    (
        r"^(?:we|(?:the |our )?(?:party|company|players)) (?:have |has |just )*(?:lost|loses?)"
        r" (?:the )?init(?:iative)?[.!]?$",
        "foes first",
    ),
    (
        r"^(?:they|(?:the )?(?:foes|enem(?:y|ies)|monsters|others)) (?:have |has |just )*"
        r"(?:lost|loses?) (?:the )?init(?:iative)?[.!]?$",
        "we first",
    ),
    (r"^by\b", "buy"),
    (r"^(e|ev|n|log|die)(\d+)$", r"\1 \2"),
    (r"\s*<-\s*", " gets "),
    (r"(?<=[a-z])>(?=[a-z])", " to "),
    (r"\s*(->|→|(?<!\S)>(?!=))\s*", " to "),
    (r"(?<=[\w'])\s*[!?;.]+\s+(?=\w)", " , "),
    (r"(?<=\w) +[-–—]+ +(?=[a-z])", " , "),
    (
        r"(?:,(?: and| but)?|(?: and| but)? (?:it|that)(?:'s| is| was)| an?)(?: an?)?(?: \w+)?"
        r" (?:nasty|tricky|tough|rough|awkward|dodgy|ugly|mean|slippery|steep|narrow) one\b",
        " ,",
    ),
    (r"\b(?:unable to|cannot|can't) see(?= for (?:the next )?\w+ (?:rounds?|turns?)\b)", "blinded"),
    (r"\b(?:puts?|sets?|lays?) ((?:his|her|the|their) \w+) down here\b", r"leaves \1 here"),
    (r"(\breact\w*\b.*[a-z,]) +(?:at |with )?(1|2|3|one|two|three) less\b", r"\1 minus \2"),
    (
        r"^there (?:was|were|is|are) ([^,]+?)(?: (?:in|on|under|behind|inside) the \w+)?\s*,"
        r"\s*(?:and |so )?(?:it|they|that|which)(?= (?:goes|go|went)\b)",
        r"\1",
    ),
    (
        r"^(?!(?:who|what|which|ha[sd]|have|is|was|did)\b)(?!.*\b(?:no|not|never|nothing|nobody|none"
        r"|if|unless|may|might|would|could|should|almost|nearly|\w+n't)\b)[a-z' ]+? (?:has |have )?"
        r"(?:left|leaves?|made|makes?|struck|strikes?) (\w+)"
        r"(?= (?:blind|deaf|stunn|daz|poison|paraly[sz]|prone|confus|nause)\w*"
        r"(?: for (?:the next )?\w+ (?:rounds?|turns?))?[.!]*$)",
        r"\1 is",
    ),
    (r"(?<=[^\s\d]),|,(?=\s|$)|,(?=[^\s\d-])", " , "),
    (r"\b(?:two|2|three|3|four|4) dice[:,]? (?=\d)", ""),
    (r"\bx (\d+)\b", r"x\1"),
    (r"(?<=[a-z])=(?=\d)", " ="),
    (r"(\b\d+) on (?:the|a|his|her) (?:die|dice|d20)\b", r"=\1"),
    (r"\b(\d)/(\d)$", r"\1,\2"),
    (r"\b(\d+) d (\d+)\b", r"\1d\2"),
    (r"^((?:please |ok |so )*(?:roll |throw )?(?:an? )?)d (?=\d+\b)", r"\1d"),
    (r"^([a-z]+ and [a-z]+)\s*,\s*((?:what|where|how|are|do)\b[^,?]*\bthey\b[^,?]*)\??$", r"\2 \1"),
    (
        r"\b(\d+d\d+),? (?:keep(?:ing)?|best|top|highest)(?: the| high\w*| best| top)* ?(\d+)\b",
        r"\1kh\2",
    ),
    (r"\b(\w+) (?:more|further|whole|full) (?=(?:turn|round|hour|minute|day|week)s?\b)", r"\1 "),
    (r"\band add (?=(?:\d+|one|two|three|four|five|six)\b)", "plus "),
    (r"^how much (?:is|are) (?=(?:supply|rations?|food)(?: here| in town)?\??$)", "price of "),
    (r"^((?:i |we )?(?:give|need|want|draw|roll)(?: me| us)?) some (?=random |new )", r"\1 "),
    (r"(?<=\w),? not (?:an? )?(?:one|two|three|four|five|six|\d+)$", ""),
    (
        r"\b(?:ha[sd]|hav(?:e|ing)|takes?|taking|took) an? (?:go|swing|pop|stab|swipe) at\b"
        r"(?! \w+ing\b)",
        "attacks",
    ),
    (r"\b(?:ha[sd]|have|takes?|took) an? shot at\b(?! \w+ing\b)", "shoots"),
    (r"\b(\d+)[- ]?side(?:d (?:die|dice)|rs?)\b", r"d\1"),
    (r"\bhalf an? (?:item )?slot\b", "0.5 slots"),
    (r"\boil (?:flask|bottle|jar|vial)s?\b", "oil"),
    (r"\b(?:an? )?quarter(?: of an?)? (?:item )?slot\b", "0.25 slots"),
    (r"\b(gold|silver|copper) (?:coins?|pieces?)\b", r"\1"),
    (r"\b(\d+)\+(?=\s|$)", r"\1 or more"),
    (
        r"^(?:(?:wait|oh|ah|hm+|no|nah|nope|ok|actually)[, ]+)*"
        r"(?:no|nah|nope|wait|hang on|hold (?:on|up))\s*,\s*",
        "",
    ),
    (r"^(?:nah|nope)[ ,]+(?=\w)", ""),
    (
        r"^(?!who\b|what\b|i\b)((?:(?:the|our) )?[a-z]+) (?:won|wins?|have|has|got|gets?)"
        r" (?:the )?init(?:iative)?[.!]?$",
        r"\1 first",
    ),
    (r"\b4d(\d+),? drop(?:ping)? (?:the )?lowest\b", r"4d\1kh3"),
    (r"(?<=\w):(?=\s|$)", " "),
    (r"^(?!what|who)(.+?)(?:'s| is| are)? doing what\??$", r"what is \1 doing"),
    (
        r"^(?:ask (?:a?round|about)(?: town)? (?:whether|if) (?:any|some)(?:body|one)(?: here)?"
        r" (?:has|have)(?= (?:an?|any|some|\d+) | \w+(?: to spare)?$)"
        r"|(?:ask|check|find out|see)\b.* (?:whether|if)"
        r" (?:any|some)(?:body|one)(?: here)? (?:sells|(?:is |'s )?selling|stocks"
        r"|(?:has|have)(?=.* for sale$)))"
        r" (.+?)(?: to spare| for sale| spare)?$",
        r"ask around for \1",
    ),
    (
        r"^(?:[\w']+ )*?(?:everything|all|what)(?: that| which)?"
        r" (?:might|could|can|may) come up (?:under|on|in|for) (?:the )?(.+?)(?: table)?\??$",
        r"show table \1",
    ),
    (
        r"^(?:(?:what (?:are|is) |how )?(?:the )?(?:odds|chances?|likely|likel[iy]hood|probability)"
        r" (?:of|for|on|is) (?:each|every)(?: one)?(?: of| in| on)? (?:the )?(.+?))\??$",
        r"odds \1",
    ),
    (
        r"^(.+?)[, ]+(?:the )?(?:odds|chances?|likel[iy]hood|probability) (?:of|for) each\??$",
        r"odds \1",
    ),
    (
        r"^odds (\w+) (?:encounters?|beasties|beasts|monsters|creatures|critters)$",
        r"odds \1-encounters",
    ),
    (
        r"^(?:say|sup+ose|supposing|if|imagine) (?:it|we) ?(?:'s|is|are|wa?s|were)(?: in)?"
        r" (spring|summer|autumn|winter)[, ]+(.*\bweath\w+\b.*?)\??$",
        r"\2 in \1",
    ),
    (r"^((?:show|list|give)(?: me| us)?) (?:only|just) ", r"\1 "),
    (r"\b(?:really|truly) fine (?=[a-z])", "masterwork "),
    (r"\b(?:easy|tricky|tough|hard|difficult) \((?:dv )?(\d+)\)", r"dv \1"),
    (r"[()]", " , "),
    (r"\b\d+ ?(?:ft|feet|foot|yards?|metres?) of (?=\w)", "a "),
    (
        r"^(?!how)(.*[^\s,])[\s,]+"
        r"(how (?:much|many|long|dear)(?: more| longer| left| are they asking)?)\??$",
        r"\2 \1",
    ),
    (
        r"^how (?:much|dear|expensive|pricey|steep)(?: (?:is|are|for|does))?(?: an?| the| our)?"
        r" (?=(?:(?:decent|cheap|night'?s) )?(?:beds?|lodgings?|(?<! much )rooms?|night)\b)",
        "price of a ",
    ),
    (r"(\blights? .*) (?:from|off|with) (\w+'?s) (?:torch|lantern|lamp|candle)$", r"\1 from \2"),
    (
        r",? (?:with |for )?(?:(\d+) (?:points? of )?depletion|depletion (?:of )?(\d+))$",
        r" for \1\2 depletion",
    ),
    (r"\bthreat (?:level )?(?:of )?(?=\d)", "threat "),
    (rf"(\b{_MAGIC})\s*,?\s+(?:of )?strength (?=\d)", r"\1 threat "),
    (rf"\bstrength (?=\d+,? {_MAGIC}\b)", "threat "),
    (
        r",\s*(?:for |(?:(?:(?:i|we) )?rolled|does|deals) )?(\d+d?\d*) ?(?:points? of )?"
        r"(damage|dmg|harm)$",
        r" for \1 \2",
    ),
    (r"\bor (?:better|higher|above)\b", "or more"),
    (r"\b(?:hit|life|health)[- ]?points?\b", "hp"),
    (r"(?<=\d) health(?:wise)?(?= from\b|\s*(?:$|,))", " hp"),
    (r"(?<=\d)(hp|dmg|damage|ft|feet)\b", r" \1"),
    (r"(?<=[\w\"»”])[?!.;]+(?=\s|$)", ""),
    (
        r"(?<=\w)\s*,\s+(?:(?:it|they|that)(?:'?s|'?re| is| are) )?(?:way |far |much )?too [a-z]+$",
        "",
    ),
)
"""Marks between words, and orders of words, of what is typed alone; what they are read as."""


def expand_contractions(text: str) -> str:
    """A text with `what's` and `whats` as `what is`, and times as a number and a unit."""
    return respell(text, _CONTRACTIONS)


def replace_marks(text: str) -> str:
    """A text with the marks between its words as the words that they stand for."""
    return respell(text, _MARKS)


Respellings = tuple[tuple[str, str], ...]
"""Patterns, and what is written instead of what they find; one after the other, case-blind."""


@lru_cache(maxsize=32)
def respell(text: str, respellings: Respellings) -> str:
    """A text with everything that the patterns find written otherwise. Each way to read a line asks
    for the same ones."""
    any_of_them, each = _compile_respellings(respellings)
    if any_of_them.search(text):  # in most lines there is none
        for written, plain in each:
            text = written.sub(plain, text)
    return text


@cache
def _compile_respellings(
    respellings: Respellings,
) -> tuple[re.Pattern[str], list[tuple[re.Pattern[str], str]]]:
    any_of_them = re.compile("|".join(written for written, _ in respellings), re.IGNORECASE)
    return any_of_them, [(re.compile(r, re.IGNORECASE), plain) for r, plain in respellings]


@lru_cache(maxsize=16)
def respell_numbers(text: str) -> str:
    """A text with its number words in digits. Each way to read a line asks for the same one."""
    numbers = load_phrases().numbers
    return re.sub(r"[A-Za-z]+", lambda found: str(numbers.get(found[0].lower(), found[0])), text)
