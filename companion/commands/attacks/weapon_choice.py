"""Which weapon an attack is made with: what is in hand, or what the line names."""

from companion.errant.attacks.armour import is_armour
from companion.errant.attacks.weapons import (
    UNARMED,
    Weapon,
    can_wield_together,
    find_next_ammunition,
    find_weapon_class,
    list_weapons_in_place,
    make_weapon,
)
from companion.errant.company import Errant
from companion.errant.names_to_type import (
    format_item_with_owner,
    make_typed_item_name,
    quote_typed_name,
)
from companion.errant.packs.items import Item
from companion.grammar.argument_kinds.fights.attack_aims import WeaponChoice
from companion.grammar.context import Context
from companion.refusal import Ambiguous, Impossible, join_words
from companion.text_cleaning import quote_name


def choose_attack_weapon(context: Context, errant: Errant, choice: WeaponChoice) -> Weapon:
    """The weapon that the line names, or else the one in hand, or handy. Raises Impossible for what
    is out of reach or of no known class, Ambiguous where several can be meant."""
    if choice.is_unarmed:
        return UNARMED
    if choice.item is None:
        return _choose_weapon_in_hand(context, errant)
    item = choice.item
    _require_weapon_in_reach(context, errant, item)
    if choice.is_improvised:
        return make_weapon(item, None, "thrown" if choice.is_thrown else "melee")
    found = choice.weapon or find_weapon_class(item, context.read_goods)
    if found is None and (item.kind or is_armour(item)):
        return make_weapon(item, None, "thrown" if choice.is_thrown else "melee")
    if found is None:
        raise _make_missing_class_refusal(item, quote_name(make_typed_item_name(errant, item)))
    weapon = make_weapon(item, found, "thrown" if choice.is_thrown else None)
    if item.place != "hand":
        return weapon
    others = [
        other
        for other in list_weapons_in_place(errant, "hand", context.read_goods)
        if other.item != item.id
    ]
    others += [weapon] * (item.count > 1)
    return weapon._replace(is_paired=any(can_wield_together(weapon, other) for other in others))


def _choose_weapon_in_hand(context: Context, errant: Errant) -> Weapon:
    """The weapon in hand, else the handy one, else bare hands. Raises Ambiguous for several."""
    for place in ("hand", "handy"):
        weapons = list_weapons_in_place(errant, place, context.read_goods)
        if len(weapons) > 1 and weapons[0].is_paired:
            return max(weapons, key=lambda weapon: weapon.weapon != "light")
        if len(weapons) > 1:
            items = [errant.get_item(weapon.item) for weapon in weapons]
            ways = [f"with {quote_name(make_typed_item_name(errant, item))}" for item in items]
            names = join_words([weapon.name for weapon in weapons], "or")
            raise Ambiguous(f"{errant.name} attacks with the {names}?", instead=ways)
        if weapons:
            return weapons[0]
    unknown = [item for item in errant.items if _is_unknown_thing_in_hand(item)]
    if unknown:
        raise _make_missing_class_refusal(
            unknown[0], f"with {quote_name(make_typed_item_name(errant, unknown[0]))}"
        )
    return UNARMED


def _is_unknown_thing_in_hand(item: Item) -> bool:
    """True for a thing in hand of which nothing says what it is."""
    is_known = item.kind or item.holds or item.magic or is_armour(item) or item.depletion_max
    return item.place == "hand" and not item.inside and not is_known


def _make_missing_class_refusal(item: Item, typed: str) -> Impossible:
    ways = [f"{typed} {use}" for use in ("medium", "heavy", "light", "improvised")]
    message = f"Nobody has said what class of weapon the {item.name} is."
    return Impossible(message, typed=typed if " " not in typed else "", instead=ways)


def _require_weapon_in_reach(context: Context, errant: Errant, item: Item) -> None:
    """Raises Impossible for what is in the pack, or broken, unless it is forced."""
    if item.broken:
        context.refuse_unforced(f"{errant.name}'s {item.name} is broken.")
    if item.place == "pack" or item.inside:
        context.refuse_unforced(
            f"{errant.name} has the {item.name} in the pack.",
            f"Try: fetch {format_item_with_owner(errant, item)}",
        )


def require_ammunition(context: Context, errant: Errant, weapon: Weapon) -> None:
    """Raises Impossible for a missile weapon without anything to shoot, unless it is forced."""
    if weapon.needs_ammunition and find_next_ammunition(errant) is None:
        empty = [item for item in errant.items if item.kind == "ammunition"]
        who = quote_typed_name(errant)
        way = (
            f"refill {format_item_with_owner(errant, empty[0])}"
            if empty
            else f"give {who} ammunition"
        )
        context.refuse_unforced(f"{errant.name} has nothing to shoot.", f"Try: {way}")
