"""The vectors of Whist."""

from __future__ import annotations

from ._whist import kinds

KINDS = kinds("whist")
