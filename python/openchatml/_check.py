"""Finds problems in rows, files and texts."""

from __future__ import annotations

import json
import os
from typing import Any, Callable, Iterable, Iterator, List, Mapping, Optional, Union

from ._program import run, stream
from ._types import Problem, Row, problem_of

_SEVERITIES = ("error", "warning", "information", "hint")


def check(
    rows: Union[Row, Iterable[Row]],
    *,
    training: bool = False,
    profile: Optional[str] = None,
    rules: Optional[Mapping[str, str]] = None,
) -> List[Problem]:
    """Returns the problems in one or more rows, each with the index of its row.

    ``training``: whether they are training rows. ``profile``: an API, a server or a trainer, such as ``openai`` or ``trl``.
    ``rules``: severities by code; ``off`` switches a rule off. Raises ``OpenChatMLError`` if the program fails.
    """
    if isinstance(rows, (str, bytes, os.PathLike)):
        raise TypeError("check takes rows: iter_check takes the path of a file, and check_text a text")
    all_rows = [rows] if isinstance(rows, Mapping) else rows
    arguments = ["check", "--lines", "--format=jsonl", *_options(training, profile, rules), "-"]
    answers = map(json.loads, stream(arguments, map(_line, all_rows)))
    return [
        problem_of(found, row=answer["line"] - 1, line=1)
        for answer in answers
        for found in answer["diagnostics"]
    ]


def iter_check(
    path: Union[str, "os.PathLike[str]"],
    *,
    training: bool = False,
    profile: Optional[str] = None,
    rules: Optional[Mapping[str, str]] = None,
) -> Iterator[Problem]:
    """Yields the problems in a JSON Lines data set as they are found, in constant memory. ``row`` counts the lines from 0."""
    arguments = ["check", "--format=jsonl", *_options(training, profile, rules), "--", os.fspath(path)]
    for line in stream(arguments):
        answer = json.loads(line)
        for found in answer["diagnostics"]:
            yield problem_of(found, row=answer["line"] - 1, line=answer["line"])


def check_text(
    text: str,
    *,
    name: Optional[str] = None,
    dialect: Optional[str] = None,
    training: bool = False,
    profile: Optional[str] = None,
    rules: Optional[Mapping[str, str]] = None,
) -> List[Problem]:
    """Returns the problems in a transcript, or in any other supported text. ``name``: a file name; its extension determines the type."""
    options = [
        *_options(training, profile, rules),
        *([f"--stdin-filename={name}"] if name is not None else []),
        *([f"--dialect={dialect}"] if dialect is not None else []),
    ]
    files = json.loads(run(["check", "--format=json", *options, "-"], text))
    return [problem_of(found) for file in files for found in file["diagnostics"]]


def valid_rows(
    *,
    training: bool = False,
    profile: Optional[str] = None,
    rules: Optional[Mapping[str, str]] = None,
    severity: str = "error",
) -> Callable[[Mapping[str, List[Any]]], List[bool]]:
    """Returns a function for ``Dataset.filter(…, batched=True)``: it takes the columns of a batch, and returns for each row whether
    it has no problem of this severity or a worse one. The rows of a batch are checked together, like those of a file.
    """
    if severity not in _SEVERITIES:
        raise ValueError(f"severity is one of {', '.join(_SEVERITIES)}, not {severity!r}")
    counted = _SEVERITIES[: _SEVERITIES.index(severity) + 1]

    def of_batch(batch: Mapping[str, List[Any]]) -> List[bool]:
        names = list(batch)
        rows = [dict(zip(names, values)) for values in zip(*(batch[name] for name in names))]
        found = check(rows, training=training, profile=profile, rules=rules)
        wrong = {problem.row for problem in found if problem.severity in counted}
        return [index not in wrong for index in range(len(rows))]

    return of_batch


def _line(row: Row) -> bytes:
    # ASCII preserves any text, even lone surrogates.
    return json.dumps(row, ensure_ascii=True, separators=(",", ":")).encode("ascii") + b"\n"


def _options(training: bool, profile: Optional[str], rules: Optional[Mapping[str, Any]]) -> List[str]:
    return [
        *(["--training"] if training else []),
        *([f"--profile={profile}"] if profile is not None else []),
        *(f"--rule={code}={severity}" for code, severity in sorted((rules or {}).items())),
    ]
