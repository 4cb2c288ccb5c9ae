"""The pages as HTML: one template a page or a part of one, and the one environment that reads them.

Knows where the templates are and what all of them may use: the classes of addresses, links below
the base, the card art. What a page says is handed in.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

from cardlab.web import addresses

__all__ = ["FOLDER", "render"]

FOLDER = Path(__file__).parent
"""Where the templates are."""


@cache
def _environment() -> Any:
    import jinja2

    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(FOLDER),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
    )
    environment.globals.update(
        {
            kind.__name__: kind
            for kind in (
                addresses.ChapterAddress,
                addresses.ExerciseAddress,
                addresses.ExploreAddress,
                addresses.GameAddress,
                addresses.HomeAddress,
                addresses.LabAddress,
                addresses.LessonAddress,
                addresses.MapAddress,
                addresses.PathAddress,
                addresses.StartAddress,
                addresses.TodayAddress,
                addresses.WatchAddress,
            )
        }
    )
    return environment


def render(name: str, base: str | None = None, **values: Any) -> str:
    """A page, or a part of one.  base: the path that all pages lie below; None where no server
    serves them, and then nothing is linked."""
    links = addresses.frame_links(base) if base is not None else {}
    return str(_environment().get_template(name).render(base=base, links=links, **values))
