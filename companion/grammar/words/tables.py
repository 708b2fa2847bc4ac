"""The words for tables, the record, and the companion's own."""

from companion.grammar.registry import Word, match_all
from companion.grammar.words.define import form, word

WORDS: tuple[Word, ...] = (
    word("roll", "dice", form("ROLL [=FACES]", "tables.rolling:roll_request"), short=("r",)),
    word("odds", "dice", form("ODDS", "tables.rolling:show_odds", reads=True)),
    word("draw", "dice", form("DRAWN [=FACES]", "tables.decks:draw_cards")),
    word(
        "shuffle",
        "dice",
        form("", "tables.decks:shuffle_only_deck"),
        form("DECK", "tables.decks:shuffle_deck"),
        usage="shuffle [TABLE]",
    ),
    word(
        "tables",
        "dice",
        form("list [SUBJECT]", "tables.tables:list_tables", reads=True),
        form("show TABLE", "tables.tables:show_table", reads=True),
        form("check [TABLE|SUBJECT]", "tables.tables:check_tables", reads=True),
        form("[FOLDER]", "tables.tables:list_tables", reads=True),
    ),
    word(
        "undo",
        "steps",
        form("[xN]", "record.journal:take_back_words"),
        form("ENTRY", "record.journal:take_back_entry"),
        form("to EARLIER", "record.journal:go_back_to_entry"),
        short=("u",),
    ),
    word("redo", "steps", form("", "record.journal:redo_last_undo")),
    word(
        "note",
        "recording",
        form("secret TEXT…", "record.journal:write_note", secret=True),
        form("TEXT…", "record.journal:write_note"),
        usage="note [secret] TEXT…",
    ),
    word("tell", "recording", form("[TEXT…]", "record.journal:tell_found")),
    word("log", "recording", form("[N] [NOTES]", "record.journal:show_log", reads=True)),
    word("recap", "recording", form("[N]", "record.recap:show_recap", reads=True)),
    word(
        "export",
        "recording",
        form("[PLAYERS] [DOCUMENT]", "record.export:export_campaign", reads=True),
    ),
    word("status", "looking", form("", "status:show_status", reads=True), short=("st",)),
    word(
        "help",
        "looking",
        form("[TOPIC]", "help:show_help", reads=True),
        short=("h", "?"),
        aside=True,
    ),
    word(
        "quit", "looking", form("", "help:quit_prompt", reads=True), short=("q", "exit"), aside=True
    ),
    word("as", "seats", form("SEAT", "help:change_seat", reads=True), aside=True),
    word("secret", "seats", usage="secret WORD…", secret=match_all),
    word("brief", "seats", form("", "help:shorten_answers", reads=True), aside=True),
    word("full", "seats", form("", "help:lengthen_answers", reads=True), aside=True),
    word("tutorial", "seats", form("", "help:start_tutorial", reads=True), aside=True),
)
