import { join } from 'node:path';
import { type Child, type ChildOrder, startChild } from './child.ts';

/** How long a child may take to end by itself, in milliseconds. */
const graceMs = 8_000;

/** All processes that one command has started, so that none outlives it. */
export type Children = ReturnType<typeof openChildren>;

/** @param logFolder absolute */
export function openChildren(logFolder: string) {
  const running = new Set<Child>();
  let ending = false;
  process.once('exit', () => {
    if (!ending) for (const child of running) child.tell('SIGKILL');
  });
  async function endAll() {
    const timeoutMs = ending ? 0 : graceMs;
    ending = true;
    await Promise.all([...running].reverse().map((child) => child.end(timeoutMs)));
  }
  return {
    /** Starts a child; its `log`, if any, is a name in the log folder. */
    start(order: ChildOrder): Child {
      const { log } = order;
      const child = startChild(log === undefined ? order : { ...order, log: join(logFolder, log) });
      running.add(child);
      if (ending) void child.end(0);
      child.ended.then(() => {
        if (!ending) running.delete(child);
      });
      return child;
    },
    /** Ends them all, the last first; a second call makes them end at once. */
    endAll,
    /** Ends them all, and then this process, when it is told to end. */
    endOnSignals() {
      for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
        process.on(signal, () => void endAll().then(() => process.exit(130)));
      }
    },
  };
}
