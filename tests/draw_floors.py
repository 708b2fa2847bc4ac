"""Draws the rooms of docs/architecture.md from the imports: `python -m tests.draw_floors`."""

from pathlib import Path

from tests.house import list_files, name_room, read_source

PAGE = Path(__file__).parents[1] / "docs" / "architecture.md"
BEGIN_MARK = "<!-- rooms: python -m tests.draw_floors -->\n"
END_MARK = "<!-- end of rooms -->\n"


def read_room_imports() -> dict[str, set[str]]:
    """Each room with the other rooms that its files import."""
    rooms: dict[str, set[str]] = {name_room(path): set() for path in list_files()}
    for path in list_files():
        rooms[name_room(path)] |= {module.split(".")[0] for module in read_source(path).imports}
    return {
        room: {other for other in imported if other in rooms and other != room}
        for room, imported in rooms.items()
    }


def find_reachable(room: str, rooms: dict[str, set[str]]) -> set[str]:
    """The rooms that a room imports, directly or through others."""
    reachable: set[str] = set()
    waiting = list(rooms[room])
    while waiting:
        other = waiting.pop()
        if other not in reachable:
            reachable.add(other)
            waiting += rooms[other]
    return reachable


def select_arrows(rooms: dict[str, set[str]]) -> list[tuple[str, str]]:
    """The imports to draw: those that no longer way through other rooms implies."""
    reachable = {room: find_reachable(room, rooms) for room in rooms}
    return [
        (room, other)
        for room in sort_rooms(rooms)
        for other in sorted(rooms[room])
        if not any(other in reachable[between] for between in rooms[room])
    ]


def sort_rooms(rooms: dict[str, set[str]]) -> list[str]:
    """The rooms from the roof to the ground: each stands above all that it imports."""
    return sorted(rooms, key=lambda room: (-len(find_reachable(room, rooms)), room))


def render_picture() -> str:
    """The Mermaid picture of the rooms, and the table of all their imports."""
    every_room = read_room_imports()
    used = set().union(*every_room.values())
    rooms = {room: others for room, others in every_room.items() if others or room in used}
    arrows = [
        f"    {_name_node(room)} --> {_name_node(other)}" for room, other in select_arrows(rooms)
    ]
    rows = [
        f"| `{room}` | {', '.join(f'`{other}`' for other in sorted(rooms[room])) or 'nothing'} |"
        for room in sort_rooms(rooms)
    ]
    lines = ["```mermaid", "flowchart TD", *arrows, "```", ""]
    lines += ["| Room | Imports |", "|---|---|", *rows]
    return "\n".join(lines) + "\n"


def replace_picture(page: str) -> str:
    """The page with the picture between its marks. Raises ValueError if a mark is missing."""
    before, begin, rest = page.partition(BEGIN_MARK)
    _, end, after = rest.partition(END_MARK)
    if not (begin and end):
        raise ValueError(f"{PAGE.name} needs both marks around its picture")
    return f"{before}{begin}\n{render_picture()}\n{end}{after}"


def _name_node(room: str) -> str:
    """A node of the picture. Mermaid would read `__main__` as bold text."""
    return "main[python -m companion]" if room == "__main__" else room


if __name__ == "__main__":
    PAGE.write_text(replace_picture(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
