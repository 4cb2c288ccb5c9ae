"""Voila's exporter, which makes a page of a notebook, with its templates compiled once.

Voila makes an exporter for every page, and each would compile the same templates anew: more than half of what
a page costs the server. Knows Jinja's cache of compiled templates and where Voila takes its
exporter from; what stands in the templates it does not know.
"""

from __future__ import annotations

from typing import Any

import jinja2
import voila.notebook_renderer
from jinja2.bccache import Bucket
from voila.exporter import VoilaExporter

__all__ = ["keep_templates"]


class _Compiled(jinja2.BytecodeCache):
    """Compiled templates, in memory."""

    def __init__(self) -> None:
        self._kept: dict[str, bytes] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        if (code := self._kept.get(bucket.key)) is not None:
            bucket.bytecode_from_string(code)

    def dump_bytecode(self, bucket: Bucket) -> None:
        self._kept[bucket.key] = bucket.bytecode_to_string()


_compiled = _Compiled()


class PageExporter(VoilaExporter):
    """Voila's exporter; its templates are those that were compiled for an earlier page."""

    def _create_environment(self) -> Any:
        environment = super()._create_environment()
        environment.bytecode_cache = _compiled
        return environment


def keep_templates() -> None:
    """Have every page made by this exporter; Voila has no setting that names one."""
    voila.notebook_renderer.VoilaExporter = PageExporter
