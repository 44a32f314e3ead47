# Run by sandbox.ts, as root of new namespaces: builds a root folder that holds Node, its libraries and one program, all
# read-only, and runs the program in it with no capability, no environment and few resources.
#
# parameters: the user to become, or nothing where this root is one of a user namespace; kilobytes of memory that may be
# written to; Node; the program; its name in the sandbox; what Node is given before it
set -eu
user=$1 memory=$2 node=$3 program=$4 name=$5
shift 5
umask 022
# /sys is on each Linux, and no program or library is below it. Nothing outside of this mount namespace sees what is put there.
mount -t tmpfs -o mode=755,size=100k,nr_inodes=100 none /sys
put() {
  mkdir -p "/sys${2%/*}"
  : > "/sys$2"
  mount --bind "$1" "/sys$2"
  mount -o remount,bind,ro,nosuid,nodev "/sys$2"
}
setpriv=$(command -v setpriv)
libraries() { LD_TRACE_LOADED_OBJECTS=1 "$1" | tr -s ' \t' '\n\n' | grep '^/'; }
for library in $({ libraries "$node"; libraries "$setpriv"; } | sort -u); do put "$library" "$library"; done
put "$node" /bin/node
put "$setpriv" /bin/setpriv
put "$program" "/$name"
mount -o remount,bind,ro,nosuid,nodev /sys

# Without capabilities nobody leaves a folder that is their root, and it has no /proc. The limits count from here: of
# processes only those of one user namespace, and so not those of another sandbox.
enter='memory=$1 chroot=$2
shift 2
ulimit -c 0
ulimit -f 0
ulimit -n 64
ulimit -p 8
ulimit -d "$memory"
exec env -i "$chroot" /sys /bin/setpriv --bounding-set=-all --inh-caps=-all --ambient-caps=-all --no-new-privs \
  --pdeathsig=KILL /bin/node "$@"'
set -- "$memory" "$(command -v chroot)" "$@" "/$name"
[ -n "$user" ] || exec sh -c "$enter" enter "$@"
exec setpriv --reuid="$user" --regid="$user" --clear-groups --pdeathsig=KILL \
  unshare --user --map-root-user sh -c "$enter" enter "$@"
