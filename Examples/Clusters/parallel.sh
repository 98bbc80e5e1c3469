#!/bin/bash
# Makes the shards of a job with GNU parallel, here or on the machines of a list, and merges them.
#   parallel.sh JOB OUTPUT [--sshloginfile MACHINES]
# The machines must see the job and the images under the same paths. Run it again after a failure: --resume-failed
# runs what failed or is missing.
set -eu
job=$1 output=$2
shift 2
count=$(tilepyramid job "$job" --count)
seq 0 $((count - 1)) | parallel "$@" --joblog "$job/parallel.log" --resume-failed --retries 3 \
  --halt soon,fail=20% \
  tilepyramid build --job "$job" --shard {} --resume --threads 1 --progress none
tilepyramid merge "$job" --output "$output"
