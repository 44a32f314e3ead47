import { existsSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** A server that has run for so long, in milliseconds, did not end early. */
const earlyMs = 60_000;

/**
 * Says whether the site server before this one ended as it had just begun: by what it did at its start, then, or by what
 * it would do again. A file says so, which is there from the start for a minute, or until an orderly stop.
 */
export async function openEarlyEnd(dataFolder: string) {
  const file = join(dataFolder, 'site-server-begins');
  let endedEarly = existsSync(file);
  await mkdir(dataFolder, { recursive: true });
  await writeFile(file, '');
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
