from memory.models.briefs import AgentMemory, Summary
from memory.models.documents import Document, DocumentLine, DocumentVersion
from memory.models.extraction import Extraction, Tombstone
from memory.models.index import SearchLog, SearchRow
from memory.models.notes import Note, NoteUse
from memory.models.silence import SilentMessage, UnheardMessage

__all__ = [
    "AgentMemory",
    "Document",
    "DocumentLine",
    "DocumentVersion",
    "Extraction",
    "Note",
    "NoteUse",
    "SearchLog",
    "SearchRow",
    "SilentMessage",
    "Summary",
    "Tombstone",
    "UnheardMessage",
]
