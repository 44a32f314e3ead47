// `npm start`: starts the servers, builds and releases what has changed, and stays until Ctrl-C.
import { identityProblem } from '@tallystick/backend/src/settings/identity-problem.ts';
import type { LedgerEnvironment } from '@tallystick/backend/src/settings/ledger-environment.ts';
import { localOutbox } from '@tallystick/backend/src/settings/local-outbox.ts';
import { printFailure } from '@tallystick/start/outcome';
import { runStart } from '@tallystick/start/start/run-start';
import { portsOf, servicesOf } from './start/ledger-services.ts';
import { readStartSettings } from './start/read-start-settings.ts';
import { builds, release } from './start/workspace.ts';

const read = readStartSettings(process.env);
process.exit(read.ok ? await main(read.value) : failed(read.problem));

function failed(problem: string): number {
  printFailure({ ok: false, problem });
  return 1;
}

/** Answers the exit code. */
async function main(environment: LedgerEnvironment): Promise<number> {
  const problem = identityProblem(environment);
  if (problem !== undefined) return failed(problem);
  const outbox = localOutbox(environment);
  return await runStart({
    builds,
    release,
    services: servicesOf(environment),
    ports: portsOf(environment),
    channel: environment.CHANNEL,
    dataFolder: environment.DATA_DIR,
    ready: [
      ...(outbox === undefined ? [] : [`Sign-in mails are not sent, they are shown: ${outbox}`]),
      `Tallystick is ready: ${environment.SITE_URL}`,
    ],
  });
}
