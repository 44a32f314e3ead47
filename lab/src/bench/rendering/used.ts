import { readdir, readFile } from 'node:fs/promises';

/** Of Linux, on all that Node runs on: clock ticks in a second. */
const ticks = 100;

/** The processes that make pages: the site server, and those beside it that render. */
export type Processes = Awaited<ReturnType<typeof findProcesses>>;

/** Those of the site with this data folder, as they are now; needs `/proc`. */
export async function findProcesses(dataDir: string) {
  const rendering: number[] = [];
  let site = 0;
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const words = await readFile(`/proc/${name}/cmdline`, 'utf8').catch(() => '');
    // Between it and the site server is what began the sandbox, which is told the same words.
    if (!words.startsWith('/bin/node\0') || !words.includes('/render-process.mjs')) continue;
    const [, starter = ''] = await statOf(Number(name));
    const [, parent = ''] = await statOf(Number(starter));
    const environment = await readFile(`/proc/${parent}/environ`, 'utf8').catch(() => '');
    if (!environment.split('\0').includes(`DATA_DIR=${dataDir}`)) continue;
    site = Number(parent);
    rendering.push(Number(name));
  }
  if (rendering.length === 0) throw new Error('No process renders this site.');
  return { site, rendering };
}

/** Milliseconds of processor time that processes have used. */
export async function cpuOf(...pids: readonly number[]): Promise<number> {
  const all = await Promise.all(pids.map(statOf));
  return sum(all.map((fields) => Number(fields[11]) + Number(fields[12]))) * (1_000 / ticks);
}

/** Bytes of memory that processes have. */
export async function memoryOf(...pids: readonly number[]): Promise<number> {
  const all = await Promise.all(pids.map((pid) => readFile(`/proc/${pid}/status`, 'utf8')));
  return sum(all.map((text) => Number(/^VmRSS:\s+(\d+) kB$/m.exec(text)?.[1] ?? 0))) * 1_024;
}

const sum = (figures: readonly number[]) => figures.reduce((all, one) => all + one, 0);

/** What follows the name, which may hold anything: state, parent, …. */
async function statOf(pid: number): Promise<string[]> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8');
  return text.slice(text.lastIndexOf(')') + 2).split(' ');
}
