import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** A server that has run for so long, in milliseconds, did not end early. */
const earlyMs = 60_000;

/**
 * Says whether the site server before this one ended as it had just begun: by what it did at its start, then, or by what
 * it would do again. A file says so, which is there from the start for a minute, or until an orderly stop, with the
 * process id: several servers may have one folder, and one that runs has not ended.
 */
export async function openEarlyEnd(dataFolder: string) {
  const file = join(dataFolder, 'site-server-begins');
  const before = await readFile(file, 'utf8').catch(() => null);
  let endedEarly = before !== null && !runs(Number(before));
  await mkdir(dataFolder, { recursive: true });
  await writeFile(file, String(process.pid));
  const settle = async () => {
    endedEarly = false;
    clearTimeout(timer);
    await rm(file, { force: true });
  };
  const timer = setTimeout(() => void settle().catch(() => {}), earlyMs).unref();
  return {
    /** False again after a minute. */
    hasEndedEarly: () => endedEarly,
    close: settle,
  };
}

/** Whether another process runs by this id. In a container each start has the same: that is the one before this. */
function runs(pid: number): boolean {
  if (pid === process.pid || pid < 1) return false;
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
