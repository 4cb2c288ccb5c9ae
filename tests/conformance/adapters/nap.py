"""Nap's vectors."""

from __future__ import annotations

from ._nap import kinds

KINDS = kinds("nap")
