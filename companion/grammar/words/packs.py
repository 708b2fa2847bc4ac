"""The words for light, packs and the market."""

from companion.grammar.registry import Word, form, word

WORDS: tuple[Word, ...] = (
    word(
        "light",
        "light",
        form("UNLIT", "packs.light:light_item"),
        form("", "packs.light:show_light", reads=True),
        short=("l",),
    ),
    word("snuff", "light", form("LIT", "packs.light:snuff_item")),
    word("leave", "light", form("LIT [SPOT]", "packs.light:leave_item")),
    word("burn", "light", form("", "packs.light:mark_off_burn"), short=("b",)),
    word("deplete", "light", form("", "packs.light:mark_off_depletion")),
    word(
        "give",
        "packs",
        form("ERRANT COINS", "packs.transfers:change_coins"),
        form("ERRANT NEW-THINGS", "packs.packs:give_new_things"),
        short=("g",),
    ),
    word(
        "drop",
        "packs",
        form("OWN-AMOUNT", "packs.packs:drop_amount"),
        form("THINGS", "packs.packs:drop_things"),
    ),
    word(
        "pass",
        "packs",
        form("GIVER TAKER AMOUNT", "packs.packs:pass_amount"),
        form("GIVER TAKER GIVEN-THINGS [WHERE]", "packs.packs:pass_things"),
    ),
    word("move", "packs", form("MOVED", "packs.packs:move_things")),
    word("fetch", "packs", form("FETCHABLE [=FACE] [HAND]", "packs.packs:fetch_item")),
    word("use", "packs", form("USABLE", "packs.depletion:use_once")),
    *(
        word(
            name,
            "packs",
            form(kind, "packs.depletion:settle_named_items"),
            form(f"ALL-{kind}", "packs.depletion:settle_empty_items"),
            form("", "packs.depletion:settle_only_empty_item"),
        )
        for name, kind in (("refill", "REFILLABLE"), ("let-go", "EMPTY"))
    ),
    word(
        "stash",
        "packs",
        form("OWN-AMOUNT [STASH-PLACE]", "packs.stashes:stash_amount"),
        form("THINGS [STASH-PLACE]", "packs.stashes:stash_things"),
        form("", "packs.stashes:list_stashes", reads=True),
    ),
    word("coins", "packs", form("ERRANT ±COINS", "packs.transfers:change_coins")),
    word("outfit", "packs", form("ERRANT ARCHETYPE [GEAR]", "packs.outfit:outfit_errant")),
    word("plenty", "nights", form("ON-OFF", "packs.depletion:set_plenty")),
    word("eat", "nights", form("[ERRANT…]", "packs.depletion:eat_meal")),
    word("slots", "looking", form("HOLDER", "packs.slots:show_slots", reads=True), short=("s",)),
    word("price", "market", form("GOOD [in SETTLEMENT]", "market.market:show_price", reads=True)),
    word("seek", "market", form("GOOD [=FACE]", "market.market:seek_good")),
    word("buy", "market", form("ERRANT GOODS [from PAYER]", "market.trade:buy_goods")),
    word(
        "sell",
        "market",
        form("SOLD-MOUNT [for PRICE]", "market.trade:sell_mount"),
        form("WHOLE-THINGS [for PRICE]", "market.trade:sell_things"),
    ),
    word("wares", "market", form("[WARES]", "market.market:list_wares", reads=True)),
    word(
        "settlement",
        "market",
        form("NEW-NAME SETTLEMENT-TYPE [hex HEX]", "market.settlements:make_settlement"),
    ),
    word(
        "inflation",
        "market",
        form("[MAP] [SETTLEMENT]", "market.settlements:show_inflation", reads=True),
    ),
)
