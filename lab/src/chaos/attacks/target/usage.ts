import { type ExecFileOptions, execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { ServerProcess } from '../../../processes/servers-of.ts';
import { memoryOf as bytesOf } from '../../../processes/used.ts';
import type { Target } from './target.ts';

const run = promisify(execFile);

/** Megabytes that servers have in memory; what has ended has none. */
export async function memoryOf(servers: readonly ServerProcess[]): Promise<number> {
  const each = await Promise.all(servers.map(({ pid }) => bytesOf(pid).catch(() => 0)));
  return each.reduce((sum, bytes) => sum + bytes, 0) / 1_048_576;
}

/** Megabytes of the target's files and logs. */
export async function diskOf({ dataDir, logDir }: Pick<Target, 'dataDir' | 'logDir'>) {
  let sum = 0;
  for (const folder of [dataDir, logDir]) {
    sum += Number.parseInt(await toldBy('du', ['-sb', folder]), 10) / 1_048_576;
  }
  return sum;
}

/** What `find` or `du` tells, also where a folder is closed to it, or a file goes meanwhile: it ends with 1 then. */
export async function toldBy(
  program: string,
  parameters: readonly string[],
  options: ExecFileOptions = {},
): Promise<string> {
  try {
    return String((await run(program, parameters, options)).stdout);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 1 && 'stdout' in error) {
      return String(error.stdout);
    }
    throw error;
  }
}
