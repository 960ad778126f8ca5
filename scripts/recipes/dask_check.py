"""Checks one large .jsonl in parts with Dask: `dask_check.py FILE OUT [WORKERS] [BLOCK]`.

OUT/whole.json has the totals. On a cluster, give Client the address of its scheduler, and let FILE and OUT be where all of
its machines find them.
"""
import os
import shlex
import subprocess
import sys
from pathlib import Path

from dask import delayed
from dask.bytes import read_bytes
from dask.distributed import Client, LocalCluster

OCML = shlex.split(os.environ.get("OCML", "ocml"))


def check(block: bytes, part: str) -> str:
    """The totals of a part. They are in a temporary file until the part is done. A second try writes the same totals."""
    subprocess.run([*OCML, "check", "--lines", "--exit-zero", "--counts", part, "-"], input=block, check=True,
                   stdout=subprocess.DEVNULL)
    return part


def main(file: str, out: str, workers: int = 2, block: str = "32MiB") -> None:
    Path(out).mkdir(parents=True, exist_ok=True)
    _, (blocks, *_) = read_bytes(Path(file).absolute().as_uri(), delimiter=b"\n", blocksize=block, sample=False)
    cluster = LocalCluster(n_workers=workers, threads_per_worker=1, dashboard_address=None)
    with cluster, Client(cluster) as client:
        tasks = [delayed(check, pure=False)(one, str(Path(out) / f"part-{i:06}.json")) for i, one in enumerate(blocks)]
        # A worker that dies is restarted, and another worker gets its part. A part that fails is tried again.
        parts = client.gather(client.compute(tasks, retries=3))
    subprocess.run([*OCML, "check", "--merge", "--exit-zero", "--counts", str(Path(out) / "whole.json"), *parts], check=True)


if __name__ == "__main__":
    file, out, *rest = sys.argv[1:]
    main(file, out, *(int(word) if word.isdigit() else word for word in rest))
