#!/bin/bash
# Plans a job unless it is planned, and submits the shards that are missing and what merges them.
#   slurm-submit.sh OUTPUT SHARDS SOURCE... [options of plan]
# It can be run again after a failure: what is made stays.
set -eu
output=$1 shards=$2
shift 2
here=$(dirname "$(readlink -f "$0")")
job=$output.job

if [ ! -e "$job/plan.json" ]; then
  tilepyramid plan "$@" --shards "$shards" --output "$job"
fi
missing=$(tilepyramid job "$job" --missing)
if [ -n "$missing" ]; then
  array=$(sbatch --parsable --array="$missing" "$here/slurm-shard.sh" "$job")
  merge=$(sbatch --parsable --dependency="afterok:$array" --kill-on-invalid-dep=yes \
    "$here/slurm-merge.sh" "$job" "$output")
  echo "shards $missing: array $array, then merge $merge"
else
  echo "merge $(sbatch --parsable "$here/slurm-merge.sh" "$job" "$output")"
fi
