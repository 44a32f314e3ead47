import type { Browser, Page } from '@playwright/test';
import * as v from 'valibot';

const traceSchema = v.object({
  traceEvents: v.array(
    v.object({
      name: v.string(),
      ph: v.string(),
      pid: v.number(),
      tid: v.number(),
      dur: v.optional(v.number()),
      tdur: v.optional(v.number()),
      args: v.optional(v.unknown()),
    }),
  ),
});

/** Tasks of the page's main thread: how long the longest took, in milliseconds. */
export interface MainThread {
  readonly tasks: number;
  /** By the clock, so with the time in which other programs had the processor. */
  readonly longest: number;
  /** The five longest in time that the thread itself was running, longest first. */
  readonly longestOwn: readonly number[];
}

/** Runs `work` while Chromium records what its renderers' main threads do. */
export async function recordMainThread(
  browser: Browser,
  page: Page,
  work: () => Promise<void>,
): Promise<MainThread> {
  await browser.startTracing(page, { categories: ['toplevel', '__metadata'] });
  await work();
  const { traceEvents } = v.parse(
    traceSchema,
    JSON.parse((await browser.stopTracing()).toString('utf8')),
  );
  const mains = new Set(
    traceEvents
      .filter(({ name, args }) => name === 'thread_name' && isNamed(args, 'CrRendererMain'))
      .map(({ pid, tid }) => `${pid}/${tid}`),
  );
  const tasks = traceEvents.filter(
    ({ ph, pid, tid, dur }) => ph === 'X' && dur !== undefined && mains.has(`${pid}/${tid}`),
  );
  const own = tasks.map(({ tdur = 0 }) => tdur / 1000).sort((one, other) => other - one);
  return {
    tasks: tasks.length,
    longest: Math.max(0, ...tasks.map(({ dur = 0 }) => dur)) / 1000,
    longestOwn: own.slice(0, 5),
  };
}

function isNamed(args: unknown, name: string): boolean {
  return v.is(v.object({ name: v.literal(name) }), args);
}
