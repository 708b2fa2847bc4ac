"""Sentences about a player who is called You: "You go", "your turn"."""

import re

YOU = "you"
"""How the name is spelt, in whatever case."""
_IRREGULAR = {"is": "are", "has": "have", "goes": "go", "does": "do"}
_HISSING = ("sses", "shes", "ches", "xes", "zes")
_LATER_VERBS = "is|has|loses|takes|gains|gets|recovers|spends|pays"
"""Verbs that follow the first one of a sentence, after a comma or `and`."""


def address_player_as_you(text: str, names: tuple[str, ...]) -> str:
    """The text, written in the third person, as it is said to a player called You; any other text
    as it is.

    >>> address_player_as_you("You beats Hag, and takes treasure. It is You's turn.", ("You", "Bo"))
    'You beat Hag, and take treasure. It is your turn.'
    """
    if not any(name.casefold() == YOU for name in names):
        return text
    return "".join(_address_sentence_to_you(each) for each in re.split(r"(?<=\. )", text))


def _address_sentence_to_you(sentence: str) -> str:
    """One sentence. What is done by others stays in the third person."""
    you = re.compile(r"\byou\b(?P<own>'s)?(?: (?P<verb>\w+s)\b)?", re.IGNORECASE)
    acts = any(found["verb"] and not found["own"] for found in you.finditer(sentence))
    told = you.sub(_replace_name_by_you, sentence)
    if acts:
        later = rf"(, and|,| and) ({_LATER_VERBS})\b"
        told = re.sub(later, lambda found: f"{found[1]} {_find_base_form(found[2])}", told)
        told = re.sub(r"\btheir\b", "your", told)
    return told


def _replace_name_by_you(found: re.Match[str]) -> str:
    begins = found.start() == 0
    if found["own"]:
        rest = f" {found['verb']}" if found["verb"] else ""
        return f"{'Your' if begins else 'your'}{rest}"
    verb = f" {_find_base_form(found['verb'])}" if found["verb"] else ""
    return f"{'You' if begins else YOU}{verb}"


def _find_base_form(verb: str) -> str:
    """`goes` as `go`, `tries` as `try`."""
    if verb in _IRREGULAR:
        return _IRREGULAR[verb]
    if verb.endswith("ies"):
        return f"{verb[:-3]}y"
    return verb[:-2] if verb.endswith(_HISSING) else verb[:-1]
