#!/bin/bash
# One task of an array: makes a shard of a job.
#   sbatch --array=0-63 slurm-shard.sh JOB
#SBATCH --job-name=tiles
#SBATCH --cpus-per-task=1
#SBATCH --mem=1200M
#SBATCH --time=02:00:00
#SBATCH --requeue
#SBATCH --open-mode=append
#SBATCH --output=%x-%A_%a.log

# --resume goes on where a task was preempted or requeued; a shard that is made is left as it is.
srun tilepyramid build --job "$1" --shard auto --resume \
  --threads "${SLURM_CPUS_PER_TASK:-1}" --memory-limit 1G --progress plain
code=$?
# 3 says that something could not be read or written, such as a file server that was away.
if [ "$code" -eq 3 ] && [ "${SLURM_RESTART_COUNT:-0}" -lt 3 ]; then
  sleep 30
  scontrol requeue "$SLURM_JOB_ID"
fi
exit "$code"
