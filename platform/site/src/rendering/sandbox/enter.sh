# Run by sandbox.ts, as root of new namespaces: builds a root folder that holds Node, its libraries and one program, all
# read-only, and runs the program in it with no capability, no environment and few resources.
#
# parameters: the user to become, or nothing where this root is one of a user namespace; kilobytes of memory that may be
# written to; Node; the program; its name in the sandbox; what Node is given
set -eu
user=$1 memory=$2 node=$3 program=$4 name=$5
shift 5
umask 022
# A page could say how the machine is called. A container has a name of its own, which it may not change.
hostname sandbox 2> /dev/null || true
# A machine may have a program that takes core files, for which 0 is no limit and 1 is none at all.
prlimit --pid $$ --core=1
# /sys is on each Linux, and no program or library is below it. Nothing outside of this mount namespace sees what is put there.
mount -t tmpfs -o mode=755,size=100k,nr_inodes=100 none /sys
put() {
  [ ! -e "/sys$2" ] || return 0
  [ -d "/sys${2%/*}" ] || mkdir -p "/sys${2%/*}"
  : > "/sys$2"
  mount --bind "$1" "/sys$2"
  mount -o remount,bind,ro,nosuid,nodev "/sys$2"
}
put_command() {
  for library in $(LD_TRACE_LOADED_OBJECTS=1 "$1" | tr -s ' \t' '\n\n' | grep '^/'); do put "$library" "$library"; done
  put "$1" "$2"
}
put_command "$node" /bin/node
put_command "$(command -v setpriv)" /bin/setpriv
put "$program" "/$name"
# Files that whoever started the site server left open, as `flock 200` does: a shell closes none beyond 9, so the program does.
# `ls` has one more, of its own.
for file in $(ls /proc/self/fd); do
  if [ "$file" -gt 3 ] && [ -e "/proc/self/fd/$file" ]; then set -- "$@" "$file"; fi
done
set -- /bin/setpriv --bounding-set=-all --inh-caps=-all --ambient-caps=-all --no-new-privs --pdeathsig=KILL /bin/node "$@"
limit='ulimit -f 0; ulimit -n 64; ulimit -p 8; ulimit -d "$memory"'

if [ -n "$user" ]; then
  mount -o remount,bind,ro,nosuid,nodev /sys
  # The limit of processes counts those of one user namespace, and so not those of another sandbox. Without capabilities
  # and without /proc nobody leaves a folder that is their root.
  exec setpriv --reuid="$user" --regid="$user" --clear-groups --pdeathsig=KILL unshare --user --map-root-user \
    sh -c "memory=\$1; shift; $limit; exec env -i \"\$@\"" enter "$memory" "$(command -v chroot)" /sys "$@"
fi
# In a container chroot is forbidden and pivot_root is not. The old root is covered for good: nobody in there may unmount
# what covers it, and umount itself needs /proc.
put_command "$(command -v mount)" /bin/mount
mkdir /sys/old
mount -o remount,bind,ro,nosuid,nodev /sys
cd /sys
pivot_root . old
cd /
/bin/mount -n -c -t tmpfs -o ro,size=4k,nr_inodes=1 none /old
eval "$limit"
unset PATH PWD OLDPWD LC_ALL
exec "$@"
