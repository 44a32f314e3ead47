import { createServer } from 'node:net';
import { done, type Outcome } from '../outcome.ts';

/** A port that is needed, and the environment variable that names it. */
export interface WantedPort {
  variable: string;
  port: number;
}

/** Checks that each port is free on this machine and wanted once. */
export async function checkPorts(wanted: readonly WantedPort[]): Promise<Outcome> {
  const seen = new Map<number, string>();
  for (const { variable, port } of wanted) {
    const other = seen.get(port);
    if (other !== undefined) {
      return {
        ok: false,
        problem: `${other} and ${variable} both say ${port}; give each a port of its own.`,
      };
    }
    seen.set(port, variable);
    if (!(await isFree(port))) {
      return {
        ok: false,
        problem: `Port ${port} is in use; end the program that uses it, or set ${variable} to another port.`,
      };
    }
  }
  return done;
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    // What else keeps the server from listening it says itself, such as that the port is root's.
    server.once('error', (error) => resolve(!('code' in error && error.code === 'EADDRINUSE')));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}
