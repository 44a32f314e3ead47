import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { startLogged } from './logged-process.ts';

const readyMs = 60_000;

/** One process of the topology, which runs a prebuilt tree. */
export interface ServerNode {
  name: string;
  /** Starts it with the program of this tree; waits for nothing. */
  begin(tree: string): Promise<void>;
  /** Resolves when it can serve. */
  ready(): Promise<void>;
  /** Begins, and is ready. */
  start(tree: string): Promise<void>;
  /** Ends it as an operator does; resolves when it has ended. */
  stop(): Promise<void>;
  kill(): Promise<void>;
}

/**
 * @param words what it serves
 * @param port where it says whether it is ready
 */
export function serverNode(
  name: string,
  words: readonly string[],
  port: number,
  variables: Readonly<Record<string, string>>,
  folder: string,
): ServerNode {
  let child: ChildProcess | undefined;
  let ended: Promise<unknown> = Promise.resolve();
  const end = async (signal: NodeJS.Signals) => {
    child?.kill(signal);
    await ended;
  };
  const begin = async (tree: string) => {
    child = startLogged(tree, ['serve', ...words], variables, join(folder, `${name}.log`));
    ended = once(child, 'exit');
  };
  const ready = async () => {
    const deadline = performance.now() + readyMs;
    while (!(await isReady(port))) {
      if (child?.exitCode !== null || performance.now() > deadline) {
        throw new Error(`${name} does not start; ${join(folder, `${name}.log`)} says more.`);
      }
      await wait(100);
    }
  };
  return {
    name,
    begin,
    ready,
    start: async (tree) => {
      await begin(tree);
      await ready();
    },
    stop: async () => {
      await end('SIGTERM');
      if (child?.exitCode !== 0) throw new Error(`${name} ended with ${child?.exitCode}.`);
    },
    kill: () => end('SIGKILL'),
  };
}

function isReady(port: number): Promise<boolean> {
  return fetch(`http://127.0.0.1:${port}/ready`).then(
    ({ ok }) => ok,
    () => false,
  );
}
