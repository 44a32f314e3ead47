import { readdir, readFile } from 'node:fs/promises';

/** Of Linux, on all that Node runs on: clock ticks in a second, and bytes of a page of memory. */
const ticks = 100;
const pageBytes = 4_096;

/** The processes that make pages: the site server, and the one beside it that renders. */
export interface Processes {
  site: number;
  rendering: number;
}

/** Those of the site with this data folder; needs `/proc`. */
export async function findProcesses(dataDir: string): Promise<Processes> {
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const words = await readFile(`/proc/${name}/cmdline`, 'utf8').catch(() => '');
    if (!words.includes('/render-process.ts')) continue;
    const [, site = ''] = (await statOf(Number(name))) ?? [];
    const environment = await readFile(`/proc/${site}/environ`, 'utf8').catch(() => '');
    if (environment.split('\0').includes(`DATA_DIR=${dataDir}`)) {
      return { site: Number(site), rendering: Number(name) };
    }
  }
  throw new Error('No process renders this site.');
}

/** Milliseconds of processor time that a process has used. */
export async function cpuOf(pid: number): Promise<number> {
  const fields = await statOf(pid);
  return ((Number(fields[11]) + Number(fields[12])) * 1_000) / ticks;
}

/** Bytes of memory that a process has. */
export async function memoryOf(pid: number): Promise<number> {
  const [, resident] = (await readFile(`/proc/${pid}/statm`, 'utf8')).split(' ');
  return Number(resident) * pageBytes;
}

/** What follows the name, which may hold anything: state, parent, …. */
async function statOf(pid: number): Promise<string[]> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8');
  return text.slice(text.lastIndexOf(')') + 2).split(' ');
}
