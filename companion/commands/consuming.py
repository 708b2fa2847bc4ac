"""What runs down, at the prompt: use, refill, let-go."""

from companion.campaign.campaign import Campaign
from companion.commands.names import find_carried
from companion.commands.reports import HappenedReport
from companion.commands.sitting import WORDS, Ruling, Sitting
from companion.errant.depletion import empty_items, let_go, refilled, used
from companion.errant.happenings import Happenings
from companion.errant.items import Item
from companion.errant.provisions import eats
from companion.refusal import Ambiguous, Impossible, listed
from companion.words.options import Arguments


@WORDS.command(
    "use",
    subject="packs",
    usage="use [ERRANT] ITEM",
    summary="Lower a thing's Depletion by 1; of a stack one is used, the most used first.",
    examples=("use bree rations", "use ammunition"),
    completes=("usable…",),
)
def use_word(sitting: Sitting) -> Ruling:
    """Use a thing once."""
    errant, item = find_carried(sitting.campaign, sitting.arguments, usable, "thing")
    after, happened = used(errant, item.id, sitting.campaign.campaign.rules.refill)
    if item.kind in ("rations", "feed"):
        after = eats(after)
    return Ruling(
        sitting.campaign.with_errant(after), HappenedReport(word="use", happened=happened)
    )


def usable(item: Item) -> bool:
    """Whether it has Depletion left."""
    return bool(item.depletion)


def empty(item: Item) -> bool:
    """Whether it is used up, and waits to be refilled or let go."""
    return item.left == 0


def _settle_empty(sitting: Sitting, word: str) -> Ruling:
    settle = refilled if word == "refill" else let_go
    arguments: Arguments = sitting.arguments
    campaign: Campaign = sitting.campaign
    if not arguments or arguments == ("all",):
        waiting = [(e.id, i.id) for e, i in empty_items(campaign.errants)]
        if not waiting:
            raise Impossible("Nothing is at 0.", "Only what is used up is refilled or let go.")
        if not arguments and len(waiting) > 1:
            names = listed([f"{word} {errant} {item}" for errant, item in waiting], "or")
            raise Ambiguous(f"Which? {names}.", f"Or all of it: {word} all")
    else:
        errant, item = find_carried(campaign, arguments, empty, "thing")
        waiting = [(errant.id, item.id)]
    happened: Happenings = ()
    for errant_id, item_id in waiting:
        after, events = settle(campaign.errant(errant_id), item_id)
        campaign, happened = campaign.with_errant(after), (*happened, *events)
    return Ruling(campaign, HappenedReport(word=word, happened=happened))


@WORDS.command(
    "refill",
    subject="packs",
    usage="refill [ERRANT] ITEM | refill all",
    summary="Bring a thing at 0 back to its maximum, for 1 Supply a quarter slot it fills.",
    examples=("refill bree torch", "refill all"),
    completes=("refillable…",),
)
def refill_word(sitting: Sitting) -> Ruling:
    """Spend Supply on what is used up."""
    return _settle_empty(sitting, "refill")


@WORDS.command(
    "let-go",
    subject="packs",
    usage="let-go [ERRANT] ITEM | let-go all",
    summary="Do not refill a thing at 0: it is used up and removed.",
    examples=("let-go bree torch", "let-go all"),
    completes=("empty…",),
)
def let_go_word(sitting: Sitting) -> Ruling:
    """Let go of what is used up."""
    return _settle_empty(sitting, "let-go")
