"""What the functions take and give."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Dict, List, Mapping, Optional

#: A row of a data set, or a chat API request: anything that JSON can say.
Row = Mapping[str, Any]
#: A message as chat APIs have it.
Message = Dict[str, Any]


@dataclass(frozen=True)
class Problem:
    """What is wrong, and where."""

    code: str
    #: ``error``, ``warning``, ``information`` or ``hint``.
    severity: str
    message: str
    #: The place, counted from 1: in a text or a file, its line; in rows that are passed, always 1.
    line: int
    column: int
    #: The same place as UTF-16 offsets in the row or the text; the end is exclusive.
    start: int
    end: int
    #: The index of the row; ``None`` in a text.
    row: Optional[int] = None

    def __str__(self) -> str:
        return f"{self.line}:{self.column}: {self.severity} {self.code}: {self.message}"


@dataclass(frozen=True)
class Mask:
    """What a trainer trains of some rows."""

    #: As ``ocml mask --format json`` has it.
    summary: Dict[str, Any]
    findings: List[Problem]


def problem_of(found: Mapping[str, Any], row: Optional[int] = None, line: Optional[int] = None) -> Problem:
    """A problem of the JSON of the command line. ``line``: where its row begins, counted from 1."""
    start = found["range"]["start"]
    first, last = found["offset"]
    # A row is one line: there, a column is an offset, and those of the file are of no use.
    offset = first if row is None else start["character"]
    return Problem(
        code=found["code"],
        severity=found["severity"],
        message=found["message"],
        line=line if line is not None else start["line"] + 1,
        column=start["character"] + 1,
        start=offset,
        end=offset + last - first,
        row=row,
    )
