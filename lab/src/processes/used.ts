import { readFile } from 'node:fs/promises';
import { processorTime } from '@tallystick/start/process/processor-time';

/** Milliseconds of processor time that processes have used. */
export const cpuOf = (...pids: readonly number[]): number =>
  sum(pids.map((pid) => processorTime(pid) ?? Number.NaN));

/** Bytes of memory that processes have; needs `/proc`. */
export async function memoryOf(...pids: readonly number[]): Promise<number> {
  const all = await Promise.all(pids.map((pid) => readFile(`/proc/${pid}/status`, 'utf8')));
  return sum(all.map((text) => Number(/^VmRSS:\s+(\d+) kB$/m.exec(text)?.[1] ?? 0))) * 1_024;
}

/** Processes that a process has begun; needs `/proc`. */
export async function childrenOf(pid: number): Promise<number[]> {
  const text = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8');
  return text.split(' ').filter(Boolean).map(Number);
}

const sum = (figures: readonly number[]) => figures.reduce((all, one) => all + one, 0);
