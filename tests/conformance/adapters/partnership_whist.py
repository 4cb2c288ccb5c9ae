"""The vectors of Partnership Whist."""

from __future__ import annotations

from ._whist import kinds

KINDS = kinds("partnership-whist")
