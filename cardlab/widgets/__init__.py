"""What is drawn in the browser: the table, the lesson and the map, their scripts and styles. No rule and no game is known here.
"""

from .lesson import LessonWidget
from .map import MapWidget
from .table import TableWidget, guarded

__all__ = ["LessonWidget", "MapWidget", "TableWidget", "guarded"]
