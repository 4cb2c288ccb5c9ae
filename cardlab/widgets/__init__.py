"""What is drawn in the browser: the table and the lesson widget, their scripts and styles. No rule and no game is known here."""

from .lesson import LessonWidget
from .table import TableWidget, guarded

__all__ = ["LessonWidget", "TableWidget", "guarded"]
