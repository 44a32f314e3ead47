import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';

/**
 * Runs a script with Node in `folder` until it answers at `address`; the function that it answers ends it.
 *
 * @throws Error if it ends before
 */
export async function runUntilAnswers(
  folder: string,
  words: readonly string[],
  address: string,
): Promise<() => Promise<void>> {
  const server = spawn(process.execPath, words, { cwd: folder, stdio: 'ignore' });
  const ended = once(server, 'exit');
  while (!(await fetch(address).catch(() => null))?.ok) {
    if (server.exitCode !== null) throw new Error(`${words[0]} ended with ${server.exitCode}`);
    await wait(50);
  }
  return async () => {
    server.kill('SIGTERM');
    await ended;
  };
}

/** Serves the remote in `folder` in the pages of a site, or as `more` says; answers when it can be seen. */
export function runDev(
  folder: string,
  { cli, port, site }: { cli: string; port: number; site: string },
  ...more: readonly string[]
): Promise<() => Promise<void>> {
  const words = [cli, 'dev', '--port', String(port), '--site', site, ...more];
  return runUntilAnswers(folder, words, `http://localhost:${port}/`);
}
