"""What is used up, food too, at the prompt: use, refill, let-go, plenty, eat."""

from companion.commands.context import WORDS, Ruling
from companion.errant.depletion import (
    eat_meals,
    end_starving,
    let_go_item,
    list_empty_items,
    refill_item,
    use_item,
)
from companion.errant.errants import list_present
from companion.errant.happenings import Happenings
from companion.grammar.context import Context
from companion.grammar.kinds.carried import is_empty, is_usable
from companion.grammar.kinds.items import find_carried_item
from companion.grammar.names import find_errant, require_present, split_names
from companion.refusal import Ambiguous, Impossible, Malformed, join_words
from companion.reports.turns import HappeningsReport


@WORDS.command("use", subject="packs", usage="use [ERRANT] ITEM", completes=("usable…",))
def handle_use(context: Context) -> Ruling:
    """Use a thing once."""
    errant, item = find_carried_item(context.campaign, context.arguments, is_usable, "thing")
    after, happened = use_item(errant, item.id, context.campaign.book.rules.refill)
    if item.kind in ("rations", "feed"):
        after = end_starving(after)
    report = HappeningsReport(word="use", happened=happened)
    return Ruling(context.campaign.with_errant(after), report)


@WORDS.command(
    "refill", subject="packs", usage="refill [ERRANT] ITEM | refill all", completes=("refillable…",)
)
@WORDS.command(
    "let-go", subject="packs", usage="let-go [ERRANT] ITEM | let-go all", completes=("empty…",)
)
def handle_empty_items(context: Context) -> Ruling:
    """Spend Supply on what is at 0, or let it go."""
    word, campaign = context.word, context.campaign
    if context.arguments in ((), ("all",)):
        waiting = [(errant.id, item.id) for errant, item in list_empty_items(campaign.errants)]
        if not waiting:
            raise Impossible("Nothing is at 0.", "Only what is used up is refilled or let go.")
        if not context.arguments and len(waiting) > 1:
            names = join_words([f"{word} {errant} {item}" for errant, item in waiting], "or")
            raise Ambiguous(f"Which? {names}.", f"Or all of it: {word} all")
    else:
        errant, item = find_carried_item(campaign, context.arguments, is_empty, "thing")
        waiting = [(errant.id, item.id)]
    settle = refill_item if word == "refill" else let_go_item
    happened: Happenings = ()
    for errant_id, item_id in waiting:
        after, events = settle(campaign.get_errant(errant_id), item_id)
        campaign, happened = campaign.with_errant(after), (*happened, *events)
    return Ruling(campaign, HappeningsReport(word=word, happened=happened))


@WORDS.command("plenty", subject="nights", usage="plenty on|off", completes=("on or off",))
def handle_plenty(context: Context) -> Ruling:
    """Food is plentiful, or no longer."""
    words = {"on": True, "off": False}
    typed = " ".join(context.arguments).casefold()
    if typed not in words:
        raise Malformed("Is food plentiful here?", "Try: plenty on, or plenty off")
    campaign = context.campaign.with_clock(plentiful_food=words[typed])
    return Ruling(campaign, HappeningsReport(word=f"plenty {typed}", happened=()))


@WORDS.command("eat", subject="nights", usage="eat [ERRANT…]", completes=("here…",))
def handle_eat(context: Context) -> Ruling:
    """Eat without an Event Die."""
    campaign = context.campaign
    names = split_names(context.arguments)
    if context.arguments and not names:
        raise Malformed("Who eats?", "Try: eat bree, or eat alone for all who starve")
    named = [require_present(find_errant(campaign, name)) for name in names]
    eating = named or [e for e in list_present(campaign.errants) if e.starving is not None]
    if not eating:
        raise Impossible("Nobody starves.", "Try: eat bree, or deplete when everybody eats")
    ids = [errant.id for errant in eating]
    company, happened = eat_meals(campaign.errants, ids, campaign.book.rules.refill)
    return Ruling(campaign.with_company(company), HappeningsReport(word="eat", happened=happened))
