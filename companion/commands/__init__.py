"""The words of the prompt, one file a subject; importing this room registers all of them."""

from importlib import import_module

from companion.commands.context import WORDS

__all__ = ["WORDS"]

ROOMS = ("people.negotiation",)
"""The files that register words."""

for room in ROOMS:
    import_module(f"{__name__}.{room}")
