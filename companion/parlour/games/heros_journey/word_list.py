"""The words that can be typed in The Hero's Journey, and why a move cannot be made."""

from companion.parlour.game import BidTooLow, Lacks, Move, Reason, Word
from companion.parlour.games.heros_journey.data import LAST_STAGE, MOONS, SUITS, SUNS
from companion.parlour.games.heros_journey.phases.attempt_needs import (
    Shortfall,
    find_attempt_shortfall,
)
from companion.parlour.games.heros_journey.phases.stages import PACT_PRICE
from companion.parlour.games.heros_journey.phases.trades import get_bank_rate
from companion.parlour.games.heros_journey.phases.travel_and_rest import ROW_NAMES
from companion.parlour.games.heros_journey.sentences import get_stage_name
from companion.parlour.games.heros_journey.shorthand import find_suit
from companion.parlour.games.heros_journey.state import State
from companion.parlour.games.heros_journey.tokens_cards_and_tasks import SINGLE, get_cards_of_row
from companion.refusal import join_words

_ACTION = ("as your action", ("action",))
_TRADE = ("after your action", ("trade",))
_TERMS = ("while you make an offer", ("offer",))
_BIDS = ("in a Challenge", ("join", "raise"))
_OWED = ("when a price is owed", ("pay",))
_FAILED = ("when a test is failed", ("failed", "expend"))
_DRAW = "when a token is drawn"
WORDS = {
    "rite": Word(
        ("rite",), "begin on the Rite: 2 Moons more, a Prophecy", "in the set-up", ("origin",)
    ),
    "harvest": Word(
        ("harvest",), "begin on the Harvest: one more with a Leaf", "in the set-up", ("origin",)
    ),
    "prophecy": Word(
        ("prophecy bottom", "prophecy top"),
        "see one Ending that will not be; or the one that will, for Moons",
        "in the set-up, by who began on the Rite",
        ("prophecy",),
    ),
    "match": Word(
        ("match CARD",), "discard a card with the suits of the next Stage: move on", *_ACTION
    ),
    "challenge": Word(
        ("challenge",),
        "stake a token of each suit of the next Stage; with the rest, cards and all, you must have "
        "both suits, and as many together as its number. Then you are tested in one suit",
        *_ACTION,
    ),
    "travel": Word(("travel",), "keep one Mentor at most, and pay for a row of others", *_ACTION),
    "rest": Word(("rest",), "draw tokens", *_ACTION),
    "trade": Word(
        ("trade SUIT SUIT for SUIT",), "two tokens for one of the bank; at the Market one", *_TRADE
    ),
    "done": Word(("done",), "the turn is over", *_TRADE),
    "offer": Word(
        ("offer N",), "offer player N a trade", "in your turn", ("action", "trade")
    ),
    "add": Word(("add SUIT",), "a token that you would give", *_TERMS),
    "want": Word(("want SUIT",), "a token that you would get", *_TERMS),
    "propose": Word(("propose",), "let the other answer", *_TERMS),
    "cancel": Word(("cancel",), "no offer", *_TERMS),
    "accept": Word(("accept",), "trade so", "when a trade is offered", ("answer",)),
    "decline": Word(("decline",), "do not trade", "when a trade is offered", ("answer",)),
    "keep": Word(
        ("keep MENTOR", "keep none", "keep CARD"),
        "the Mentor who comes along; the Challenge card that stays in your hand",
        "as you travel, or are outbid",
        ("keep", "keep_card"),
    ),
    "gift": Word(
        ("gift SUIT",), "the token you draw for a Mentor you leave", "as you travel", ("gift",)
    ),
    "to": Word(
        ("to wanderer", "to traveler", "to seeker"), "that row", "as you travel", ("row",)
    ),
    "pay": Word(("pay SUIT", "pay suns suns"), "tokens, one by one", *_OWED),
    "drop": Word(("drop PLACE",), "the Place that you leave", "with a Place too many", ("drop",)),
    "ripe": Word(("ripe CARD",), "rest with a card not above your Stage", "as you rest", ("ripe",)),
    "two": Word(("two SUIT",), "the suit of which two are drawn", "as you rest", ("two",)),
    "stage": Word(("stage SUIT",), "a token of your Stage", "as you rest", ("stage",)),
    "any": Word(("any SUIT",), "the token that you draw", _DRAW, ("draw",)),
    "instead": Word(("instead SUIT",), "the Moon, or another for it", _DRAW, ("instead",)),
    "substitute": Word(("substitute SUIT",), "for what the bank lacks", _DRAW, ("substitute",)),
    "extra": Word(("extra SUIT", "extra none"), "another with a Leaf", _DRAW, ("extra",)),
    "curse": Word(("curse SUIT",), "half of your tokens of it go", "in a Curse", ("curse",)),
    "play": Word(("play CARD",), "your Challenge card", "in a Challenge", ("play",)),
    "name": Word(("name SUIT",), "what the Excuse stands for", "in a Challenge", ("name",)),
    "bid": Word(("bid N",), "so many tokens to have your own card Issued", *_BIDS),
    "pass": Word(("pass",), "no bid", *_BIDS),
    "back": Word(("back",), "keep your Challenge card", "after a Challenge", ("back",)),
    "discard": Word(("discard",), "it goes into the Deck", "after a Challenge", ("back",)),
    "expend": Word(
        ("expend SUIT", "expend CARD", "expend wyrms suns sailor"),
        "tokens (1 each) and Encounter cards (their worth) for what a test lacks; you stay where "
        "you are, and lose no turn",
        *_FAILED,
    ),
    "lie": Word(("lie down",), "pay nothing, and lose a turn", *_FAILED),
    "left": Word(("left", "right"), "the hand that may hold a coin", "on the Origin", ("hand",)),
    "right": Word(("left", "right"), "the hand that may hold a coin", "on the Origin", ("hand",)),
    "mentors": Word(("mentors", "places"), "the deck of your card", "in the Battle", ("deck",)),
    "places": Word(("mentors", "places"), "the deck of your card", "in the Battle", ("deck",)),
    "take": Word(
        ("take CARD",), "a Challenge card of the Deck for yours", "on the Discovery", ("take_card",)
    ),
    "give": Word(
        ("give MENTOR to N", "give SUIT to N"), "to player N", "on the Betrayal", ("betray", "give")
    ),
    "pact": Word(
        ("pact MENTOR for MENTOR",),
        "2 Suns and 2 Moons: your Mentor for one of the rows",
        "on arrival at the Pact",
        ("pact",),
    ),
    "draw": Word(("draw",), "take the blessing", "at the End", ("blessing",)),
    "no": Word(("no",), "do not", "at the Pact, or at the End", ("pact", "blessing")),
    "own": Word(("own", "top"), "the card you show", "when scores are counted", ("end_card",)),
    "top": Word(("own", "top"), "the card you show", "when scores are counted", ("end_card",)),
}  # fmt: skip


class CannotAttempt(Reason, frozen=True, tag="cannot_attempt"):
    """The next Stage cannot be challenged: a suit to stake is lacking, or a suit of what is left,
    or what is left is too little."""

    stage: int
    shortfall: Shortfall


class NoMatch(Reason, frozen=True, tag="no_match"):
    """No card in company, or not the one that was named, bears both suits of the next Stage."""

    stage: int
    cards: tuple[int, ...]


class NotRipe(Reason, frozen=True, tag="not_ripe"):
    card: int
    stage: int


class NotHeld(Reason, frozen=True, tag="not_held"):
    typed: str


class NoCards(Reason, frozen=True, tag="no_cards"):
    """Nothing lies in a row."""


class SameSuit(Reason, frozen=True, tag="same_suit"):
    """A suit is never traded for itself."""


class BankLacks(Reason, frozen=True, tag="bank_lacks"):
    suit: int


class NoMoreOffers(Reason, frozen=True, tag="no_more_offers"):
    most: int


def get_kind_of_next_task(state: State) -> str:
    """The kind of the task that is due next in The Hero's Journey; "" for none."""
    return state.todo[0].kind if state.todo else ""


def find_refusal_reason(state: State, move: Move) -> Reason | None:
    """Why typed words are no legal move in The Hero's Journey; None where no one rule says so."""
    task = state.todo[0]
    hero, data = state.heroes[task.seat], state.data
    named = move[1] if len(move) > 1 else ""
    suit = find_suit(named)
    match move[0]:
        case "prophecy" if named and "top".startswith(named):
            price = data.figures.beginnings.rite.prophecy_price
            return Lacks("moons", price, hero.tokens[MOONS])
        case "match":
            return NoMatch(hero.stage + 1, data.cards_matching_stage.get(hero.stage + 1, ()))
        case "challenge":
            shortfall = find_attempt_shortfall(state, hero)
            return CannotAttempt(hero.stage + 1, shortfall) if shortfall else None
        case "travel":
            is_empty = not state.mentor_row and not state.place_row
            return NoCards() if is_empty else Lacks("token", 1, sum(hero.tokens))
        case "to" if named:
            return _find_reason_against_row(state, named)
        case "ripe" if named:
            return _find_reason_against_ripe_card(state, named)
        case "bid" if named.isdecimal() and state.attempt is not None:
            least, most = state.attempt.high + 1, sum(hero.tokens)
            return BidTooLow(least) if int(named) < least else Lacks("tokens", int(named), most)
        case "expend" if task.kind == "failed":
            reach = sum(hero.tokens) + sum(data.card_worths[card] for card in hero.encounter_cards)
            return Lacks("of tokens and cards", task.number, reach) if reach < task.number else None
        case "pay" | "expend" | "add" if suit >= 0:
            given = state.offer.given[suit] if move[0] == "add" and state.offer else 0
            return Lacks(SUITS[suit], given + 1, hero.tokens[suit])
        case "want" if suit >= 0 and state.offer is not None:
            return NotHeld(SUITS[suit])
        case "expend" | "drop" | "keep" | "play" if named:
            return NotHeld(named)
        case "any" | "instead" | "substitute" | "extra" if suit >= 0 and not state.bank[suit]:
            return BankLacks(suit)
        case "trade" if "for" in move:
            return _find_reason_against_trade(state, move)
        case "offer" if not state.offers_left:
            return NoMoreOffers(data.figures.offers_a_turn)
        case "pact":
            for each in (SUNS, MOONS):
                if hero.tokens[each] < PACT_PRICE.count(each):
                    return Lacks(SUITS[each], PACT_PRICE.count(each), hero.tokens[each])
    return None


def _find_reason_against_row(state: State, named: str) -> Reason | None:
    rows = [row for row, name in enumerate(ROW_NAMES) if name.startswith(named)]
    if len(rows) != 1:
        return None
    if max(get_cards_of_row(state, rows[0])) < 0:
        return NoCards()
    hero = state.heroes[state.todo[0].seat]
    return Lacks("tokens", state.data.figures.travel.prices[rows[0]], sum(hero.tokens))


def _find_reason_against_ripe_card(state: State, named: str) -> Reason:
    hero = state.heroes[state.todo[0].seat]
    cards = state.data.cards
    held = [card for card in hero.encounter_cards if cards[card].id.startswith(named)]
    return NotRipe(held[0], hero.stage) if held else NotHeld(named)


def _find_reason_against_trade(state: State, move: Move) -> Reason | None:
    """A trade of suits that are all named."""
    hero = state.heroes[state.todo[0].seat]
    at = move.index("for")
    paid, wanted = [find_suit(word) for word in move[1:at]], find_suit(move[-1])
    if min(paid, default=-1) < 0 or wanted < 0:
        return None
    if wanted in paid:
        return SameSuit()
    rate = get_bank_rate(state, hero)
    if len(paid) != rate:
        return Lacks(f"token{'s' * (rate != 1)} for another here", rate, len(paid))
    for suit in paid:
        if hero.tokens[suit] < paid.count(suit):
            return Lacks(SUITS[suit], paid.count(suit), hero.tokens[suit])
    return BankLacks(wanted)


def describe_refusal_reason(state: State, reason: Reason) -> str:
    """A clause that says why a move is refused in The Hero's Journey; "" for other reasons."""
    cards = state.data.cards
    match reason:
        case CannotAttempt():
            return _describe_missing_tokens(state, reason)
        case NoMatch():
            if reason.stage >= LAST_STAGE:
                return "no card matches the Ending: it is reached by a challenge"
            names = join_words([cards[card].name for card in reason.cards], "or")
            return f"to match {get_stage_name(state, reason.stage)} takes {names} in your company"
        case NotRipe():
            worth = state.data.card_worths[reason.card]
            return f"{cards[reason.card].name} counts {worth}, above your Stage {reason.stage}"
        case NotHeld():
            return f"there is no «{reason.typed}» to be had so"
        case NoCards():
            return "no card lies there"
        case SameSuit():
            return "a suit is not traded for itself"
        case BankLacks():
            return f"the bank has no {SUITS[reason.suit]}"
        case NoMoreOffers():
            return f"{reason.most} offers a turn are the most"
    return ""


def _describe_missing_tokens(state: State, reason: CannotAttempt) -> str:
    short, stage = reason.shortfall, get_stage_name(state, reason.stage)
    if short.stake:
        return f"{stage} takes a stake of {join_words(SINGLE[each] for each in short.stake)} too"
    if short.missing:
        lacking = join_words((SUITS[each] for each in short.missing), "or")
        return f"after the stake for {stage} you have no {lacking}"
    return f"after the stake {stage} takes {short.needs}, you have {short.has}"
