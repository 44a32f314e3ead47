import { closeSync, cpSync, openSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePorts } from '@tallystick/store/free-ports.testing';
import { untilEnded } from '@tallystick/store/server-folder';
import { inProject } from '@tallystick/tools/src/project.ts';
import { type House, makeLive } from './house.ts';
import { currentRelease } from './release-site.ts';
import { openServer, spawnScript } from './server.ts';

/** A ledger service with an empty store, and a site server for it, both beside a house. */
export type SideHouse = Awaited<ReturnType<typeof startSideHouse>>;

const movedClock = ['--import', inProject('e2e/src/house/moved-clock.ts')];

/**
 * Starts both within seconds, as the house was when it was fresh. They use the house's identity
 * emulator, the same builds are live, and their logs lie with the house's. `settings` are variables
 * for both; with a `DATABASE_URL` of an empty database the builds are released there. Each may have
 * at most `files` files open, if it says so.
 */
export async function startSideHouse(
  house: House,
  settings: Readonly<Record<string, string>> = {},
  files?: number,
) {
  const [site = 0, backend = 0, admin = 0] = await freePorts(3);
  const dataDir = await mkdtemp(join(tmpdir(), 'tallystick-side-'));
  const siteUrl = `http://localhost:${site}`;
  const ledgerUrl = `http://localhost:${backend}`;
  const environment: Record<string, string> = {
    ...house.environment,
    SITE_PORT: String(site),
    BACKEND_PORT: String(backend),
    ADMIN_PORT: String(admin),
    DATA_DIR: dataDir,
    TOKEN_SYNC_URL: `${ledgerUrl}/session`,
    ...settings,
  };
  const before = files === undefined ? [] : ['prlimit', `--nofile=${files}:${files}`];
  const start = (words: string[], log: string, settings: object) => {
    const output = openSync(join(house.dataDir, 'logs', log), 'a', 0o600);
    const child = spawnScript(words, { ...environment, ...settings }, { output, before });
    closeSync(output);
    return child;
  };
  const ledger = openServer(
    (more) => start([...movedClock, 'backend/src/main.ts'], 'side-ledger.log', more),
    `${ledgerUrl}/health`,
  );
  const server = openServer(
    (more) => start(['platform/site/src/main.ts'], 'side-site.log', more),
    `${siteUrl}/health`,
  );
  const close = async () => {
    await Promise.all([ledger.end('SIGTERM'), server.end('SIGTERM')]);
    // The database server has to end before its files are copied.
    await untilEnded(settings.DATA_DIR ?? dataDir);
    await rm(dataDir, { recursive: true, force: true });
  };
  // Synchronous, which is faster for a database's thousand small files.
  if (settings.DATABASE_URL === undefined)
    cpSync(house.freshDir, settings.DATA_DIR ?? dataDir, { recursive: true });
  try {
    await Promise.all([ledger.start(), server.start()]);
    if (settings.DATABASE_URL !== undefined) await releaseLike(house, environment);
  } catch (error) {
    await close();
    throw error;
  }
  return {
    siteUrl,
    ledgerUrl,
    /** Admin API of its registry. */
    adminUrl: `http://localhost:${admin}`,
    dataDir: settings.DATA_DIR ?? dataDir,
    /** Variables that make another command speak to it. */
    environment,
    site: server,
    ledger,
    /** Moves the ledger service's clock forward, by milliseconds. */
    advance: (milliseconds: number) => ledger.send(milliseconds),
    close,
  };
}

/** Releases, where the environment says, what a house has live. */
async function releaseLike(house: House, environment: Record<string, string>): Promise<void> {
  const { shell, remotes } = await currentRelease(house);
  const builds = [shell, ...remotes].map(({ name, build }) => ({
    app: name,
    build,
    folder: inProject(name, 'dist', build),
  }));
  await makeLive(environment, builds, 'as the house has it');
}
