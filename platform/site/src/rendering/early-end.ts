import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Milliseconds after which a server that ends did not end early. */
const earlyMs = 60_000;

/**
 * Whether the site server before this one ended just after its start. Then what it does at the start may have ended it,
 * and would do so again. A file says so: it exists for the first minute, or until an orderly stop. It has the process
 * id, because several servers may share a folder, and one that still runs has not ended.
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

/** Whether another process runs by this id. This process's own id does not count: a container gives it each time. */
function runs(pid: number): boolean {
  if (pid === process.pid || pid < 1) return false;
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
