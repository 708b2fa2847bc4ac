"""The looks of the line editor: bold and reverse, nothing said by colour alone."""

from prompt_toolkit.styles import Style

STYLE = Style.from_dict(
    {
        "prompt": "bold",
        "bottom": "",
        "bottom.headline": "bold",
        "bottom.news": "bold",
        "bottom.way": "bold underline",
        "completion-menu": "noreverse bg:default",
        "scrollbar.background": "bg:default",
        "scrollbar.button": "reverse",
        "completion-menu.completion": "fg:default bg:default",
        "completion-menu.completion.current": "reverse bold",
        "completion-menu.meta.completion": "fg:default bg:default italic",
        "completion-menu.meta.completion.current": "reverse",
    }
)
