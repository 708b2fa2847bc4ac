"""`companion share`: the table in browsers, with libraries that are an extra."""

from functools import partial
from importlib.util import find_spec
from pathlib import Path

from companion.archive.shelves import Shelves
from companion.cli.output import report_refusals
from companion.refusal import Impossible

_LIBRARIES = ("starlette", "uvicorn", "jinja2", "segno")
INSTALL_HINT = "Install it: pip install 'errant-companion[share]'"


def share_campaign(
    campaign: str,
    campaigns: Path | None,
    tables: Path | None,
    lan: bool,
    port: int,
    keep_links: bool,
    screen: bool,
) -> None:
    """Share a campaign until Ctrl-C; without the extra, say how to install it."""
    with report_refusals():
        if any(find_spec(name) is None for name in _LIBRARIES):
            raise Impossible("Sharing needs libraries that are not installed.", INSTALL_HINT)
        from companion.repl.campaigns import resolve_campaign
        from companion.share.server import ShareCall, serve_table

        shelves = Shelves(campaigns, tables)
        name = resolve_campaign(campaign, shelves)
        call = ShareCall(name, lan, port, keep_links, screen)
        serve_table(call, shelves, partial(print, flush=True))
