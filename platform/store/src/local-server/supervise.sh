# Run by local-server.ts, on its own: keeps the PostgreSQL server of one folder for as long as anybody has `users` open
# for writing, which the kernel counts, also for processes that were killed.
#
# parameters: the folder; PostgreSQL's programs; the folder of its socket; `inside` where a mount namespace is made
# stdin: ends once who started this has opened `users`, or is gone
set -u
folder=$1 programs=$2 socket=$3
exec 3<&0 < /dev/null
cd "$folder" || exit 1
umask 077

has() { command -v "$1" > /dev/null; }
# What is told by a signal when this shell ends, however that is.
with_us() { if has setpriv; then exec setpriv --pdeathsig="$@"; else shift; exec "$@"; fi; }

if [ "${4-}" != inside ]; then
  # The server and each process of it have this lock from here, so that it also holds after this one was killed, and
  # for another container, whose processes PostgreSQL itself does not see.
  exec 9>> lock
  if has flock; then
    flock -n 9 || exit 75
    # Its process is gone then, and PostgreSQL would take any other one of that number for it.
    rm -f data/postmaster.pid
  fi
  if [ -n "$(find log -size +1000k 2> /dev/null)" ]; then mv log log.before; fi
  exec >> log 2>&1
  [ -p users ] || mkfifo users || exit 1
  # What was open to others before, as after a copy; the server would refuse its files.
  chmod -R go= . || exit 1
  # PostgreSQL does not run as root, and its user cannot get through the folders of root: they are put where it can.
  if [ "$(id -u)" = 0 ] && unshare --mount true 2> /dev/null; then
    exec unshare --mount --propagation private sh "$0" "$folder" "$programs" "$socket" inside <&3
  fi
fi

user=
mkdir -p socket
if [ "$(id -u)" = 0 ]; then
  user=0
  [ ! -e data ] || user=$(stat -c %u data)
  [ "$user" != 0 ] || user=$(id -u postgres 2> /dev/null || id -u nobody) || exit 1
  group=$(id -g "$user") || exit 1
  chown "$user" socket
  # One that was copied by root, as a copy of the whole folder is.
  [ ! -e data ] || [ "$(stat -c %u data)" = "$user" ] || chown -R "$user" data
  if [ "${4-}" = inside ]; then
    mkdir -p programs
    mount --bind "$programs" programs && mount --rbind . /mnt && cd /mnt || exit 1
    folder=/mnt programs=/mnt/programs socket=/mnt/socket
    chmod 711 .
  else
    chmod 711 . ..
  fi
fi
as_user() {
  if [ -n "$user" ]; then exec setpriv --reuid="$user" --regid="$group" --clear-groups --pdeathsig=INT "$@"; fi
  with_us INT "$@"
}

# In a container without the rights of root there is no mount namespace.
if [ -n "$user" ] && ! (as_user test -x "$folder" -a -x "$programs/bin/postgres"); then
  echo "error: PostgreSQL does not run as root, and its user $(id -nu "$user") cannot reach $folder and $programs." \
    "Choose a DATA_DIR that every user can reach, or start as an ordinary user."
  exit 1
fi

# How often it was said that nobody uses it any more.
ending=0
trap 'ending=$((ending + 1))' TERM
# Reads to the end, which is where nobody has the file open, and takes its name away, so that nobody can open it any
# more. Somebody who came between the two is seen by a read that would have to wait.
watch='
  exec 4< users
  while :; do
    while read -r _ <&4; do :; done
    # Where the whole folder was removed there is no name to take away; else this would spin.
    mv users users.ended || { [ -e users ] && sleep 0.1 && continue; break; }
    command -v setpriv > /dev/null || break
    ! dd if=users.ended of=/dev/null count=1 iflag=nonblock 2> /dev/null || break
    mv users.ended users
  done
  while kill -TERM "$1"; do sleep 0.1; done'
(with_us KILL sh -c "$watch" users $$) &
# Otherwise the reader would wait for ever for a first user that is gone.
(with_us KILL sh -c 'while read -r _; do :; done; : > users' first) <&3 &
exec 3<&-

if [ ! -e data ]; then
  rm -rf data.new
  mkdir data.new
  [ -z "$user" ] || chown "$user" data.new
  (as_user "$programs/bin/initdb" -D "$folder/data.new" --username=postgres --auth=reject --encoding=UTF8 \
    --set dynamic_shared_memory_type=mmap \
    --locale-provider=builtin --builtin-locale=C.UTF-8 --locale=C --no-instructions -c log_checkpoints=off) > /dev/null || exit 1
  # Nobody comes in as the superuser, who could run programs.
  echo 'local tallystick tallystick trust' > data.new/pg_hba.conf
  printf 'create role tallystick login;\ncreate database tallystick owner tallystick;\n' |
    (as_user "$programs/bin/postgres" --single -D "$folder/data.new" postgres) > /dev/null || exit 1
  sync
  mv data.new data || exit 1
fi

failures=0
while [ "$ending" = 0 ] && [ "$failures" -lt 5 ]; do
  began=$(date +%s)
  # No shared memory by /dev/shm, which is small in containers. What is logged must not grow by what callers do.
  (as_user "$programs/bin/postgres" -D "$folder/data" -k "$socket" \
    -c listen_addresses= -c unix_socket_permissions=0700 -c dynamic_shared_memory_type=mmap -c shared_buffers=40MB \
    -c max_wal_size=256MB -c min_wal_size=32MB -c wal_level=minimal -c max_wal_senders=0 \
    -c max_logical_replication_workers=0 -c io_method=sync -c log_min_messages=log -c log_checkpoints=off -c jit=off) &
  server=$!
  # Told again and again: one that has just been started does not hear it yet. One that was asked while it recovered from
  # the loss of a process waits for ever; it has nothing to lose by a start from its log.
  while kill -0 "$server" 2> /dev/null; do
    wait "$server"
    if [ "$ending" -gt 50 ]; then kill -QUIT "$server"; elif [ "$ending" -gt 0 ]; then kill -INT "$server"; fi 2> /dev/null
  done
  if [ $(($(date +%s) - began)) -lt 10 ]; then failures=$((failures + 1)); else failures=0; fi
  [ "$ending" -gt 0 ] || sleep 0.3
done
rm -f users.ended
# Whoever still uses it starts another supervisor.
[ "$ending" -gt 0 ]
