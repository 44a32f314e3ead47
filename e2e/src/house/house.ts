import { existsSync } from 'node:fs';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { openTestKey } from '@tallystick/registry/test-key.testing';
import { processIo } from '@tallystick/release-cli/src/io.ts';
import { runRelease as runReleaseCommand } from '@tallystick/release-cli/src/release.ts';
import { freePorts } from '@tallystick/store/free-ports.testing';
import { inProject } from '@tallystick/tools/src/project.ts';
import { type Running, runCommand } from './command.ts';
import { loggedSecrets } from './secrets.ts';
import type { Variant } from './variant.ts';

/** What tests need to know of a site that `npm start` has brought up. */
export interface House {
  siteUrl: string;
  ledgerUrl: string;
  /** Console and admin API of the release plane. */
  adminUrl: string;
  dataDir: string;
  /** The data folder as a first start leaves it: the builds are live, the ledger is empty. */
  freshDir: string;
  /** Variables that make another command speak to this one. */
  environment: Record<string, string>;
}

/** Ports and an empty data folder of its own. */
export async function prepareHouse(): Promise<House> {
  const [site = 0, backend = 0, identity = 0, admin = 0] = await freePorts(4);
  const dataDir = await mkdtemp(join(tmpdir(), 'tallystick-e2e-'));
  const { file } = await openTestKey();
  return {
    siteUrl: `http://localhost:${site}`,
    ledgerUrl: `http://localhost:${backend}`,
    adminUrl: `http://localhost:${admin}`,
    dataDir,
    freshDir: `${dataDir}.fresh`,
    environment: {
      SITE_PORT: String(site),
      BACKEND_PORT: String(backend),
      IDENTITY_PORT: String(identity),
      IDENTITY_SITES: 'local',
      ADMIN_PORT: String(admin),
      DATA_DIR: dataDir,
      RELEASE_KEY_FILE: file,
      DEMO: 'off',
    },
  };
}

/** Runs `npm start` until its last line. */
export async function startHouse(house: House): Promise<Running> {
  const running = runCommand(['start'], house.environment);
  await running.printed(/^Tallystick is ready: .*$/m);
  return running;
}

/** Ends what `startHouse` started, as Ctrl-C does; answers the exit code. */
export async function stopHouse(running: Running): Promise<number | null> {
  running.child.kill('SIGINT');
  return await running.ended;
}

/**
 * Removes a house that has ended, all but what its servers logged (`test-results/servers`). Fails if they have logged
 * what must not be logged.
 */
export async function removeHouse(house: House): Promise<void> {
  const secrets = await loggedSecrets(house.dataDir);
  const logs = join(house.dataDir, 'logs');
  const kept = inProject('test-results/servers', basename(house.dataDir));
  if (existsSync(logs)) await cp(logs, kept, { recursive: true });
  for (const folder of [house.dataDir, house.freshDir]) {
    await rm(folder, { recursive: true, force: true });
  }
  if (secrets.length > 0) {
    throw new Error(`The logs hold what must not be logged:\n${secrets.join('\n')}`);
  }
}

/** Runs `npm run ledger -- …` against a house to its end. */
export async function runLedger(
  house: Pick<House, 'environment'>,
  ...parameters: string[]
): Promise<{ exitCode: number | null; output: string }> {
  const running = runCommand(['ledger', ...parameters], house.environment);
  const exitCode = await running.ended;
  return { exitCode, output: running.output() };
}

/**
 * Does what `npm run release -- …` does against the servers of an environment, in this process; answers what it
 * says.
 */
export async function runRelease(
  environment: Readonly<Record<string, string>>,
  ...parameters: string[]
): Promise<string> {
  const said: string[] = [];
  const say = (line: string) => void said.push(line);
  const exitCode = await runReleaseCommand(parameters, {
    ...processIo('npm run release --', process.cwd()),
    ...{ variables: { ...process.env, ...environment }, print: say, note: say },
    ...{ draw: null, ask: null },
  });
  const output = said.join('\n');
  if (exitCode === 0) return output;
  throw new Error(`release ${parameters.join(' ')} ended with ${exitCode}:\n${output}`);
}

/** Publishes builds where an environment says, and makes them live as one revision. */
export async function makeLive(
  environment: Readonly<Record<string, string>>,
  builds: readonly Variant[],
  reason: string,
): Promise<void> {
  const names = builds.map(({ app, build }) => `${app}@${build}`);
  await runRelease(environment, 'publish', ...builds.map(({ folder }) => folder));
  await runRelease(environment, 'promote', ...names, '--reason', reason);
}
