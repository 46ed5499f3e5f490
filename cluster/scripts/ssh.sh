#!/bin/sh
# Starts a worker on every host of a file by ssh, asks them, and waits for them to end.
#
#   sh ssh.sh hosts.txt token.txt graph /shared/game.grg --digest
#
# The program `grundy` (or $GRUNDY), the host file and the token file must be there under the same path on every host. Another
# way to reach a host than `ssh` is taken from $SSH.
set -e
hosts=$1 token=$2
shift 2
i=0
for host in $(sed 's/#.*//; s/[[:space:]]*$//; /^$/d; s/:[0-9]*$//; s/^\[\(.*\)\]$/\1/' "$hosts"); do
    # Without `-n` the first ssh would read what is left of the standard input.
    ${SSH:-ssh -n} "$host" "${GRUNDY:-grundy}" worker --hosts "$hosts" --me "$i" --token "$token" &
    i=$((i + 1))
done
status=0
"${GRUNDY:-grundy}" "$@" --workers "$hosts" --token "$token" || status=$?
wait
exit $status
