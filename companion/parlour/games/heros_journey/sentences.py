"""The Hero's Journey in sentences: what happened, and what a move is."""

from companion.parlour.common_rules_and_sentences import describe_winners, format_count
from companion.parlour.game import Event, Move, Names, Result
from companion.parlour.games.heros_journey import event_records as v
from companion.parlour.games.heros_journey.data import LAST_STAGE, SUITS
from companion.parlour.games.heros_journey.phases.attempt_needs import count_resources_after_stake
from companion.parlour.games.heros_journey.state import Hero, State
from companion.parlour.games.heros_journey.tokens_cards_and_tasks import (
    SINGLE,
    format_tokens,
    list_stage_suits,
)
from companion.refusal import join_words
from companion.values_with_ids import make_slug


def get_stage_name(state: State, stage: int) -> str:
    """The name of a Stage of The Hero's Journey as the table has it."""
    if stage == 1:
        return "the beginning"
    if stage == LAST_STAGE:
        return state.data.cards[state.endings[0]].name if state.ending_known else "the Ending"
    return state.data.cards[state.data.stage_cards[stage]].name


def describe_event(state: State, event: Event, names: Names) -> str:
    """An event of The Hero's Journey in a sentence."""
    cards = state.data.cards
    who = names[getattr(event, "seat", 0)]
    match event:
        case v.Began():
            return f"{who} begins on the {event.origin.capitalize()}."
        case v.Prophesied():
            return f"{who} looks at the {'top' if event.top else 'bottom'} Ending (secrets)."
        case v.TokensChanged():
            what = SINGLE[event.suit] if event.number == 1 else SUITS[event.suit]
            return f"{who} {event.how} {event.number} {what}."
        case v.CardMoved():
            to = f" to {names[event.to]}" if event.to >= 0 else ""
            return f"{who} {event.how} {cards[event.card].name}{to}."
        case v.Rested():
            return f"{who} rests{f' with {cards[event.card].name}' if event.card >= 0 else ''}."
        case v.Played():
            card = cards[event.card].name
            suit = str(SUITS[event.suit]) if event.suit >= 0 else ""
            if event.issued:
                return f"{who}: {card} is Issued: each attempt is tested in {suit or 'its suit'}."
            return f"{who}: {card} is played{suit and ', '}{suit}."
        case v.Bid():
            return f"{who} bids {event.number}." if event.number else f"{who} passes."
        case v.CannotOutbid():
            return f"{who} cannot bid {event.needs} with {format_count(event.has, 'token')}."
        case v.Tested():
            result = "met" if event.has >= event.needs else "not met"
            suit = SINGLE[event.suit] if event.has == 1 else SUITS[event.suit]
            return f"{who} has {event.has} {suit} of {event.needs}: {result}."
        case v.LaidDown():
            return f"{who} will lose a turn."
        case v.Stayed():
            return f"{who} stays on {get_stage_name(state, event.stage)}, Stage {event.stage}."
        case v.TurnLost():
            return f"{who} loses this turn."
        case v.MovedOn():
            comes = f"{who} comes to {get_stage_name(state, event.stage)}, Stage {event.stage}"
            is_end = event.stage == LAST_STAGE and event.seat == state.arrived
            does = "everybody else has one more turn" if is_end else _STAGE_EVENTS[event.stage]
            return f"{comes}: {does}."
        case v.CoinTossed():
            return f"{who} finds {'something' if event.found else 'nothing'} in that hand."
        case v.BattleFought():
            totals = join_words([f"{n} {t}" for n, t in zip(names, event.totals, strict=True)])
            return f"The Battle: {totals}. {names[event.highest]} stands highest."
        case v.Cursed():
            return "The bank is empty: the Curse."
        case v.EndingShown():
            return f"The Ending is {cards[event.card].name}."
        case v.Traded():
            return _describe_trade(event, names)
        case v.CardChanged():
            return f"{who} has another Challenge card."
        case v.GameOver():
            return ""
    raise NotImplementedError(type(event))


def _describe_trade(event: v.Traded, names: Names) -> str:
    given, taken = format_tokens(event.given), format_tokens(event.taken)
    other = names[event.other] if event.other >= 0 else "the bank"
    if event.declined:
        return f"{other} declines {names[event.seat]}'s {given} for {taken}."
    return f"{names[event.seat]} trades {given} for {taken} with {other}."


def describe_move(state: State, move: Move) -> str:
    """A few words about a legal move of The Hero's Journey, for the menu."""
    task = state.todo[0]
    number = state.data.card_numbers
    if move[0] in ("ripe", "keep", "drop", "match", "expend") and move[-1] in number:
        return describe_card(state, number[move[-1]])
    if move == ("challenge",):
        return _describe_attempt(state, state.heroes[task.seat])
    if move[0] == "prophecy":
        price = state.data.figures.beginnings.rite.prophecy_price
        return (
            "one that will not be"
            if move[1] == "bottom"
            else f"the one that will be, for {price} Moons"
        )
    if task.kind == "failed" and move[0] == "expend":
        return f"pay tokens or cards worth {task.number}"
    if task.kind == "row":
        return _describe_row_of_cards(state, move[1])
    if state.offer is not None and move[0] in ("accept", "propose"):
        offer, accepts = state.offer, move[0] == "accept"
        given, taken = (offer.wanted, offer.given) if accepts else (offer.given, offer.wanted)
        return f"give {format_tokens(given)}, get {format_tokens(taken)}"
    return _MEANINGS.get(task.kind, {}).get(move[0], "")


def describe_choice(state: State, names: Names) -> str:
    """A sentence that asks the player of The Hero's Journey who must move for a decision."""
    task = state.todo[0]
    hero, attempt = state.heroes[task.seat], state.attempt
    here = f"Stage {hero.stage}"
    match task.kind:
        case "pay":
            return (
                f"pay {format_count(len(task.cards), 'token')}; several in a line: pay suns suns."
            )
        case "join" | "raise" if attempt is not None:
            who = names[attempt.seat]
            stage = get_stage_name(state, state.heroes[attempt.seat].stage + 1)
            return f"{who} tries for {stage}; the bid is {attempt.high}. secrets shows your card."
        case "failed" | "expend":
            return f"the test lacks {task.number}."
        case "offer" if state.offer is not None:
            return f"your offer to {names[state.offer.to]}."
        case "answer":
            return f"{names[state.seats[state.turn]]} offers a trade."
        case "action":
            last = "last " if state.arrived >= 0 else ""
            return f"your {last}action at {here}. You have {format_tokens(hero.tokens)}."
        case "trade":
            last = "your last turn: " if state.arrived >= 0 else ""
            return f"{last}trade at {here}. You have {format_tokens(hero.tokens)}."
    return _QUESTIONS.get(task.kind, "choose.")


_QUESTIONS = {
    "origin": "how do you begin?",
    "prophecy": "which Ending do you look at? secrets shows it then.",
    "keep": "which Encounter comes along?",
    "gift": "which token do you draw for the Mentor you leave?",
    "row": "to which row do you travel?",
    "drop": "which Place is left behind?",
    "draw": "draw a token: of which suit?",
    "instead": "draw the Moon, or another in its place?",
    "substitute": "draw a token in place of the one that the bank lacks.",
    "extra": "another token with the Leaf?",
    "curse": "the Curse takes a token of the suit you have most of.",
    "ripe": "rest with which card?",
    "two": "two tokens of which suit?",
    "stage": "draw a token of the Stage: of which suit?",
    "play": "play which Challenge card?",
    "name": "the Excuse stands for which suit?",
    "keep_card": "keep which Challenge card?",
    "back": "your Challenge card: into your hand, or into the Deck?",
    "event": "the Event of the Stage.",
    "hand": "a coin is in one hand: which?",
    "deck": "turn up a card for the Battle: of which deck?",
    "take_card": "take a Challenge card out of the Deck.",
    "betray": "give away your highest Mentor: to whom?",
    "give": "give a token: to whom?",
    "pact": "make the Pact?",
    "blessing": "take the blessing?",
    "calamity": "the Calamity.",
    "end_card": "show your own card at the End, or the top one of the Deck?",
}
_MEANINGS: dict[str, dict[str, str]] = {
    "origin": {
        "rite": "2 Moons more, a Prophecy, and other suits in place of Moons",
        "harvest": "another token with each Leaf",
    },
    "action": {
        "travel": "pay for a Mentor and a Place",
        "rest": "draw tokens",
        "offer": "tokens for tokens",
    },
    "failed": {"lie": "lose a turn"},
    "trade": {"done": "end the turn"},
    "back": {"back": "into your hand", "discard": "into the Deck"},
}


def describe_card(state: State, card: int) -> str:
    """What an Encounter card counts, and its suits; what a Challenge card is of."""
    suits = join_words(state.data.cards[card].suits)
    if card in state.data.challenges:
        return f"a Challenge of {suits or 'the suit that whoever plays it names'}"
    return f"{state.data.card_worths[card]}, {suits}"


def _describe_row_of_cards(state: State, name: str) -> str:
    row = ("wanderer", "traveler", "seeker").index(name)
    rows = (state.mentor_row, state.place_row)
    found = [state.data.cards[cards[row]].name for cards in rows if row < len(cards)]
    price = state.data.figures.travel.prices[row]
    return f"{format_count(price, 'token')}: {join_words(found)}"


def _describe_attempt(state: State, hero: Hero) -> str:
    """What an attempt stakes, what is left of how much, and the number of the test."""
    suits = list_stage_suits(state, hero, hero.stage + 1)
    stake = join_words(SINGLE[suit] for suit in suits)
    left = count_resources_after_stake(state, hero)
    next_stage = get_stage_name(state, hero.stage + 1)
    return (
        f"stake {stake}; {next_stage} takes {hero.stage + 1}, and {left} are left; then a test: "
        f"{hero.stage} of one suit"
    )


_STAGE_EVENTS = {
    1: "every Hero begins here",
    2: "guess the hand with the coin, and draw a leaf and a wave",
    3: "the Place of the Wanderer's row for nothing; two Places can be held here",
    4: "everybody turns up a card and adds wyrms and knots; the highest draws a wyrm and a knot, "
    "the lowest loses a turn",
    5: "two tokens of your Challenge card's suit, or any three for the Excuse; then another card",
    6: "a knot, if you have 3; here one token is traded for one",
    7: "a Mentor and a Place off the decks; one Place is kept",
    8: "your highest Mentor is given away; without one, all wyrms and knots",
    9: "the Ending is turned up; 2 suns and 2 moons can change a Mentor for one of the rows",
}
_ENDINGS = {
    "end": "who comes first draws a leaf, or a Novice 2 moons; cards of a suit that is shown count "
    "twice",
    "calamity": "cards without wyrms go, and half of all tokens but wyrms",
    "windfall": "two tokens for each card with knots; knots, and cards with them, count twice",
}


def describe_stage_event(state: State, stage: int) -> str:
    """What happens to who arrives at a Stage."""
    if stage < LAST_STAGE:
        return _STAGE_EVENTS[stage]
    if state.ending_known:
        return _ENDINGS[state.data.cards[state.endings[0]].id]
    return "the first to come ends the game; unknown until somebody comes to Stage 9"


def describe_result(state: State, result: Result, names: Names) -> str:
    """A sentence that says who won The Hero's Journey, and why."""
    wins = describe_winners(result, names)
    if result.why == "rounds":
        return f"{wins}: highest score after round {state.round}, the last."
    return f"{wins} with the highest score, at {get_stage_name(state, LAST_STAGE)}."


def describe_things_to_look_up(state: State, names: Names) -> dict[str, str]:
    """What can be looked up: Stages, Endings, Heroes, Challenge and Encounter cards."""
    data = state.data
    things = {}
    for stage, card in data.stage_cards.items():
        suits = join_words(data.cards[card].suits)
        things[data.cards[card].id] = (
            f"{data.cards[card].name}, Stage {stage}, {suits}: {_STAGE_EVENTS[stage]}."
        )
    for card in data.endings:
        found = data.cards[card]
        things[found.id] = (
            f"{found.name}, one of the Endings, {join_words(found.suits)}: {_ENDINGS[found.id]}."
        )
    for card in data.challenges:
        told = f"{data.cards[card].name}: {describe_card(state, card)}."
        things[data.cards[card].id] = told[0].upper() + told[1:]
    for card in (*data.mentors, *data.places):
        things[data.cards[card].id] = _describe_encounter_card(state, card, names)
    for seat, hero in enumerate(state.heroes):
        company = join_words([data.cards[card].name for card in hero.encounter_cards]) or "nobody"
        things[make_slug(names[seat])] = (
            f"{names[seat]}: Stage {hero.stage}, with {company}; {format_tokens(hero.tokens)}."
        )
    return things


def _describe_encounter_card(state: State, card: int, names: Names) -> str:
    """A Mentor or a Place: what it counts, which Stages it matches, and who has it."""
    data = state.data
    kind = "a Mentor" if card in data.mentors else "a Place"
    stages = [
        get_stage_name(state, stage)
        for stage, cards in data.cards_matching_stage.items()
        if card in cards
    ]
    matches = f"; matches {join_words(stages)}" if stages else ""
    holders = [names[at] for at, hero in enumerate(state.heroes) if card in hero.encounter_cards]
    where = f"; with {holders[0]}" if holders else ""
    return f"{data.cards[card].name}: {kind}, {describe_card(state, card)}{matches}{where}."
