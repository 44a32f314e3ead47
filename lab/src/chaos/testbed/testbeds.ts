import { startCutLine } from '@tallystick/e2e/src/house/cut-line.ts';
import type { House } from '@tallystick/e2e/src/house/house.ts';
import { startPostgres } from '@tallystick/store/postgres-server.testing';
import { openSmallDisk } from '@tallystick/store/small-disk.testing';
import { openIdentity } from './identity.ts';
import { openTestbed, type Testbed } from './testbed.ts';

/** What a fault needs. */
export type TestbedKind =
  /** The data folder's own server. */
  | 'usual'
  /** That server on a disk which can be full. */
  | 'disk'
  /** An identity service to kill. */
  | 'identity'
  /** A PostgreSQL to stop. */
  | 'postgres';

/** Opens each testbed when the first fault needs it, for all that do. */
export function openTestbeds(shared: House) {
  const open = new Map<TestbedKind, Promise<Testbed | null>>();
  return {
    /** Null: this machine does not allow it. */
    get(kind: TestbedKind): Promise<Testbed | null> {
      const known = open.get(kind) ?? makers[kind](shared);
      open.set(kind, known);
      return known;
    },
    async close() {
      // A testbed that could not be opened has already been reported.
      for (const opening of open.values()) await (await opening.catch(() => null))?.close();
    },
  };
}

/** The size of a disk that a test fills. It holds a database and a few builds, with room to spare. */
const megabytes = 480;

/** A testbed with something more, which is ended after it, or at once if it cannot be opened. */
async function withMore(
  opening: Promise<Testbed>,
  more: Pick<Testbed, 'disk' | 'identity' | 'postgres'>,
  end: () => Promise<unknown>,
): Promise<Testbed> {
  const testbed = await opening.catch(async (error: unknown) => {
    await end();
    throw error;
  });
  return {
    ...testbed,
    ...more,
    async close() {
      await testbed.close();
      await end();
    },
  };
}

const makers: Readonly<Record<TestbedKind, (shared: House) => Promise<Testbed | null>>> = {
  usual: (shared) => openTestbed(shared),
  async disk(shared) {
    const disk = await openSmallDisk(megabytes);
    if (disk === null) return null;
    return withMore(openTestbed(shared, { DATA_DIR: disk.folder }), { disk }, disk.end);
  },
  async identity(shared) {
    const identity = await openIdentity();
    const testbed = await withMore(openTestbed(shared), { identity }, identity.kill);
    testbed.proxies.identity.forwardTo(identity.url);
    return testbed;
  },
  async postgres(shared) {
    const server = await startPostgres();
    const proxy = await startCutLine();
    proxy.connect(server.url);
    const url = new URL('postgres', server.url);
    url.port = String(proxy.port);
    const testbed = openTestbed(shared, { DATABASE_URL: url.href });
    return withMore(testbed, { postgres: { server, proxy } }, async () => {
      await proxy.close();
      await server.end();
    });
  },
};
