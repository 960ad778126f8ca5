"""The parameter and return types of the functions."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Dict, List, Mapping, Optional

#: A row of a data set, or a chat API request: any JSON object.
Row = Mapping[str, Any]
#: A message in the format of chat APIs.
Message = Dict[str, Any]


@dataclass(frozen=True)
class Problem:
    """A problem with its location."""

    code: str
    #: ``error``, ``warning``, ``information`` or ``hint``.
    severity: str
    message: str
    #: The line, counted from 1; for rows passed as values, always 1.
    line: int
    column: int
    #: The location as UTF-16 offsets in the row or the text; the end is exclusive.
    start: int
    end: int
    #: The index of the row; ``None`` in a text.
    row: Optional[int] = None

    def __str__(self) -> str:
        return f"{self.line}:{self.column}: {self.severity} {self.code}: {self.message}"


@dataclass(frozen=True)
class Mask:
    """The parts of rows that a trainer trains on."""

    #: The summary of ``ocml mask --format json``.
    summary: Dict[str, Any]
    findings: List[Problem]


def problem_of(found: Mapping[str, Any], row: Optional[int] = None, line: Optional[int] = None) -> Problem:
    """Converts a problem from the JSON of the command line. ``line``: the first line of its row, counted from 1."""
    start = found["range"]["start"]
    first, last = found["offset"]
    # A row is on one line, so the column is the offset in the row. Offsets in the file would be of no use.
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
