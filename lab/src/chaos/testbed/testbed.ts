import type { CutLine } from '@tallystick/e2e/src/house/cut-line.ts';
import { fixtureLedger } from '@tallystick/e2e/src/house/fixture-ledger.ts';
import { type House, runRelease } from '@tallystick/e2e/src/house/house.ts';
import { recordLines } from '@tallystick/e2e/src/house/record-lines.ts';
import { type Desk, openDesk } from '@tallystick/e2e/src/house/release-desk.ts';
import { currentRelease } from '@tallystick/e2e/src/house/release-site.ts';
import { startSideHouse } from '@tallystick/e2e/src/house/side-house.ts';
import { type Variant, variantOf } from '@tallystick/e2e/src/house/variant.ts';
import type { PostgresServer } from '@tallystick/store/postgres-server.testing';
import type { SmallDisk } from '@tallystick/store/small-disk.testing';
import { openFaultProxy } from '../proxy/fault-proxy.ts';
import type { Identity } from './identity.ts';

/** The remotes that things happen to, and the page of each that people want to see. */
export const victims = {
  account: { app: 'mfe-auth', path: '/auth', heading: 'Account Access' },
  list: { app: 'mfe-ledger', path: '/transfers', heading: 'Transactions' },
} as const;
type App = (typeof victims)[keyof typeof victims]['app'];

/** Servers of its own that a browser reaches through proxies, each of which can make answers fail. */
export interface Testbed extends Awaited<ReturnType<typeof openTestbed>> {
  /** An identity service of its own, where there is one. */
  identity?: Identity;
  /** The disk that both servers keep everything on, where it can be full. */
  disk?: SmallDisk;
  /** The PostgreSQL of its servers and the proxy before it, where there is one. */
  postgres?: { server: PostgresServer; proxy: CutLine };
}

/** @param shared the servers whose builds and identity emulator it has */
export async function openTestbed(shared: House, settings: Readonly<Record<string, string>> = {}) {
  await using ended = new AsyncDisposableStack();
  const openProxy = async () => ended.adopt(await openFaultProxy(), (proxy) => proxy.close());
  const [site, ledger, identity] = await Promise.all([openProxy(), openProxy(), openProxy()]);
  const proxies = { site, ledger, identity };
  identity.forwardTo(`http://127.0.0.1:${shared.environment.IDENTITY_PORT}`);
  const own = {
    SITE_URL: site.url,
    LEDGER_URL: ledger.url,
    TOKEN_SYNC_URL: `${ledger.url}/session`,
    IDENTITY_PORT: new URL(identity.url).port,
    ...settings,
  };
  const servers = ended.adopt(await startSideHouse(shared, own), (house) => house.close());
  site.forwardTo(servers.siteUrl);
  ledger.forwardTo(servers.ledgerUrl);
  const { dataDir } = servers;
  await recordLines(servers, fixtureLedger);
  const desk = await openDesk(servers);
  const { remotes } = await currentRelease(servers);
  const buildOf = (app: App) => remotes.find(({ name }) => name === app)?.build ?? '';
  const { account, list } = victims;
  const good = buildOf(list.app);
  let published = 0;
  const publish = async (make: (within: string, hash: string) => Promise<Variant>) => {
    const hash = `c4a05${published.toString(16).padStart(7, '0')}`;
    published += 1;
    const { folder, build } = await make(dataDir, hash);
    await runRelease(servers.environment, 'publish', folder);
    return build;
  };
  const live = await publish((within, hash) => variantOf(within, account.app, hash));
  const promote = (app: App, build: string) =>
    desk.change({ kind: 'promote', builds: { [app]: build }, reason: 'it looks good' });
  await promote(account.app, live);
  const closing = ended.move();

  return {
    /** Where the browser finds the site. */
    siteUrl: site.url,
    proxies,
    servers,
    /** The live build of the account page's remote. */
    live,
    /** Last known good builds, which a browser falls back to. */
    before: [buildOf(account.app), good],
    /** Publishes a build of the list's remote, which `make` makes below a folder with this hash; answers its id. */
    publish,
    /** Makes a build of the list's remote live. */
    promote: (build: string) => promote(list.app, build),
    /** Puts the list's remote back to its good build, if nobody has. */
    putBack: () => putBack(desk, list.app, good),
    close: () => closing.disposeAsync(),
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
