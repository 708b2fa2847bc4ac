"""Every call of the companion is made far from campaigns that are somebody's."""

from pathlib import Path

import pytest


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Away from any folder that holds campaigns, the data folder of whoever runs this included."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COMPANION_CAMPAIGNS", str(tmp_path / "kept"))
    monkeypatch.setenv("COMPANION_TABLES", str(tmp_path / "tables"))


@pytest.fixture
def own_tables(tmp_path: Path) -> Path:
    """A few small tables of one's own, in `fen`."""
    folder = tmp_path / "tables" / "fen"
    folder.mkdir(parents=True)
    for name, text in TABLES.items():
        (folder / f"{name}.toml").write_text(f'schema = 1\ntitle = "{name}"\n{text}', "utf-8")
    return folder


TABLES = {
    "birds": 'dice = "2d6"\n[[rows]]\nroll = "7-"\ntext = "{d4} herons"\n'
    '[[rows]]\nroll = "8+"\ntext = "a bittern, {fen/moods}"\ndata = { loud = true }\n',
    "moods": '[[rows]]\ntext = "hungry"\n[[rows]]\ntext = "asleep"\n',
    "cards": '[[rows]]\ntext = "the eel, drowned"\nweight = 2\n'
    '[[rows]]\ntext = "the heron"\n[[rows]]\ntext = "the bell"\n'
    '[[rows]]\ntext = "the frost"\nwhen = { season = "winter" }\n',
}
"""`birds` has dice and refers to `moods`; of the `cards` one is there in winter alone."""
