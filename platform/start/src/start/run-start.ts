import { join } from 'node:path';
import { defaultChannel } from '@tallystick/contract/release';
import { openDataFolder } from '@tallystick/settings/data-folder';
import { startLock, takeLock } from '@tallystick/store/lock';
import { untilEnded } from '@tallystick/store/server-folder';
import { type Failure, printFailure } from '../outcome.ts';
import type { Child } from '../process/child.ts';
import { openChildren } from '../process/children.ts';
import { checkPorts, type WantedPort } from './ports.ts';
import { showProgress } from './progress.ts';
import { consoleLink } from './release-apps.ts';
import { type Starting, type StartOrder, startEverything } from './services.ts';

export interface StartOptions extends StartOrder {
  /** Where everything is kept that the servers keep. */
  dataFolder: string;
  /** What the site is to serve: a start makes its builds live in the default one. */
  channel: string;
  /** The ports of each server, and of their second listeners. */
  ports: readonly WantedPort[];
  /** What a person is told when all of it is ready, after the link to the console. */
  ready: readonly string[];
}

/**
 * Starts the servers, builds and releases what has changed, and stays until a signal ends it. Answers the exit code: 0
 * if a person ended it, 1 if anything failed.
 */
export async function runStart({
  channel,
  dataFolder,
  ports,
  ready,
  ...order
}: StartOptions): Promise<number> {
  if (channel !== defaultChannel) {
    const problem = `CHANNEL=${channel} is for "serve site": a start releases into ${defaultChannel}.`;
    return failed({ ok: false, problem });
  }
  const free = await checkPorts(ports);
  if (!free.ok) return failed(free);
  const folder = openDataFolder(dataFolder);
  if (!folder.ok) return failed(folder);
  const taken = takeLock(dataFolder, startLock);
  if (!taken.ok) {
    const problem = `DATA_DIR=${dataFolder} is in use by another start (${taken.holder}): end that one, or set DATA_DIR to another folder.`;
    return failed({ ok: false, problem });
  }
  const logs = join(dataFolder, 'logs');
  const children = openChildren(logs);
  const progress = showProgress(process.stdout);
  const died = Promise.withResolvers<Failure>();

  const signalled = new Promise<string>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => resolve(signal));
  });
  const end = await Promise.race([
    signalled,
    died.promise,
    startAndStay({ children, progress, watch }),
  ]).catch((error: unknown) => ({ ok: false as const, problem: String(error) }));
  progress.end();
  const asked = typeof end === 'string';
  if (asked) console.log(`Ending everything (${end})`);
  else printFailure(end);
  await children.endAll();
  await untilEnded(dataFolder);
  return asked ? 0 : 1;

  /** Watches a child that must not end by itself. */
  function watch({ name, log, ended, lastLines }: Child): void {
    ended.then((code) =>
      died.resolve({
        ok: false,
        problem: `The ${name} ended by itself (exit code ${code}); its whole log is ${log}.`,
        detail: lastLines(12),
      }),
    );
  }

  /** Resolves only if the start fails. */
  async function startAndStay(starting: Starting): Promise<Failure> {
    const outcome = await startEverything(order, starting);
    if (!outcome.ok) return outcome;
    progress.end();
    const link = await consoleLink(order.release, children);
    if (!link.ok) return link;
    console.log(`Logs are in ${logs}; Ctrl-C ends everything.`);
    console.log(`The console of releases, signed in once, within ten minutes: ${link.value}`);
    for (const line of ready) console.log(line);
    return await new Promise(() => {});
  }
}

function failed(failure: Failure): number {
  printFailure(failure);
  return 1;
}
