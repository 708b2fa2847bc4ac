"""Words by which what is told may not be so, may be taken back, or is not over yet: a line that has
one of them is not taken apart."""

CHANGING = frozenset(
    [
        *("not", "never", "none", "without", "wait", "half", "double", "twice", "instead"),
        *("except", "but", "only", "rather", "all", "everyone", "everybody", "both", "same"),
        *("undo", "scratch", "sorry", "oops", "actually", "mean", "meant", "max", "maybe", "wrong"),
        *("miss", "misses", "missed", "block", "blocks", "blocked", "resists", "resisted"),
        *("dodged", "deflected", "soaked", "disarmed", "safe", "test", "joke", "lie", "dream"),
        *("least", "most", "later", "tomorrow", "yesterday", "forget", "ignore", "skip", "cancel"),
        *("hour", "turn", "day", "night", "minute", "time", "week", "month", "year", "chance"),
        *("pretend", "claim", "warn", "disagree", "imagine", "suppose", "almost", "nearly"),
    ]
)
"""Words by which a clause may change what another says."""
DOUBTING = frozenset(
    ["nope", "if", "or", "unless", "oh", "hang", "hold", "stop", "don't", "won't", "can't", "nah"]
)
"""Words by which what was said may be taken back."""
SUPPOSING = frozenset(
    [
        *("before", "after", "when", "while", "if", "until", "till", "as", "once", "so", "in"),
        *("for", "from", "what", "should", "per", "by", "unless", "on", "at", "to", "near"),
        *("any", "anyone", "anybody", "whoever", "every", "each", "failing", "first", "last"),
    ]
)
"""Words by which it is told when something may be, and not that it is."""
UNREAL = frozenset(
    [
        *("no", "false", "fake", "joking", "kidding", "rule", "rules", "book", "reads", "theory"),
        *("holds", "gone", "inside", "one"),
    ]
)
"""Words by which a scene is told that hurts nobody."""
STILL_OPEN = frozenset(["no", "yet", "again", "more", "another", "try", "still", "until"])
"""Words of what is not told to its end."""
UNFINISHED = frozenset(
    [
        *("not", "isn't", "aren't", "never", "wait", "still", "until", "till", "soon", "yet"),
        *("more", "half", "nearly", "almost", "keep", "keeps", "when", "are", "mind", "skip"),
    ]
)
"""Words of what is not over, or is asked."""
POINTING = frozenset(
    [
        *("it", "its", "he", "him", "his", "she", "her", "hers", "they", "them", "their"),
        *("that", "this", "those", "itself", "himself", "herself"),
    ]
)
"""Words that point to what was told before."""
