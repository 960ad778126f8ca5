#!/bin/sh
# Checks one large .jsonl in parts, on the cores of this machine, with GNU parallel.
#   parallel.sh FILE OUT [WORKERS] [BLOCK]
# OUT/whole.json has the totals, OUT/findings.txt the findings, part by part.
set -eu
file=$1 out=$2 workers=${3:-2} block=${4:-32M}
: "${OCML:=ocml}"
export OCML out
rm -rf "$out" && mkdir -p "$out"
# --pipepart reads the file in place; a block ends at a line break. {#} is the number of a block, in the order of the file, and
# the same in every run. Totals are written to a temporary file, which is renamed when the part is done. So a part with totals is
# done; any other part is tried again, since a worker may have died. (With --pipepart, a part that is retried by parallel's own
# --retries gets no input.)
for try in 1 2 3; do
  if parallel --pipepart -a "$file" --block "$block" -k -j "$workers" --joblog "$out/log" --will-cite \
    'test -e "$out/part-{#}.json" ||
     $OCML check --lines --exit-zero --counts "$out/part-{#}.json" - > "$out/part-{#}.txt"'
  then break
  elif test "$try" = 3; then exit 1
  fi
done
# As many parts as there were jobs, in order. A missing part is an error.
parts=$(tail -n +2 "$out/log" | cut -f1 | sort -n)
cat $(printf "$out/part-%s.txt " $parts) > "$out/findings.txt"
$OCML check --merge --exit-zero --counts "$out/whole.json" $(printf "$out/part-%s.json " $parts)
