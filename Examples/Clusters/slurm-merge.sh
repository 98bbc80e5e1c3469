#!/bin/bash
# Puts the shards of a job together.
#   sbatch --dependency=afterok:ARRAY slurm-merge.sh JOB OUTPUT
#SBATCH --job-name=tiles-merge
#SBATCH --cpus-per-task=1
#SBATCH --mem=1800M
#SBATCH --time=01:00:00
#SBATCH --requeue
#SBATCH --output=%x-%j.log

# After a merge that was killed there is no output, and this one starts over.
srun tilepyramid merge "$1" --output "$2" \
  --threads "${SLURM_CPUS_PER_TASK:-1}" --progress plain
