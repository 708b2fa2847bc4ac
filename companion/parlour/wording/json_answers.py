"""Encodes an answer or a table of the parlour as JSON, a line each."""

import msgspec

from companion.parlour.typed_line_answers import Answer, Table
from companion.parlour.typed_moves import format_move


def encode_answer(line: str, table: Table, answer: Answer) -> str:
    """An answer as one line of JSON."""
    refusal, match = answer.refusal, table.match
    result = match.result
    return msgspec.json.encode(
        {
            "schema": 1,
            "line": line,
            "ok": refusal is None,
            "events": [msgspec.to_builtins(event) for event in answer.events],
            "text": answer.lines + answer.moves,
            "actor": None if result else match.actor.name,
            "legal": [format_move(move) for move in match.legal_moves],
            "result": msgspec.to_builtins(result),
            "refusal": None
            if refusal is None
            else {
                "kind": refusal.kind,
                "message": refusal.message,
                "hint": refusal.hint,
                "reason": msgspec.to_builtins(getattr(refusal, "reason", None)),
            },
        }
    ).decode()


def encode_game_table_as_json(table: Table) -> str:
    """A saved game as one line of JSON: who plays, what was done, and what can be done."""
    match = table.match
    result = match.result
    return msgspec.json.encode(
        {
            "schema": 1,
            "game": match.game.name,
            "seed": match.seed,
            "players": [player._asdict() for player in match.players],
            "round": match.game.count_rounds(match.state),
            "moves": match.lines,
            "actor": None if result else match.actor.name,
            "legal": [format_move(move) for move in match.legal_moves],
            "result": msgspec.to_builtins(result),
            "text": table.draw_table(),
        }
    ).decode()
