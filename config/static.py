"""Static files as they are collected: our style sheets and scripts travel without their comments."""

from __future__ import annotations

import re

from django.core.files.base import ContentFile
from whitenoise.storage import CompressedManifestStaticFilesStorage

_COMMENTS = {
    "css/": re.compile(rb"/\*.*?\*/\n?", re.DOTALL),
    "js/": re.compile(rb"^[ \t]*(//.*|/\*\*[^/]*\*/)\n", re.MULTILINE),
}


class CollectedFiles(CompressedManifestStaticFilesStorage):
    """Each with its hash in its name, and compressed."""

    def _save(self, name: str, content) -> str:
        for folder, comments in _COMMENTS.items():
            if name.startswith(folder):
                content = ContentFile(comments.sub(b"", b"".join(content.chunks())))
        return super()._save(name, content)
