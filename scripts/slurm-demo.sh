#!/usr/bin/env bash
# A sweep on a real Slurm, on this machine: a controller and two nodes on 127.0.0.1, an array of shards, one node's daemon killed in the middle, and a merge
# whose bytes are those of a run without shards. Then the same shards under GNU parallel. At most five minutes; everything that is started is stopped, by
# process id. Needs root. Debian's packages are installed if they are missing: slurmctld slurmd slurm-client munge parallel.
set -euo pipefail
cd "$(dirname "$0")/.."
root=$PWD
shards=${SHARDS:-8}
deadline=$((SECONDS + 300))

if ! { command -v slurmctld && command -v slurmd && command -v sbatch && command -v munged && command -v parallel; } > /dev/null; then
    apt-get update -qq
    DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends slurmctld slurmd slurm-client munge parallel > /dev/null
fi
cargo build --release
work=$(mktemp -d /tmp/grundy-slurm.XXXXXX)
cp target/release/grundy "$work/grundy"
pids=()
finish() {
    code=$?
    scancel --user root > /dev/null 2>&1 || true
    for pid in "${pids[@]}"; do kill "$pid" 2> /dev/null || true; done
    sleep 1
    for pid in "${pids[@]}"; do kill -9 "$pid" 2> /dev/null || true; done
    if [ "$code" -ne 0 ]; then
        echo "FAILED; logs are in $work" >&2
        tail -n 5 "$work"/*.log "$work"/run/out/shards/*.log 2> /dev/null >&2 || true
    else
        rm -rf "$work"
    fi
}
trap finish EXIT
# Fails once the time is over.
tick() { [ "$SECONDS" -lt "$deadline" ] || { echo "no end within five minutes: $1" >&2; exit 1; }; sleep 0.5; }

mkdir -p "$work"/{run,state,spool.n1,spool.n2}
cat > "$work/run/sweep.toml" <<'TOML'
# All octal games 0.ddd.
[sweep]
code = "octal:0.{d}"
[sweep.over]
d = { octal-digits = 3 }
[range]
max = 80_000
[solve]
memory = "1 GiB"
[analysis]
period = true
records = true
[output]
formats = ["report"]
TOML

echo "== planned"
cd "$work/run"
../grundy run sweep.toml --dry-run --shards "$shards"
begun=$SECONDS
../grundy run sweep.toml --out whole --threads 2 --progress never > /dev/null
echo "== without shards: $((SECONDS - begun)) s on two threads"

# A controller and two nodes, as far from any other Slurm of this machine as can be.
port=$((20000 + RANDOM % 20000))
dd if=/dev/urandom of="$work/munge.key" bs=1024 count=1 status=none
chmod 400 "$work/munge.key"
munged --force --foreground --key-file="$work/munge.key" --socket="$work/munge.socket" --pid-file="$work/munge.pid" --log-file="$work/munge.log" \
    --seed-file="$work/munge.seed" > "$work/munged.log" 2>&1 &
pids+=($!)
cat > "$work/slurm.conf" <<CONF
ClusterName=grundy
SlurmctldHost=$(hostname)(127.0.0.1)
SlurmUser=root
SlurmdUser=root
AuthType=auth/munge
AuthInfo=socket=$work/munge.socket
CredType=cred/munge
CryptoType=crypto/munge
SlurmctldPort=$port
SlurmctldPidFile=$work/slurmctld.pid
SlurmdPidFile=$work/slurmd.%n.pid
SlurmctldLogFile=$work/slurmctld.log
SlurmdLogFile=$work/slurmd.%n.log
StateSaveLocation=$work/state
SlurmdSpoolDir=$work/spool.%n
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
MpiDefault=none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
ReturnToService=2
SlurmdTimeout=10
SwitchType=switch/none
NodeName=n1 NodeHostname=$(hostname) NodeAddr=127.0.0.1 Port=$((port + 1)) CPUs=1
NodeName=n2 NodeHostname=$(hostname) NodeAddr=127.0.0.1 Port=$((port + 2)) CPUs=1
PartitionName=all Nodes=n1,n2 Default=YES MaxTime=INFINITE State=UP
CONF
sed -i '/^CryptoType/d' "$work/slurm.conf"
export SLURM_CONF=$work/slurm.conf
until [ -S "$work/munge.socket" ]; do tick munge; done
slurmctld -D > "$work/controller.log" 2>&1 &
pids+=($!)
node() {
    slurmd -D -N "$1" > "$work/node.$1.log" 2>&1 &
    last=$!
    disown "$last"
    pids+=("$last")
}
node n1
node n2
second=$last
until [ "$(sinfo -h -o '%D %t' 2> /dev/null)" = "2 idle" ]; do tick nodes; done
echo "== Slurm is up: $(sinfo -h -o '%D nodes %t, %C cores')"

begun=$SECONDS
../grundy slurm sweep.toml --out out --shards "$shards" --time 10:00 > submit.txt
sh -c "$(cat submit.txt)" | tee submitted.txt
array=$(sed 's/^array \([0-9]*\), merge \([0-9]*\)$/\1/' submitted.txt)
merge=$(sed 's/^array \([0-9]*\), merge \([0-9]*\)$/\2/' submitted.txt)
# What Slurm sends before the time of a task ends; one that has only just begun cannot be sent anything yet.
until grep -qs "state is kept" out/shards/*.log; do
    running=$(squeue -h -r -t R -w n1 -o %i -j "$array" | head -n 1)
    if [ -n "$running" ]; then
        sleep 1
        timeout 3 scancel --batch --signal=USR1 "$running" 2> /dev/null || true
    fi
    tick "no task was stopped with its state"
done
echo "== warned $running: $(cat out/shards/*.log | grep "state is kept" | head -n 1)"
until ls out/shards/*.shard > /dev/null 2>&1 && running=$(squeue -h -r -t R -w n2 -o %i) && [ -n "$running" ]; do tick "no task on n2"; done
sleep 1
kill -9 "$second"
echo "== killed the daemon of n2 while it ran $running"
until sinfo -h -n n2 -o %t | grep -q down; do tick "n2 is not down"; done
node n2
until sinfo -h -n n2 -o %t | grep -Eq 'idle|alloc|mix'; do
    # A node may stick while it completes a task that is gone.
    scontrol update nodename=n2 state=down reason=demo 2> /dev/null || true
    scontrol update nodename=n2 state=resume 2> /dev/null || true
    tick "n2 does not come back"
done
echo "== n2 is back"
# A requeued task waits two minutes unless it is told not to.
until [ -z "$(squeue -h -j "$array,$merge" -o %i 2> /dev/null)" ]; do
    for task in $(squeue -h -r -j "$array" -t PD -o %i 2> /dev/null); do scontrol update jobid="$task" StartTime=now 2> /dev/null || true; done
    tick "the queue: $(squeue -h -o '%i %t %r')"
done
cat out/shards/merge.log
echo "== array and merge: $((SECONDS - begun)) s"
same() {
    for file in whole/*; do
        name=$(basename "$file")
        [ "$name" = manifest.json ] || cmp "$file" "$1/$name"
    done
    echo "== $1: $(($(ls whole | wc -l) - 1)) files, the same bytes as without shards"
}
same out
du -cb out/shards/*.shard | tail -n 1 | sed 's/\ttotal/ bytes of shards/'

begun=$SECONDS
TIMEFORMAT="== planned above, and taken: %U s of one core"
time parallel --will-cite -j 2 ../grundy run sweep.toml --out parallel --threads 1 --progress never --shard "{}/$shards" ::: $(seq "$shards") > /dev/null
../grundy merge parallel --progress never
echo "== GNU parallel: $((SECONDS - begun)) s"
same parallel
cd "$root"
echo PASS
