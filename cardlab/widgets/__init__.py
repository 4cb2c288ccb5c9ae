"""What is drawn in the browser: the table and the map, their scripts and styles. No rule and no game is known here."""

from .map import MapWidget
from .table import TableWidget, guarded

__all__ = ["MapWidget", "TableWidget", "guarded"]
