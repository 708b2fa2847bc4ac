"""People are called as a table calls them."""

import pytest

from companion.campaign.campaign import Book, Campaign
from companion.errant.company import Errant
from companion.view.shared_wording import make_name_lookup


def company(**names: str) -> Campaign:
    errants = tuple(Errant(id=errant, name=name) for errant, name in sorted(names.items()))
    return Campaign(book=Book(name="x"), errants=errants)


@pytest.mark.parametrize(
    ("errant_id", "name", "called"),
    [
        ("wim", "Wim the Lesser", "Wim"),
        ("tansy", "Old Tansy", "Tansy"),
        ("old-tansy", "Old Tansy", "Old Tansy"),
        ("corvin-half-hand", "Corvin Half-Hand", "Corvin"),
        ("x", "Bree, of the Tanners", "Bree"),
        ("x", "Ondine", "Ondine"),
        ("x", "鬼", "鬼"),
    ],
)
def test_someone_is_called_by_the_name_that_is_theirs(
    errant_id: str, name: str, called: str
) -> None:
    campaign = Campaign(book=Book(name="x"), errants=(Errant(id=errant_id, name=name),))
    assert make_name_lookup(campaign)(errant_id) == called


def test_two_of_one_name_are_called_in_full() -> None:
    called = make_name_lookup(company(a="Bree Tanner", b="Bree Miller", c="Wim"))
    assert [called(errant) for errant in "abc"] == ["Bree Tanner", "Bree Miller", "Wim"]


def test_who_is_gone_is_called_by_their_id() -> None:
    assert make_name_lookup(company(a="Bree"))("corvin") == "corvin"
