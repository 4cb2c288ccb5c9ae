"""Renderers of the one view of a table: text for terminals, pictures for pages and notebooks. No
rule is known here."""

from cardlab.web.drawing.still_table import table_svg
from cardlab.web.drawing.svg import card_svg, fan_svg, following_page
from cardlab.web.drawing.text import table_text

__all__ = ["card_svg", "fan_svg", "following_page", "table_svg", "table_text"]
