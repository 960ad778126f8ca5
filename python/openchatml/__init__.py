"""Checks transcripts of language models, chat API requests and training rows.

Offsets count UTF-16 code units, as the command line does; lines and columns are counted from 1.
"""

from ._check import check, check_text, iter_check, valid_rows
from ._program import OpenChatMLError
from ._types import Mask, Message, Problem, Row
from ._views import mask, render, user_view

__all__ = [
    "Mask",
    "Message",
    "OpenChatMLError",
    "Problem",
    "Row",
    "check",
    "check_text",
    "iter_check",
    "mask",
    "render",
    "user_view",
    "valid_rows",
]
__version__ = "0.1.0"
