import { constants } from 'node:os';
import { join } from 'node:path';
import { type Child, type ChildOrder, startChild } from './child.ts';

/** How long a child may take to end by itself, in milliseconds. */
const graceMs = 8_000;

/** All processes started here, so that none outlives the command that starts them. */
export type Children = ReturnType<typeof openChildren>;

/** @param logFolder folder of the logs, an absolute path */
export function openChildren(logFolder: string) {
  const running = new Set<Child>();
  let end: Promise<unknown> | undefined;
  const killAll = () => {
    for (const child of running) child.tell('SIGKILL');
  };
  async function endAll() {
    // Each now has its time to end by itself.
    process.off('exit', killAll);
    end ??= Promise.all([...running].reverse().map((child) => child.end(graceMs)));
    await end;
  }
  return {
    /** Starts a child; its `log`, if any, is a name in the log folder. */
    start(order: ChildOrder): Child {
      const { log } = order;
      const child = startChild(log === undefined ? order : { ...order, log: join(logFolder, log) });
      if (end !== undefined) void child.end(0);
      // One listener serves all children, since Node warns about a process that has many.
      else if (running.size === 0) process.once('exit', killAll);
      running.add(child);
      child.ended.then(() => {
        running.delete(child);
        if (running.size === 0) process.off('exit', killAll);
      });
      return child;
    },
    /** Ends them all, the last first. */
    endAll,
    /**
     * Ends them all, and then this process, when it is told to end. One Ctrl-C tells it several times: the
     * terminal does, npm does, and so does what npm has started.
     */
    endOnSignals() {
      for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
        process.on(
          signal,
          () => void endAll().then(() => process.exit(128 + constants.signals[signal])),
        );
      }
    },
  };
}
