import { faultyBuild } from '@tallystick/e2e/src/house/faulty.ts';
import { fixtureLedger, importLines } from '@tallystick/e2e/src/house/fixture-ledger.ts';
import { type House, runRelease } from '@tallystick/e2e/src/house/house.ts';
import { type Desk, openDesk } from '@tallystick/e2e/src/house/release-desk.ts';
import { currentRelease } from '@tallystick/e2e/src/house/release-site.ts';
import { type SideHouse, startSideHouse } from '@tallystick/e2e/src/house/side-house.ts';
import { variantOf } from '@tallystick/e2e/src/house/variant.ts';
import type { PostgresServer } from '@tallystick/store/postgres-server.testing';
import type { SmallDisk } from '@tallystick/store/small-disk.testing';
import { type Line, openLine } from '../line/line.ts';
import type { StoreLine } from '../line/store-line.ts';
import type { Identity } from './identity.ts';

/** The remote that things happen to, and the page of it that people want to see. */
export const victim = { app: 'mfe-auth', path: '/auth', heading: 'Account Access' } as const;

/** What a faulty build does. */
type CodeFault = Parameters<typeof faultyBuild>[4];

/** A house whose browser reaches each server over a line of its own. */
export interface Ground {
  /** Where the browser finds the site. */
  siteUrl: string;
  lines: { site: Line; ledger: Line; identity: Line };
  house: SideHouse;
  /** The victim's live build. */
  live: string;
  /** Its last known good one, which a browser falls back to. */
  before: string;
  /** Publishes a faulty build of the victim; answers its id. */
  publishFaulty(fault: CodeFault): Promise<string>;
  /** Publishes a build of the victim whose entry is changed; answers its id. */
  publishChanged(change: (entry: string) => string): Promise<string>;
  promote(build: string): Promise<void>;
  /** Puts the victim back to its live build, if nobody has. */
  putBack(): Promise<void>;
  /** An identity service of its own, where there is one. */
  identity?: Identity;
  /** The disk that both servers keep everything on, where it can be full. */
  disk?: SmallDisk;
  /** The PostgreSQL of its servers and the line to it, where there is one. */
  postgres?: { server: PostgresServer; line: StoreLine };
  close(): Promise<void>;
}

/** @param shared the house whose builds and identity emulator it has */
export async function openGround(
  shared: House,
  settings: Readonly<Record<string, string>> = {},
): Promise<Ground> {
  const [site, ledger, identity] = await Promise.all([openLine(), openLine(), openLine()]);
  const lines = { site, ledger, identity };
  identity.lead(`http://127.0.0.1:${shared.environment.IDENTITY_PORT}`);
  const house = await startSideHouse(shared, {
    SITE_URL: site.url,
    LEDGER_URL: ledger.url,
    TOKEN_SYNC_URL: `${ledger.url}/session`,
    IDENTITY_PORT: new URL(identity.url).port,
    ...settings,
  });
  site.lead(house.siteUrl);
  ledger.lead(house.ledgerUrl);
  const dataDir = house.environment.DATA_DIR ?? '';
  await importLines({ ...house, dataDir }, fixtureLedger);
  const desk = await openDesk(house);
  const { remotes } = await currentRelease(house);
  const before = remotes.find(({ name }) => name === victim.app)?.build ?? '';
  const publish = async ({ folder, build }: { folder: string; build: string }) => {
    await runRelease(house.environment, 'publish', folder);
    return build;
  };
  const live = await publish(await variantOf(dataDir, victim.app, hash(0), (script) => script));
  const promote = (build: string) =>
    desk.change({ kind: 'promote', builds: { [victim.app]: build }, reason: 'it looks good' });
  await promote(live);
  let made = 0;
  const next = () => {
    made += 1;
    return hash(made);
  };

  return {
    siteUrl: site.url,
    lines,
    house,
    live,
    before,
    publishFaulty: async (fault) =>
      publish(await faultyBuild(dataDir, victim.app, next(), victim.path, fault)),
    publishChanged: async (change) =>
      publish(
        await variantOf(dataDir, victim.app, next(), (script, path) =>
          path === 'remote-entry.js' ? change(script) : script,
        ),
      ),
    promote,
    putBack: () => putBack(desk, live),
    async close() {
      await Promise.all([...Object.values(lines).map((line) => line.close()), house.close()]);
    },
  };
}

async function putBack(desk: Desk, live: string): Promise<void> {
  const { current } = await desk.board();
  if (current?.builds[victim.app] === live) return;
  await desk.change({
    kind: 'rollback',
    apps: [victim.app],
    to: { [victim.app]: live },
    recall: false,
    reason: 'the fault is over',
  });
}

function hash(place: number): string {
  return `c4a05${place.toString(16).padStart(7, '0')}`;
}
