"""Shows conversations as users, models and trainers see them."""

from __future__ import annotations

import json
import os
from typing import Any, Iterable, List, Mapping, Optional, Union

from ._program import OpenChatMLError, run
from ._types import Mask, Message, Row, problem_of


def user_view(rows: Union[Row, Iterable[Row]]) -> List[List[Message]]:
    """Returns the messages that end users see, for each row: no instructions, reasoning, calls or replies.

    Raises ``OpenChatMLError`` if a row is not a conversation.
    """
    text = _lines(rows)
    printed = run(["convert", "--to=messages", "--public", "--stdin-filename=rows.jsonl", "-"], text).split("\n")
    views = []
    for index in range(text.count("\n")):
        line = printed[index] if index < len(printed) else ""
        if line == "":
            raise OpenChatMLError(f"Row {index} is not a conversation.")
        views.append(json.loads(line)["messages"])
    return views


def render(
    conversation: Row,
    template: Union[str, "os.PathLike[str]"],
    *,
    add_generation_prompt: bool = True,
    **variables: Any,
) -> str:
    """Returns the exact prompt for a row or request.

    ``template``: the name of a chat template, or the path of a file. ``variables``: the variables of the template.
    """
    options = [
        f"--template={os.fspath(template)}",
        *(f"--set={name}={json.dumps(value)}" for name, value in variables.items()),
        *([] if add_generation_prompt else ["--no-generation-prompt"]),
    ]
    return run(["render", *options, "--stdin-filename=request.json", "-"], json.dumps(conversation), (0,))


def mask(
    rows: Union[Row, Iterable[Row]],
    *,
    tokenizer: Union[str, "os.PathLike[str]"],
    template: Optional[Union[str, "os.PathLike[str]"]] = None,
    trainer: Optional[str] = None,
    options: Optional[Mapping[str, Any]] = None,
    max_length: Optional[int] = None,
) -> Mask:
    """Returns the parts of rows that a trainer trains on, and problems with them.

    ``tokenizer``: the folder of the model, or its ``tokenizer.json``.
    """
    arguments = [
        f"--tokenizer={os.fspath(tokenizer)}",
        *([f"--template={os.fspath(template)}"] if template is not None else []),
        *([f"--trainer={trainer}"] if trainer is not None else []),
        *(f"--option={name}={json.dumps(value)}" for name, value in (options or {}).items()),
        *([f"--max-length={max_length}"] if max_length is not None else []),
    ]
    made = json.loads(run(["mask", "--format=json", *arguments, "-"], _lines(rows)))
    findings = [problem_of(found, row=found["range"]["start"]["line"]) for found in made["findings"]]
    return Mask(summary=made["summary"], findings=findings)


def _lines(rows: Union[Row, Iterable[Row]]) -> str:
    all_rows = [rows] if isinstance(rows, Mapping) else rows
    return "".join(f"{json.dumps(row)}\n" for row in all_rows)
