import type { House } from '@tallystick/e2e/src/house/house.ts';
import { startPostgres } from '@tallystick/store/postgres-server.testing';
import { openSmallDisk } from '@tallystick/store/small-disk.testing';
import { openStoreLine } from '../line/store-line.ts';
import { type Ground, openGround } from './ground.ts';
import { openIdentity } from './identity.ts';

/**
 * What a fault needs: the embedded store; that on a disk which can be full; an identity service to
 * kill; a PostgreSQL to stop.
 */
export type GroundKind = 'embedded' | 'disk' | 'identity' | 'postgres';

/** Opens each ground when the first fault needs it, for all that do. */
export interface Grounds {
  /** Null: this machine does not allow it. */
  get(kind: GroundKind): Promise<Ground | null>;
  close(): Promise<void>;
}

export function openGrounds(shared: House): Grounds {
  const open = new Map<GroundKind, Promise<Ground | null>>();
  return {
    get(kind) {
      const known = open.get(kind) ?? makers[kind](shared);
      open.set(kind, known);
      return known;
    },
    async close() {
      for (const ground of open.values()) await (await ground)?.close();
    },
  };
}

/** Of a disk that can be full: two embedded stores, a few builds, and room to spare. */
const megabytes = 480;

const makers: Readonly<Record<GroundKind, (shared: House) => Promise<Ground | null>>> = {
  embedded: (shared) => openGround(shared),
  async disk(shared) {
    const disk = await openSmallDisk(megabytes);
    if (disk === null) return null;
    const ground = await openGround(shared, { DATA_DIR: disk.folder });
    return {
      ...ground,
      disk,
      async close() {
        await ground.close();
        await disk.end();
      },
    };
  },
  async identity(shared) {
    const identity = await openIdentity();
    const ground = await openGround(shared);
    ground.lines.identity.lead(identity.url);
    return {
      ...ground,
      identity,
      async close() {
        await ground.close();
        await identity.kill();
      },
    };
  },
  async postgres(shared) {
    const server = await startPostgres();
    const line = await openStoreLine(Number(new URL(server.url).port));
    const url = new URL('postgres', server.url);
    url.port = String(line.port);
    const ground = await openGround(shared, { DATABASE_URL: url.href });
    return {
      ...ground,
      postgres: { server, line },
      async close() {
        await ground.close();
        await line.close();
        await server.end();
      },
    };
  },
};
