"""What is drawn in the browser: the table, the lesson, the map and the laboratories, their
scripts and styles. No rule and no game is known here.
"""

from cardlab.web.widgets.lab import LabWidget
from cardlab.web.widgets.lesson import LessonWidget
from cardlab.web.widgets.map import MapWidget
from cardlab.web.widgets.path import PathWidget
from cardlab.web.widgets.table import TableWidget, guarded

__all__ = ["LabWidget", "LessonWidget", "MapWidget", "PathWidget", "TableWidget", "guarded"]
