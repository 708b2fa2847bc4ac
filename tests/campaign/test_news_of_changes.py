"""What everybody should hear of light, whatever the word was."""

from msgspec.structs import replace

from companion.campaign.changes import Change
from companion.campaign.diff import diff_campaigns
from companion.campaign.news_of_changes import LightChanged, LightDied, list_news_of_changes
from tests.making import campaign, effect, errant, torch

LIT, DARK = campaign(errant("Wim", torch(1))), campaign(errant("Wim"))
LEFT = replace(
    DARK, book=replace(DARK.book, effects=(effect("torch by the door", "light", depletion=1),))
)
DARKNESS = LightChanged("darkness", "bright", 0)


def test_a_light_that_is_gone_has_died() -> None:
    assert list_news_of_changes(LIT, DARK) == (LightDied("wim", "torch", "torch"), DARKNESS)


def test_a_light_that_was_left_somewhere_has_not() -> None:
    assert list_news_of_changes(LIT, LEFT) == (DARKNESS,)


def test_a_light_that_was_left_and_ended_there_has_not() -> None:
    """Two words done again at once."""
    assert list_news_of_changes(
        LIT, DARK, (*diff_campaigns(LIT, LEFT), *diff_campaigns(LEFT, DARK))
    ) == (DARKNESS,)


def test_another_effect_is_no_light_that_was_left() -> None:
    steps = (
        Change("campaign/effects/torch-song", None, {"name": "torch song", "depletion": 1}),
        Change("campaign/effects/torch-song", {"name": "torch song", "depletion": 1}, None),
        *diff_campaigns(LIT, DARK),
    )
    assert LightDied("wim", "torch", "torch") in list_news_of_changes(LIT, DARK, steps)
