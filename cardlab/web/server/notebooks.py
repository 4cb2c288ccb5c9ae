"""The notebooks that are served: those in the folder, and one made for every game without a file.

Knows Jupyter's contents manager; what a made notebook holds is `cardlab.web.pages.notebook`.
"""

from __future__ import annotations

import json
from functools import lru_cache
from pathlib import Path
from typing import Any

import nbformat
from jupyter_server.services.contents.largefilemanager import LargeFileManager

from cardlab.engine.catalogue import games
from cardlab.web.addresses import notebook_at
from cardlab.web.pages.notebook import game_notebook

__all__ = ["Notebooks", "made_page", "notebook_at_rest"]


class Notebooks(LargeFileManager):
    """The notebooks as they lie in their folder; a game without one has the one made from it."""

    def get(self, path: str, *args: Any, **kwargs: Any) -> Any:
        game_id = made_page(path, Path(self.root_dir))
        if game_id is None:
            return super().get(path, *args, **kwargs)
        text = json.dumps(game_notebook(game_id))
        return {
            "name": f"{game_id}.ipynb",
            "path": path,
            "type": "notebook",
            "format": "json",
            "content": nbformat.reads(text, as_version=4),  # type: ignore[no-untyped-call]
        }


def notebook_at_rest(path: str, root: Path) -> dict[str, Any]:
    """A notebook as it is written, for somebody who only reads it."""
    game_id = made_page(path, root)
    if game_id is not None:
        return game_notebook(game_id)
    file = root / path
    return _read(file, file.stat().st_mtime_ns)


@lru_cache(maxsize=100)
def _read(file: Path, changed: int) -> dict[str, Any]:
    content: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
    return content


def made_page(path: str, root: Path) -> str | None:
    """The game of a page that has no file, None for every other path."""
    folder, name = notebook_at(path.strip("/")) or ("", "")
    if folder != "notebooks" or name not in games():
        return None
    return None if (root / path.strip("/")).is_file() else name
