import type { Child } from '@tallystick/tools/src/process/child.ts';
import type { Children } from '@tallystick/tools/src/process/children.ts';
import { waitForHealth } from '@tallystick/tools/src/start/health.ts';
import { startLogged } from './logged-process.ts';

/**
 * One process of the topology, which runs a prebuilt tree.
 *
 * @param words what it serves
 * @param port where it says whether it is ready
 */
export function serverNode(
  children: Children,
  name: string,
  words: readonly string[],
  port: number,
  variables: Readonly<Record<string, string>>,
) {
  let child: Child | undefined;
  const end = async (signal: NodeJS.Signals) => {
    child?.tell(signal);
    return await child?.ended;
  };
  const begin = (tree: string) => {
    child = startLogged(children, tree, ['serve', ...words], variables, name);
  };
  const ready = async () => {
    if (child === undefined) throw new Error(`${name} was not begun.`);
    const outcome = await waitForHealth(child, {
      origin: `http://127.0.0.1:${port}`,
      path: '/ready',
      say: console.log,
    });
    if (!outcome.ok) throw new Error(outcome.problem);
  };
  return {
    name,
    /** Starts it with the program of this tree; waits for nothing. */
    begin,
    /** Resolves when it can serve. */
    ready,
    /** Begins, and is ready. */
    start: async (tree: string) => {
      begin(tree);
      await ready();
    },
    /** Ends it as an operator does; resolves when it has ended. */
    stop: async () => {
      const code = await end('SIGTERM');
      if (code !== 0) throw new Error(`${name} ended with ${code}.`);
    },
    kill: async () => void (await end('SIGKILL')),
  };
}
