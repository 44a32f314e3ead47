import type { House } from '@tallystick/e2e/src/house/house.ts';
import { startPostgres } from '@tallystick/store/postgres-server.testing';
import { openSmallDisk } from '@tallystick/store/small-disk.testing';
import { openStoreProxy } from '../proxy/store-proxy.ts';
import { openIdentity } from './identity.ts';
import { openTestbed, type Testbed } from './testbed.ts';

/**
 * What a fault needs: the embedded store; that on a disk which can be full; an identity service to
 * kill; a PostgreSQL to stop.
 */
export type TestbedKind = 'embedded' | 'disk' | 'identity' | 'postgres';

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
      // One that could not be opened has been told of.
      for (const opening of open.values()) await (await opening.catch(() => null))?.close();
    },
  };
}

/** Of a disk that can be full: two embedded stores, a few builds, and room to spare. */
const megabytes = 480;

/** A testbed with something more, which is ended after it. */
function withMore(
  testbed: Testbed,
  more: Pick<Testbed, 'disk' | 'identity' | 'postgres'>,
  end: () => Promise<unknown>,
): Testbed {
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
  embedded: (shared) => openTestbed(shared),
  async disk(shared) {
    const disk = await openSmallDisk(megabytes);
    if (disk === null) return null;
    const testbed = await openTestbed(shared, { DATA_DIR: disk.folder });
    return withMore(testbed, { disk }, () => disk.end());
  },
  async identity(shared) {
    const identity = await openIdentity();
    const testbed = await openTestbed(shared);
    testbed.proxies.identity.forwardTo(identity.url);
    return withMore(testbed, { identity }, () => identity.kill());
  },
  async postgres(shared) {
    const server = await startPostgres();
    const proxy = await openStoreProxy(Number(new URL(server.url).port));
    const url = new URL('postgres', server.url);
    url.port = String(proxy.port);
    const testbed = await openTestbed(shared, { DATABASE_URL: url.href });
    return withMore(testbed, { postgres: { server, proxy } }, async () => {
      await proxy.close();
      await server.end();
    });
  },
};
