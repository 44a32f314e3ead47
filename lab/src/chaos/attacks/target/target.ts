import { chmod, cp, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type House, makeLive, runLedger } from '@tallystick/e2e/src/house/house.ts';
import { openDesk } from '@tallystick/e2e/src/house/release-desk.ts';
import { currentRelease } from '@tallystick/e2e/src/house/release-site.ts';
import { startSideHouse } from '@tallystick/e2e/src/house/side-house.ts';
import { variantOf } from '@tallystick/e2e/src/house/variant.ts';
import { freePorts } from '@tallystick/store/free-ports.testing';
import { untilEnded } from '@tallystick/store/server-folder';
import { openSmallDisk } from '@tallystick/store/small-disk.testing';
import { writeGeneratedData } from '../../../servers/generated-data.ts';
import { startFront } from '../front/front.ts';
import type { FrontName } from '../front/front-text.ts';
import { logMessages } from './log-messages.ts';

/**
 * The servers that one attack is made on: a live build that can be recalled and, if others are measured
 * beside it, 35,592 transfers.
 */
export type Target = NonNullable<Awaited<ReturnType<Targets['open']>>>;

/** What an attack needs of its target. */
export interface TargetNeeds {
  /** Megabytes of the disk that everything is kept on; absent: this machine's. */
  disk?: number;
  /** Files that each server may have open; absent: what this machine lets it have. */
  files?: number;
  /** Others are measured beside it, so the ledger is filled. Not where it stops or damages servers. */
  measured?: boolean;
}

/** Recalls the live build, as a manager would. */
export const recallLive = ({ desk, app, before }: Target): Promise<void> =>
  desk.change({
    kind: 'rollback',
    apps: [app],
    to: { [app]: before },
    recall: true,
    reason: 'totals are wrong',
  });

/** The secret of a new token of somebody who publishes the app. */
export const newPublisher = ({ desk, app }: Target): Promise<string> =>
  desk.token({ name: 'ci', scope: { kind: 'publisher', app }, days: 1 });

/** What is the same in each target, made once and copied. */
export type Targets = Awaited<ReturnType<typeof openTargets>>;

const app = 'mfe-auth';
const liveHash = 'a77ac4000001';

/**
 * @param shared the servers whose builds and identity emulator they have
 * @param behind the proxy in front of them; null: they are asked themselves
 */
export async function openTargets(shared: House, behind: FrontName | null) {
  const folder = await mkdtemp(join(tmpdir(), 'tallystick-target-'));
  const empty = join(folder, 'empty');
  const servers = await startSideHouse(shared, { DATA_DIR: empty });
  const { remotes } = await currentRelease(servers);
  const before = remotes.find(({ name }) => name === app)?.build ?? '';
  const variant = await variantOf(folder, app, liveHash);
  await makeLive(servers.environment, [variant], 'it looks good');
  await servers.close();
  let filled: Promise<string> | null = null;

  /** The same with the ledger: only where its lists are asked for, since it takes a while. */
  async function fill(): Promise<string> {
    const full = join(folder, 'full');
    await cp(empty, full, { recursive: true });
    const ledger = join(folder, 'ledger.ndjson.gz');
    await writeGeneratedData(ledger);
    // No service runs, to which it would give way.
    const environment = { ...servers.environment, DATA_DIR: full };
    const { exitCode, output } = await runLedger({ environment }, 'import', ledger);
    if (exitCode !== 0) throw new Error(`The import ended with ${exitCode}:\n${output}`);
    await untilEnded(full);
    return full;
  }

  return {
    /** Null: this machine does not allow it. */
    async open({ disk: megabytes, measured, files }: TargetNeeds, seconds: number) {
      if (measured) filled ??= fill();
      const template = measured && filled !== null ? await filled : empty;
      await using ended = new AsyncDisposableStack();
      const disk = megabytes === undefined ? undefined : await openSmallDisk(megabytes);
      if (disk === null) return null;
      const own = disk?.folder ?? (await mkdtemp(join(tmpdir(), 'tallystick-attacked-')));
      ended.defer(() => disk?.end() ?? rm(own, { recursive: true, force: true }));
      // What keeps others out must be the servers' doing.
      await chmod(own, 0o755);
      const dataDir = join(own, 'data');
      const house = { ...shared, freshDir: template };
      const urls = behind === null ? null : await frontUrls();
      const alone = ended.adopt(
        await startSideHouse(house, { DATA_DIR: dataDir, ...urls?.settings }, files),
        (servers) => servers.close(),
      );
      const attacked = { ...alone, ...urls?.asked };
      const ports = portsOf(attacked);
      const [unused = 0] = await freePorts(1);
      const front =
        behind === null
          ? null
          : ended.adopt(
              await startFront(behind, { front: ports, unused, servers: portsOf(alone) }),
              ({ close }) => close(),
            );
      const desk = await openDesk(attacked);
      const closing = ended.move();
      const logDir = join(shared.dataDir, 'logs');
      return {
        servers: attacked,
        front,
        desk,
        ports,
        dataDir,
        /** Where their output goes, with that of all others. */
        logDir,
        /** Answers what tells in words what the site server has said since. */
        async siteLog() {
          const log = () => readFile(join(logDir, 'side-site.log'), 'utf8');
          const { length } = await log();
          return async () => logMessages((await log()).slice(length));
        },
        /** How long an attack lasts, in seconds. */
        seconds,
        /** The live build of `app`, and the one before it. */
        app,
        live: variant.build,
        before,
        close: () => closing.disposeAsync(),
      };
    },
    close: () => rm(folder, { recursive: true, force: true }),
  };
}

function portsOf({
  siteUrl,
  ledgerUrl,
  adminUrl,
}: Pick<House, 'siteUrl' | 'ledgerUrl' | 'adminUrl'>) {
  const portOf = (url: string) => Number(new URL(url).port);
  return { site: portOf(siteUrl), ledger: portOf(ledgerUrl), admin: portOf(adminUrl) };
}

/** Where servers are asked that are to have a proxy in front, and the settings that tell them so. */
async function frontUrls() {
  const [siteUrl = '', ledgerUrl = '', adminUrl = ''] = (await freePorts(3)).map(
    (port) => `http://localhost:${port}`,
  );
  return {
    asked: { siteUrl, ledgerUrl, adminUrl },
    settings: {
      SITE_URL: siteUrl,
      LEDGER_URL: ledgerUrl,
      ADMIN_URL: adminUrl,
      TOKEN_SYNC_URL: `${ledgerUrl}/session`,
      TRUSTED_PROXIES: '127.0.0.1',
    },
  };
}
