import { type Kysely, sql } from 'kysely';
import type { TileHash } from './growth.ts';
import type { EndRow } from './log-end.ts';

/** An entry of the log of records as the store keeps it. */
export interface NewEntry {
  leaf: Uint8Array;
  /** The transfer of which it is the newest entry, and the secret of that; null: a later one has taken its place. */
  item: string | null;
  secret: Uint8Array | null;
  at: number;
  recorded: number;
  changes: number;
}

const hashes = (some: readonly (Uint8Array | null)[]) =>
  some.map((bytes) => bytes && `\\x${Buffer.from(bytes).toString('hex')}`);

/** Writes entries, the first of which has the number `first`, hashes of tiles, and where the log ends then. */
export async function writeEntries<Tables>(
  db: Kysely<Tables>,
  first: number,
  entries: readonly NewEntry[],
  tiles: readonly TileHash[],
  end: EndRow,
): Promise<void> {
  // What is usual is not written: most transfers have one entry.
  const changed = <T>(of: (entry: NewEntry) => T) =>
    entries.map((entry) => (entry.item === null || entry.changes === 0 ? null : of(entry)));
  await sql`
    with tiles as (
      insert into record_tile (level, place, hash)
      select * from unnest(
        ${tiles.map(({ level }) => level)}::smallint[], ${tiles.map(({ place }) => place)}::bigint[],
        ${hashes(tiles.map(({ hash }) => hash))}::bytea[])
    ), ended as (
      update record_log set size = ${end.size}, frontier = ${Buffer.from(end.frontier)}, note = ${end.note}
    )
    insert into record_entry (number, leaf, item, secret, at, recorded, changes)
    select ${first}::bigint + n - 1, leaf, item, secret, at, recorded, changes
    from unnest(
      ${hashes(entries.map(({ leaf }) => leaf))}::bytea[], ${entries.map(({ item }) => item)}::text[],
      ${hashes(entries.map(({ secret }) => secret))}::bytea[],
      ${entries.map(({ item, at }) => (item === null ? null : at))}::bigint[],
      ${changed(({ recorded }) => recorded)}::bigint[], ${changed(({ changes }) => changes)}::integer[]
    ) with ordinality as t(leaf, item, secret, at, recorded, changes, n)`.execute(db);
}
