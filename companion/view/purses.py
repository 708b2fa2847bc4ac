"""Renders Reports on purses as plain lines: coins that come and go, are shared, and their worth."""

from companion.errant.packs.coin import PENNIES_A_SHILLING, Purse, make_purse
from companion.refusal import join_words
from companion.reports import packs as reports
from companion.view import shared_wording as w
from companion.view.reply import render_report


@render_report.register
def _render_coins(report: reports.CoinsReport, name_of: w.NameLookup) -> w.Lines:
    whose, amount = name_of(report.errant), w.format_coins_moved(report.coins)
    does = "gets" if report.changed_pennies > 0 else "gives out"
    counts = [number for number, _ in w.list_coin_counts(report.coins)]
    if min(counts, default=0) < 0 < max(counts, default=0):  # larger coins were changed
        paid = w.format_pennies(abs(report.changed_pennies))
        amount = paid if report.to else f"{paid} ({amount})"
    if report.to:
        does = f"passes to {name_of(report.to)}"
    yield w.Headline(f"{whose} {does}: {amount}.")
    yield f"{whose} has {w.format_purse(report)}."


@render_report.register
def _render_purses(report: reports.PursesReport, _name_of: w.NameLookup) -> w.Lines:
    if report.step == "shared":
        all_ = "" if report.found else ", all that they have"
        yield w.Headline(f"Shared out: {report.found or report.worth:,} pennies' worth{all_}.")
    for each in report.purses:
        away = "" if each.here else " (not here)"
        yield f"  {each.name}{away}: {w.format_purse(each)}."
    yield f"Here in all: {report.worth:,} pennies' worth."


@render_report.register
def _render_coins_worth(report: reports.CoinsWorthReport, _name_of: w.NameLookup) -> w.Lines:
    shillings, rest = divmod(report.worth, PENNIES_A_SHILLING)
    purses = (Purse(report.worth), Purse(rest, shillings), make_purse(report.worth))
    said, plain = dict.fromkeys(map(w.format_purse, purses)), w.format_purse(report)
    yield f"{plain}: {join_words([each for each in said if each != plain] or said, 'or')}."
