"""Reports on the seats: what they ask for, who is there, and what the player screen shows."""

from typing import Literal, TypeAlias

from msgspec import Struct

from companion.audience import Public
from companion.reports import Report
from companion.reports.journal import ExternalChangesReport
from companion.reports.status import RequestLine, StatusReport


class RequestReport(Report, frozen=True, tag="request"):
    """A line that was asked for, or is denied. One that is granted answers as it always does."""

    step: Public[Literal["asked", "denied"]]
    request: Public[RequestLine]


SharingStep: TypeAlias = Literal["listed", "renamed", "muted", "unmuted", "sent_away"]


class PlaceLine(Struct, frozen=True):
    """A seat, or the player screen, of a campaign that is shared: who sits there, and how many
    pages are open."""

    place: str
    name: str
    muted: bool
    pages: int
    addresses: tuple[str, ...]


class SharingReport(Report, frozen=True, tag="seat"):
    """Who is at the table of a campaign that is shared, and what was decided about a `place`. The
    name of its folder stands in `campaign`."""

    step: Public[SharingStep]
    place: Public[str]
    campaign: Public[str]
    shared: Public[bool]
    address: Public[str]
    places: Public[tuple[PlaceLine, ...]]


class ScreenReport(Report, frozen=True, tag="screen"):
    """What the player screen shows: how things stand, and what the table `heard` last. Both are
    made for nobody's seat: they hold what everybody may know, whoever builds them."""

    status: Public[StatusReport]
    heard: Public[ExternalChangesReport]
