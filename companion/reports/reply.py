"""The answer to one typed line, as data."""

from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from companion.audience import Seat
from companion.campaign.changes import Change
from companion.campaign.news_of_changes import NewsItem
from companion.campaign.secrecy import filter_public_changes
from companion.refusal import Problem, Refusal, make_problem_message_for_players
from companion.reports import Report, filter_report_for_seat


class RefusalDetails(Struct, frozen=True):
    """Why a word was refused, and what to type instead; `list_all` is the command for all
    problems."""

    kind: str
    message: str
    hint: str
    problems: tuple[Problem, ...] = ()
    list_all: str = ""

    @classmethod
    def from_refusal(cls, refusal: Refusal, hint: str) -> "RefusalDetails":
        """A refusal with the hint as it is shown."""
        return cls(refusal.kind, refusal.message, hint, refusal.problems, refusal.list_all)


class UntakenClause(NamedTuple):
    """A clause of a line that is done, and the line that would do what it says, which was not.
    Where it `asks_who`, that is the line of somebody, and a name takes it for another."""

    said: str
    line: str
    asks_who: bool = False


class Reply(Struct, frozen=True, kw_only=True):
    """The answer to one line. `meant` is what it was understood as, where that is not what was
    typed. `entry` is None for a word that only read or was refused. Changes below `unknown_paths`,
    places that the players know nothing of, are the Guide's. It `undoes_public` if it took back or
    repeated an entry that the players see. `granted_to` is the seat that asked for what is meant.
    Beside the refusal of a question stands what is `shown`: the nearest to what was asked. Clauses
    that are `untaken` were told and not done; they are named to the Guide alone.
    """

    line: str
    ok: bool
    meant: str | None = None
    entry: str | None = None
    report: Report | None = None
    changes: tuple[Change, ...] = ()
    unknown_paths: frozenset[str] = frozenset()
    news: tuple[NewsItem, ...] = ()
    warnings: tuple[str, ...] = ()
    has_secret_prefix: bool = False
    guide_only: bool = False
    undoes_public: bool = False
    refusal: RefusalDetails | None = None
    error: str | None = None
    granted_to: Seat | None = None
    shown: "Reply | None" = None
    untaken: tuple[UntakenClause, ...] = ()

    @property
    def is_quit(self) -> bool:
        """Whether the evening is over."""
        return self.report is not None and self.report.tag == "quit"


def filter_reply_for_seat(reply: Reply, *, guide: bool) -> Reply:
    """The Reply as a seat may see it. What is wrong in a file is quoted to the Guide alone, for the
    file may hold anything."""
    if guide:
        return reply
    refusal = reply.refusal
    if refusal is not None and refusal.problems:
        refusal = RefusalDetails(refusal.kind, *make_problem_message_for_players(refusal.problems))
    return replace(
        reply,
        report=filter_report_for_seat(reply.report, guide=False)
        if reply.report is not None
        else None,
        changes=tuple(filter_public_changes(reply.changes, reply.unknown_paths)),
        warnings=(),
        untaken=(),
        refusal=refusal,
        shown=filter_reply_for_seat(reply.shown, guide=False) if reply.shown else None,
    )
