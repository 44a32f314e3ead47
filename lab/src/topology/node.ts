import { openServer } from '@tallystick/e2e/src/house/server.ts';
import { startLogged } from './logged-process.ts';

/**
 * One process of the topology, which runs a prebuilt tree.
 *
 * @param words what it serves
 * @param port where it says whether it is ready
 * @param log where it goes what it says
 */
export function serverNode(
  name: string,
  words: readonly string[],
  port: number,
  variables: Readonly<Record<string, string>>,
  log: string,
) {
  let tree = '';
  const server = openServer(
    () => startLogged(tree, ['serve', ...words], variables, log),
    `http://127.0.0.1:${port}/ready`,
  );
  return {
    name,
    /** Starts it with the program of this tree; waits for nothing. */
    begin: (from: string) => {
      tree = from;
      server.begin();
    },
    /** The same, if it has not begun; resolves when it can serve. */
    start: (from: string) => {
      tree = from;
      return server.start();
    },
    /** Ends it as an operator does; resolves when it has ended. */
    stop: async () => {
      const code = await server.end('SIGTERM');
      if (code !== 0) throw new Error(`${name} ended with ${code}; ${log} says more.`);
    },
    kill: server.kill,
  };
}
