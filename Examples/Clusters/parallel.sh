#!/bin/bash
# Makes the shards of a job that are missing with GNU parallel, here or on the machines of a list, and merges.
#   parallel.sh JOB OUTPUT [--sshloginfile MACHINES]
# The machines must see the job and the images under the same paths. After a failure, run it again.
set -eu
job=$(readlink -f "$1") output=$2
shift 2
tilepyramid job "$job" --missing | tr , '\n' |
  while IFS=- read -r first last; do
    [ -z "$first" ] || seq "$first" "${last:-$first}"
  done |
  parallel "$@" --joblog "$job/parallel.log" --retries 3 --halt soon,fail=20% \
    tilepyramid build --job "$job" --shard {} --resume --threads 1 --progress none
tilepyramid merge "$job" --output "$output"
