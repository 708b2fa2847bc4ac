"""What runs down, at the prompt: use, refill, let-go."""

from companion.campaign.campaign import Campaign
from companion.commands.context import WORDS, Context, Ruling
from companion.commands.resolve.items import find_carried_item
from companion.errant.depletion import let_go_item, list_empty_items, refill_item, use_item
from companion.errant.happenings import Happenings
from companion.errant.items import Item
from companion.errant.provisions import end_starving
from companion.grammar.arguments import Arguments
from companion.refusal import Ambiguous, Impossible, join_words
from companion.reports.turns import HappeningsReport


@WORDS.command("use", subject="packs", usage="use [ERRANT] ITEM", completes=("usable…",))
def handle_use(context: Context) -> Ruling:
    """Use a thing once."""
    errant, item = find_carried_item(context.campaign, context.arguments, is_usable, "thing")
    after, happened = use_item(errant, item.id, context.campaign.book.rules.refill)
    if item.kind in ("rations", "feed"):
        after = end_starving(after)
    return Ruling(
        context.campaign.with_errant(after), HappeningsReport(word="use", happened=happened)
    )


def is_usable(item: Item) -> bool:
    """Whether it has Depletion left."""
    return bool(item.depletion)


def is_empty(item: Item) -> bool:
    """Whether it is used up, and waits to be refilled or let go."""
    return item.uses_left == 0


def _settle_empty(context: Context, word: str) -> Ruling:
    settle = refill_item if word == "refill" else let_go_item
    arguments: Arguments = context.arguments
    campaign: Campaign = context.campaign
    if not arguments or arguments == ("all",):
        waiting = [(e.id, i.id) for e, i in list_empty_items(campaign.errants)]
        if not waiting:
            raise Impossible("Nothing is at 0.", "Only what is used up is refilled or let go.")
        if not arguments and len(waiting) > 1:
            names = join_words([f"{word} {errant} {item}" for errant, item in waiting], "or")
            raise Ambiguous(f"Which? {names}.", f"Or all of it: {word} all")
    else:
        errant, item = find_carried_item(campaign, arguments, is_empty, "thing")
        waiting = [(errant.id, item.id)]
    happened: Happenings = ()
    for errant_id, item_id in waiting:
        after, events = settle(campaign.get_errant(errant_id), item_id)
        campaign, happened = campaign.with_errant(after), (*happened, *events)
    return Ruling(campaign, HappeningsReport(word=word, happened=happened))


@WORDS.command(
    "refill", subject="packs", usage="refill [ERRANT] ITEM | refill all", completes=("refillable…",)
)
def handle_refill(context: Context) -> Ruling:
    """Spend Supply on what is used up."""
    return _settle_empty(context, "refill")


@WORDS.command(
    "let-go", subject="packs", usage="let-go [ERRANT] ITEM | let-go all", completes=("empty…",)
)
def handle_let_go(context: Context) -> Ruling:
    """Let go of what is used up."""
    return _settle_empty(context, "let-go")
