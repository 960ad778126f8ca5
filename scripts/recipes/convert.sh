#!/bin/sh
# Converts one large .jsonl in parts with GNU parallel. The output has a line for each line of the input, in the same order.
#   convert.sh FILE OUT FORM [WORKERS] [BLOCK]
set -eu
file=$1 out=$2 form=$3 workers=${4:-2} block=${5:-32M}
: "${OCML:=ocml}"
parts=$out.parts
export OCML form parts
rm -rf "$parts" && mkdir -p "$parts"
# -o writes to a temporary file, which is renamed when the part is done. Exit code 1 means that a line of the part could not be
# converted; the output has an empty line in its place. After any other error, the part is tried again.
for try in 1 2 3; do
  if parallel --pipepart -a "$file" --block "$block" -k -j "$workers" --joblog "$parts/log" --will-cite \
    'test -e "$parts/{#}" || $OCML convert --to "$form" -o "$parts/{#}" - || test $? -eq 1'
  then break
  elif test "$try" = 3; then exit 1
  fi
done
cat $(tail -n +2 "$parts/log" | cut -f1 | sort -n | sed "s|^|$parts/|") > "$out.tmp"
mv "$out.tmp" "$out"
rm -r "$parts"
