import { readFile } from 'node:fs/promises';
import { serversOf } from '../../processes/servers-of.ts';
import { childrenOf } from '../../processes/used.ts';

/** The processes that make pages: the site server, and those beside it that render. */
export type Processes = Awaited<ReturnType<typeof findProcesses>>;

/** Those of the site with this data folder, as they are now; needs `/proc`. */
export async function findProcesses(dataDir: string) {
  const servers = await serversOf({ dataDir });
  const site = servers.find(({ name }) => name === 'site')?.pid ?? 0;
  // Between each and the site server is what began its sandbox.
  const starters = await childrenOf(site);
  const rendering: number[] = [];
  for (const pid of (await Promise.all(starters.map(childrenOf))).flat()) {
    const words = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
    if (words.includes('/render-process.mjs')) rendering.push(pid);
  }
  if (rendering.length === 0) throw new Error('No process renders this site.');
  return { site, rendering };
}
