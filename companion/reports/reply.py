"""The answer to one typed line, as data."""

from msgspec import Struct

from companion.campaign.changes import Change
from companion.campaign.news import News
from companion.refusal import Problem
from companion.reports import Report
from companion.reports.status import QuitReport


class RefusalDetails(Struct, frozen=True):
    """Why a word was refused, and what would do instead. `list_all` is the command at the shell
    that tells each of the problems, where they are a campaign's."""

    kind: str
    message: str
    hint: str
    problems: tuple[Problem, ...] = ()
    list_all: str = ""


class Reply(Struct, frozen=True, kw_only=True):
    """The answer to one line. `entry` is None for a word that only read, or was refused; `secretly`
    is whether `secret` came before it. `unknown` are the paths of places the players know nothing
    of: their changes are the Guide's. `guides` is whether the journal keeps the line for the Guide
    alone."""

    line: str
    ok: bool
    entry: str | None = None
    report: Report | None = None
    changes: tuple[Change, ...] = ()
    unknown_paths: frozenset[str] = frozenset()
    news: tuple[News, ...] = ()
    warnings: tuple[str, ...] = ()
    has_secret_prefix: bool = False
    guide_only: bool = False
    refusal: RefusalDetails | None = None
    error: str | None = None

    @property
    def is_quit(self) -> bool:
        """Whether the evening is over."""
        return isinstance(self.report, QuitReport)
