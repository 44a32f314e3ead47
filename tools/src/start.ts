// `npm start`: starts the servers, builds and releases what has changed, and stays until Ctrl-C.
import { join } from 'node:path';
import { identityProblem } from '@tallystick/backend/src/settings/identity-problem.ts';
import { localOutbox } from '@tallystick/backend/src/settings/local-outbox.ts';
import { openDataFolder } from '@tallystick/settings/data-folder';
import { type Environment, readEnvironment } from '@tallystick/settings/environment';
import { startLock, takeLock } from '@tallystick/store/lock';
import { untilEnded } from '@tallystick/store/server-folder';
import { type Failure, printFailure } from './outcome.ts';
import type { Child } from './process/child.ts';
import { openChildren } from './process/children.ts';
import { checkPorts } from './start/ports.ts';
import { showProgress } from './start/progress.ts';
import { consoleLink } from './start/release-apps.ts';
import { portsOf, type Starting, servicesOf, startEverything } from './start/services.ts';

const read = readEnvironment(process.env);
process.exit(read.ok ? await main(read.environment) : failed(read));

function failed(failure: Failure): number {
  printFailure(failure);
  return 1;
}

/** Answers the exit code: 0 if a person ended it, 1 if anything failed. */
async function main(environment: Environment): Promise<number> {
  const problem = identityProblem(environment);
  if (problem !== undefined) return failed({ ok: false, problem });
  const free = await checkPorts(portsOf(environment));
  if (!free.ok) return failed(free);
  const folder = openDataFolder(environment.DATA_DIR);
  if (!folder.ok) return failed(folder);
  const taken = takeLock(environment.DATA_DIR, startLock);
  if (!taken.ok) {
    const problem = `DATA_DIR=${environment.DATA_DIR} is in use by another start (${taken.holder}): end that one, or set DATA_DIR to another folder.`;
    return failed({ ok: false, problem });
  }
  const logs = join(environment.DATA_DIR, 'logs');
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
  await untilEnded(environment.DATA_DIR);
  return asked ? 0 : 1;

  /** Of children that must not end by themselves. */
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
    const outcome = await startEverything(servicesOf(environment), starting);
    if (!outcome.ok) return outcome;
    progress.end();
    const link = await consoleLink(children);
    if (!link.ok) return link;
    console.log(`Logs are in ${logs}; Ctrl-C ends everything.`);
    console.log(`The console of releases, signed in once, within ten minutes: ${link.answer}`);
    const outbox = localOutbox(environment);
    if (outbox !== undefined) console.log(`Sign-in mails are not sent, they are shown: ${outbox}`);
    console.log(`Tallystick is ready: ${environment.SITE_URL}`);
    return await new Promise(() => {});
  }
}
