import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** Linux counts in hundredths of a second here, whatever its clock. */
const tickMs = 10;

/**
 * Milliseconds of processor time of all processes that this one has started and that have ended. It
 * includes what those started in turn and waited for. Null: this system does not say.
 */
export function endedChildrenTime(): number | null {
  try {
    const fields = readFileSync('/proc/self/stat', 'utf8').split(') ').at(-1)?.split(' ') ?? [];
    return (Number(fields[13]) + Number(fields[14])) * tickMs;
  } catch {
    return null;
  }
}

/**
 * Milliseconds of processor time that a process has used, to the second at worst. Null: it is gone,
 * or this system does not say.
 */
export function processorTime(pid: number): number | null {
  if (process.platform !== 'linux') return processorTimeByPs(pid);
  try {
    // The name of the program, in brackets, may hold anything.
    const [, , , , , , , , , , , user, system] =
      readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
    return (Number(user) + Number(system)) * tickMs;
  } catch {
    return null;
  }
}

/** The same by the command that POSIX asks for, which says `[[days-]hours:]minutes:seconds`. */
export function processorTimeByPs(pid: number): number | null {
  const { stdout, status } = spawnSync('ps', ['-o', 'time=', '-p', String(pid)], {
    encoding: 'utf8',
  });
  if (status !== 0) return null;
  const [seconds = 0, minutes = 0, hours = 0, days = 0] = stdout
    .trim()
    .split(/[-:]/)
    .reverse()
    .map(Number);
  return (((days * 24 + hours) * 60 + minutes) * 60 + seconds) * 1_000;
}
