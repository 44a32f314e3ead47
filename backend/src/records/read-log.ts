import type { Query } from '@tallystick/store/connections';
import { fullWidth, type Tile } from '@tallystick/tile-log/tiles';

const leaves = {
  name: 'record leaves',
  text: `
    select string_agg(leaf, ''::bytea order by number) as hashes
    from record_entry where number >= $1 and number < $2`,
};
const tiles = {
  name: 'record tiles',
  text: `
    select string_agg(hash, ''::bytea order by place) as hashes
    from record_tile where level = $1 and place >= $2 and place < $3`,
};
const end = { name: 'record log', text: 'select size, note from record_log' };

interface Hashes {
  hashes: Uint8Array | null;
}

/** The hashes of entries from a number on, before another, one after another; fewer, if some are lost. */
export async function readLeaves(query: Query, from: number, to: number): Promise<Uint8Array> {
  const [row] = await query<{ hashes: Uint8Array | null }>(leaves, [from, to]);
  return row?.hashes ?? new Uint8Array();
}

/** Reads the hashes of a tile of the log of records; fewer than it has, if some are lost. */
export const readTiles =
  (query: Query) =>
  async ({ level, index, width }: Tile): Promise<Uint8Array> => {
    const from = index * fullWidth;
    if (level === 0) return await readLeaves(query, from, from + width);
    const [row] = await query<Hashes & Record<string, unknown>>(tiles, [level, from, from + width]);
    return row?.hashes ?? new Uint8Array();
  };

/** How many entries the log has, and the signed checkpoint of that. */
export async function readEnd(query: Query): Promise<{ size: number; note: string }> {
  const [row] = await query<{ size: number; note: string }>(end, []);
  return row ?? { size: 0, note: '' };
}
