"""What is drawn in the browser: the table widget, its scripts and its styles. No rule and no game is known here."""

from .table import TableWidget, guarded

__all__ = ["TableWidget", "guarded"]
