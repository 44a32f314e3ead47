import { faultyBuild } from '@tallystick/e2e/src/house/faulty.ts';
import { fixtureLedger } from '@tallystick/e2e/src/house/fixture-ledger.ts';
import { type House, runRelease } from '@tallystick/e2e/src/house/house.ts';
import { recordLines } from '@tallystick/e2e/src/house/record-lines.ts';
import { type Desk, openDesk } from '@tallystick/e2e/src/house/release-desk.ts';
import { currentRelease } from '@tallystick/e2e/src/house/release-site.ts';
import { type SideHouse, startSideHouse } from '@tallystick/e2e/src/house/side-house.ts';
import { variantOf } from '@tallystick/e2e/src/house/variant.ts';
import type { PostgresServer } from '@tallystick/store/postgres-server.testing';
import type { SmallDisk } from '@tallystick/store/small-disk.testing';
import { type FaultProxy, openFaultProxy } from '../proxy/fault-proxy.ts';
import type { StoreProxy } from '../proxy/store-proxy.ts';
import type { Identity } from './identity.ts';

/** The remotes that things happen to, and the page of each that people want to see. */
export const victims = {
  account: { app: 'mfe-auth', path: '/auth', heading: 'Account Access' },
  list: { app: 'mfe-ledger', path: '/transfers', heading: 'Transactions' },
} as const;
type App = (typeof victims)[keyof typeof victims]['app'];

/** What a faulty build does. */
type CodeFault = Parameters<typeof faultyBuild>[4];

/** Servers of its own that a browser reaches through proxies, each of which can make answers fail. */
export interface Testbed {
  /** Where the browser finds the site. */
  siteUrl: string;
  proxies: { site: FaultProxy; ledger: FaultProxy; identity: FaultProxy };
  servers: SideHouse;
  /** The live build of the account page's remote. */
  live: string;
  /** Last known good builds, which a browser falls back to. */
  before: readonly string[];
  /** Publishes a faulty build of the list's remote; answers its id. */
  publishFaulty(fault: CodeFault): Promise<string>;
  /** Publishes a build of the list's remote whose entry is changed; answers its id. */
  publishChanged(change: (entry: string) => string): Promise<string>;
  /** Publishes a build of the list's remote whose pages the site server renders by this text; answers its id. */
  publishServerEntry(text: string): Promise<string>;
  /** Makes a build of the list's remote live. */
  promote(build: string): Promise<void>;
  /** Puts the list's remote back to its good build, if nobody has. */
  putBack(): Promise<void>;
  /** An identity service of its own, where there is one. */
  identity?: Identity;
  /** The disk that both servers keep everything on, where it can be full. */
  disk?: SmallDisk;
  /** The PostgreSQL of its servers and the proxy before it, where there is one. */
  postgres?: { server: PostgresServer; proxy: StoreProxy };
  close(): Promise<void>;
}

/** @param shared the servers whose builds and identity emulator it has */
export async function openTestbed(
  shared: House,
  settings: Readonly<Record<string, string>> = {},
): Promise<Testbed> {
  const [site, ledger, identity] = await Promise.all([
    openFaultProxy(),
    openFaultProxy(),
    openFaultProxy(),
  ]);
  const proxies = { site, ledger, identity };
  identity.forwardTo(`http://127.0.0.1:${shared.environment.IDENTITY_PORT}`);
  const servers = await startSideHouse(shared, {
    SITE_URL: site.url,
    LEDGER_URL: ledger.url,
    TOKEN_SYNC_URL: `${ledger.url}/session`,
    IDENTITY_PORT: new URL(identity.url).port,
    ...settings,
  });
  site.forwardTo(servers.siteUrl);
  ledger.forwardTo(servers.ledgerUrl);
  const { dataDir } = servers;
  await recordLines(servers, fixtureLedger);
  const desk = await openDesk(servers);
  const { remotes } = await currentRelease(servers);
  const buildOf = (app: App) => remotes.find(({ name }) => name === app)?.build ?? '';
  const { account, list } = victims;
  const good = buildOf(list.app);
  const publish = async ({ folder, build }: { folder: string; build: string }) => {
    await runRelease(servers.environment, 'publish', folder);
    return build;
  };
  const live = await publish(await variantOf(dataDir, account.app, hash(0), (script) => script));
  const promote = (app: App, build: string) =>
    desk.change({ kind: 'promote', builds: { [app]: build }, reason: 'it looks good' });
  await promote(account.app, live);
  let published = 0;
  const nextHash = () => {
    published += 1;
    return hash(published);
  };

  return {
    siteUrl: site.url,
    proxies,
    servers,
    live,
    before: [buildOf(account.app), good],
    publishFaulty: async (fault) =>
      publish(await faultyBuild(dataDir, list.app, nextHash(), list.path, fault)),
    publishChanged: async (change) =>
      publish(
        await variantOf(dataDir, list.app, nextHash(), (script, path) =>
          path === 'remote-entry.js' ? change(script) : script,
        ),
      ),
    publishServerEntry: async (text) =>
      publish(
        await variantOf(
          dataDir,
          list.app,
          nextHash(),
          (script) => script,
          () => text,
        ),
      ),
    promote: (build) => promote(list.app, build),
    putBack: () => putBack(desk, list.app, good),
    async close() {
      await Promise.all([...Object.values(proxies).map((proxy) => proxy.close()), servers.close()]);
    },
  };
}

async function putBack(desk: Desk, app: App, build: string): Promise<void> {
  const { current } = await desk.board();
  if (current?.builds[app] === build) return;
  await desk.change({
    kind: 'rollback',
    apps: [app],
    to: { [app]: build },
    recall: false,
    reason: 'the fault is over',
  });
}

function hash(serial: number): string {
  return `c4a05${serial.toString(16).padStart(7, '0')}`;
}
