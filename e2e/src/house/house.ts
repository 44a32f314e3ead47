import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openTestKey } from '@tallystick/registry/test-key.testing';
import { freePorts } from '@tallystick/store/free-ports.testing';
import { type Running, runCommand } from './command.ts';
import { loggedSecrets } from './secrets.ts';

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

/** Starts a house for the first time, keeps what that leaves for others to copy, and starts it again. */
export async function startFreshHouse(house: House): Promise<Running> {
  const first = await startHouse(house);
  if ((await stopHouse(first)) !== 0) throw new Error(first.output());
  const logs = join(house.dataDir, 'logs');
  await cp(house.dataDir, house.freshDir, { recursive: true, filter: (path) => path !== logs });
  return await startHouse(house);
}

/** Ends what `startHouse` started, as Ctrl-C does; answers the exit code. */
export async function stopHouse(running: Running): Promise<number | null> {
  running.child.kill('SIGINT');
  return await running.ended;
}

/** Removes a house that has ended. Fails if its servers have logged what must not be logged. */
export async function removeHouse(house: House): Promise<void> {
  const secrets = await loggedSecrets(house.dataDir);
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

/** Runs `npm run release -- …` against the servers of an environment; answers what it printed. */
export async function runRelease(
  environment: Readonly<Record<string, string>>,
  ...parameters: string[]
): Promise<string> {
  const running = runCommand(['release', ...parameters], environment);
  const exitCode = await running.ended;
  if (exitCode === 0) return running.output();
  throw new Error(`release ${parameters.join(' ')} ended with ${exitCode}:\n${running.output()}`);
}
