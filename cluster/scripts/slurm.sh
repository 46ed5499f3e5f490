#!/bin/sh
#SBATCH --ntasks-per-node=1 --mem=0 --exclusive
# One worker on every node of a SLURM job; the first node asks them too.
#
#   sbatch --nodes=16 slurm.sh graph /shared/game.grg --store /shared/run1 --resume
#
# The program `grundy` (or $GRUNDY) and this folder must be there on every node.
set -e
umask 077
hosts=$PWD/hosts-$SLURM_JOB_ID.txt token=$PWD/token-$SLURM_JOB_ID.txt
trap 'rm -f "$hosts" "$token"' EXIT
scontrol show hostnames "$SLURM_JOB_NODELIST" | sed "s/\$/:${PORT:-4100}/" >"$hosts"
od -An -tx1 -N32 /dev/urandom | tr -d ' \n' >"$token"
GRUNDY=${GRUNDY:-grundy} hosts=$hosts token=$token \
    srun sh -c '"$GRUNDY" worker --hosts "$hosts" --me "$SLURM_PROCID" --token "$token"' &
status=0
"${GRUNDY:-grundy}" "$@" --workers "$hosts" --token "$token" || status=$?
wait
exit $status
