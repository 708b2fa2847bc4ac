"""A meal and the night after it in one line: `everyone eats and sleeps`."""

from companion.grammar.phrases.book.phrases_file import compile_named_pattern


def split_meal_and_sleep(typed: str) -> tuple[str, ...]:
    """The line of the meal, and that of the night; nothing for any other line."""
    said = compile_named_pattern("meal and bed").fullmatch(typed.strip())
    if said is None:
        return ()
    who = said["who"] or "everyone"
    return (f"{who} {said['eat']}", f"{who} {said['bed']}{said['more'] or ''}")
