import { spawn } from 'node:child_process';
import { openServer } from './server.ts';

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
  const server = openServer(
    () => spawn(process.execPath, words, { cwd: folder, stdio: 'ignore' }),
    address,
  );
  await server.start();
  return async () => void (await server.end('SIGTERM'));
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
