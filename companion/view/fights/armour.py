"""Renders Reports on arms and armour, their Quality and what broke as plain lines."""

from collections.abc import Callable, Iterator, Sequence

from companion.errant import happenings as h
from companion.errant.names_to_type import make_unnumbered_name
from companion.refusal import join_words
from companion.reports.armour import ArmLine, ArmourReport, BreakageReport
from companion.text_cleaning import quote_name
from companion.view import shared_wording as w
from companion.view.reply import render_report


@render_report.register
def _render_armour(report: ArmourReport, name_of: w.NameLookup) -> w.Lines:
    if not report.errants:
        yield "Nobody here has a weapon or a piece of armour."
    for each in report.errants:
        worn = [arm for arm in each.arms if arm.worn and arm.armour]
        left, most = sum(arm.blocks for arm in worn), sum(arm.most_blocks for arm in worn)
        blocks = f"{left} of {most} Blocks" if worn else "no armour worn"
        yield w.Headline(f"{each.name}: {blocks}.")
        yield from map(_describe_weapon_or_armour, each.arms)
    kits = join_words([f"{name_of(kit.errant)} ({kit.uses})" for kit in report.kits])
    if kits:
        yield f"Armour repair kits: {kits}."


def _describe_weapon_or_armour(arm: ArmLine) -> str:
    """A weapon or a piece of armour: its Blocks, what magic is left in it, its Quality."""
    blocks = f"{arm.blocks} of {arm.most_blocks} Blocks, " if arm.armour else ""
    what = "Deflects" if arm.armour else "True Strikes"
    magic = f"{arm.magic_left} of {arm.plus} {what}, " if arm.plus else ""
    name = w.format_quantity(arm.quantity, arm.name)
    quality = f"Quality {arm.quality} of {arm.most_quality}"
    place = "" if arm.worn else f" ({w.describe_carried_place(arm.place)})"
    return f"  {name}: {blocks}{magic}{quality}{place}"


@render_report.register
def _render_breakage(report: BreakageReport, name_of: w.NameLookup) -> w.Lines:
    whose = f"{name_of(report.errant)}'s {report.name}"
    are_many = report.name.endswith("s") and not report.name.endswith("ss")  # burglar's tools
    breaks = "break, and are" if are_many else "breaks, and is"
    mended = "they are mended" if are_many else "it is mended"
    stays = "stay whole" if are_many else "stays whole"
    what = f"{breaks} of no use until {mended}" if report.broke else stays
    yield w.Headline(f"{whose} {what}: D6 {report.faces[0]}, {report.chance} in 6.")
    if report.broke:
        whose_typed = w.format_errant_name(report.errant, name_of)
        name = quote_name(make_unnumbered_name(report.item, report.name))
        yield w.HintLine(f"When {mended}: repair {whose_typed} {name}")


def _render_blocks(blocked: Sequence[h.Blocked], name_of: w.NameLookup) -> Iterator[str]:
    for e in blocked:
        used = w.format_count(e.used, "Block")
        yield f"{name_of(e.errant)} uses {used} of the {e.name}, {e.blocks} left."


def _render_deflects(deflected: Sequence[h.Deflected], name_of: w.NameLookup) -> Iterator[str]:
    for e in deflected:
        who = name_of(e.errant)
        how = f"{who}'s {e.name} deflects it" if e.name else f"{who} takes no harm"
        gone = f" Gone: {join_words(e.ended)}." if e.ended else ""
        left = f" {w.format_count(e.left, 'Deflect')} left." if e.name else ""
        hp = f"HP {e.hp} as before" if e.hp != e.hp_before else "it comes to nothing"
        yield f"{how}: {hp}.{gone}{left}"


def _render_mended_items(mended: Sequence[h.Mended], name_of: w.NameLookup) -> Iterator[str]:
    things = [f"{name_of(e.errant)}'s {e.name}" for e in mended]
    yield f"Whole again: {join_words(w.count_repeated_texts(things))}."


def _render_repairs(repaired: Sequence[h.ArmourRepaired], name_of: w.NameLookup) -> Iterator[str]:
    for errant, each in w.group_by_key(repaired, lambda e: e.errant).items():
        pieces = join_words(
            w.count_repeated_texts(f"{e.name} {e.before} to {e.blocks}" for e in each)
        )
        yield f"{name_of(errant)}'s Blocks are back: {pieces}."


def _render_renewed_magic(
    renewed: Sequence[h.MagicRenewed], name_of: w.NameLookup
) -> Iterator[str]:
    things = [f"{name_of(e.errant)}'s {e.name} ({_format_magic_count(e)})" for e in renewed]
    yield f"As a Downtime Turn begins, magic is whole again: {join_words(things)}."


def _render_quality_losses(lost: Sequence[h.QualityLost], name_of: w.NameLookup) -> Iterator[str]:
    for e in lost:
        last = "; the next loss destroys it" if e.quality == 1 else ""
        yield f"{name_of(e.errant)}'s {e.name} loses {e.lost} Quality, {e.quality} left{last}."


def _render_destroyed_arms(
    destroyed: Sequence[h.ArmDestroyed], name_of: w.NameLookup
) -> Iterator[str]:
    for e in destroyed:
        worth = "" if e.worth is None else f", worth {e.worth:,}p: so much XP to who paid for it"
        yield f"{name_of(e.errant)}'s {e.name} is destroyed{worth}."


def _render_restored_quality(
    restored: Sequence[h.QualityRestored], name_of: w.NameLookup
) -> Iterator[str]:
    things = [f"{name_of(e.errant)}'s {e.name} {e.before} to {e.quality}" for e in restored]
    yield f"Quality: {join_words(w.count_repeated_texts(things))}."


def _render_armourer_payment(
    paid: Sequence[h.ArmourerPaid], name_of: w.NameLookup
) -> Iterator[str]:
    yield from (f"{name_of(e.errant)} pays the armourer {e.pennies} pennies." for e in paid)


def _format_magic_count(renewed: h.MagicRenewed) -> str:
    return f"{renewed.number} {renewed.renewed.removesuffix('s' * (renewed.number == 1))}"


ARMOUR_RENDERERS: dict[type, Callable[..., Iterator[str]]] = {
    h.Blocked: _render_blocks,
    h.Deflected: _render_deflects,
    h.Mended: _render_mended_items,
    h.ArmourRepaired: _render_repairs,
    h.MagicRenewed: _render_renewed_magic,
    h.QualityLost: _render_quality_losses,
    h.ArmDestroyed: _render_destroyed_arms,
    h.ArmourerPaid: _render_armourer_payment,
    h.QualityRestored: _render_restored_quality,
}
