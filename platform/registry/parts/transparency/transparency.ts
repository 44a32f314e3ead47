import { every } from '@tallystick/store/repeat';
import { tilesFrom } from '@tallystick/tile-log/make-tiles';
import { parseTilePath } from '@tallystick/tile-log/tiles';
import { hashSize } from '@tallystick/tile-log/tree';
import { LRUCache } from 'lru-cache';
import { type PartContext, partKind } from '../../src/part/part.ts';
import { openWitnesses } from './witnesses.ts';

/** What differs between processes of one registry. */
interface TransparencyOptions {
  /** Addresses of those who are asked to sign each checkpoint, too. */
  witnesses: readonly string[];
}

/** How many hashes above leaves are remembered, and for how long: a database that was put back may have others. */
const maxHashes = 10_000;
const ttl = 60_000;

/**
 * The log for everybody to read: its newest checkpoint with the cosignatures of witnesses, and tiles of hashes. An
 * entry itself is two hashes, which tell nobody anything, so no entries are given.
 */
export const transparency = partKind<TransparencyOptions, null>('transparency', {}, (options) => ({
  open: (context) => {
    const { audit, watchPace } = context;
    const readTile = tilesFrom(leavesOf(context), new LRUCache({ max: maxHashes, ttl }));
    const witnesses = openWitnesses(options.witnesses, readTile, context.log);
    const asking =
      options.witnesses.length === 0
        ? undefined
        : every(watchPace, async () => {
            await audit.follow();
            await witnesses.ask(audit.head());
          });

    async function checkpoint(): Promise<Uint8Array | null> {
      await audit.follow();
      const head = audit.head();
      return head && Buffer.from(head.note + witnesses.cosignatures(head));
    }

    return {
      service: null,
      ...(asking && { close: asking.close }),
      shouts: async () => witnesses.refusals().map((text) => ({ of: 'witness', text })),
      logFile: async (path) => {
        if (path === 'checkpoint') return await checkpoint();
        const tile = parseTilePath(path);
        if (tile === null) return null;
        // Another server may have told of the newest entries. Nothing is read of tiles that the log has not.
        await audit.follow();
        const { level, index, width } = tile;
        const last = (index * 256 + width) * 256 ** level;
        return last > (audit.head()?.sequence ?? 0) ? null : await readTile(tile);
      },
    };
  },
}));

function leavesOf({ db }: PartContext) {
  return async (from: number, to: number): Promise<Uint8Array> => {
    const rows = await db
      .selectFrom('log_entry')
      .select('leaf')
      .where('number', '>', from)
      .where('number', '<=', to)
      .orderBy('number')
      .execute();
    const leaves = Buffer.concat(rows.map(({ leaf }) => leaf));
    if (leaves.length === (to - from) * hashSize) return leaves;
    throw new Error(`Entries of the log are missing between ${from + 1} and ${to}.`);
  };
}
