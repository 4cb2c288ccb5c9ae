"""What is drawn in the browser: the table, the lesson, the map and the laboratories, their
scripts and styles. No rule and no game is known here.
"""

from .lab import LabWidget
from .lesson import LessonWidget
from .map import MapWidget
from .table import TableWidget, guarded

__all__ = ["LabWidget", "LessonWidget", "MapWidget", "TableWidget", "guarded"]
