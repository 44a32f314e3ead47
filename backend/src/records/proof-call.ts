import { type RecordProof, recordProofSchema } from '@tallystick/shared/contracts/record-proof';
import type { Statement } from '@tallystick/store/connections';
import { proveInclusion } from '@tallystick/tile-log/inclusion';
import { openTiledTree } from '@tallystick/tile-log/tiles';
import { hashSize } from '@tallystick/tile-log/tree';
import { verifierKey } from '@tallystick/tile-log/verifier-key';
import type { StoredTransfer } from '../ledger/transfer-row.ts';
import { jsonSchema, type RoutePlugin } from '../service/json-schema.ts';
import { ledgerCall } from '../service/ledger-call.ts';
import type { Store } from '../store/store.ts';
import { aboutTransfer } from '../transfers/schemas.ts';
import { byId } from '../transfers/transfer-details.ts';
import { type EntryRow, entryIn, sealedIn } from './proven-transfer.ts';
import { readTiles } from './read-log.ts';

/** A transfer with its newest entry, as of one moment. */
const asked: Statement = {
  name: 'record proof',
  text: `
    select l.size, l.note, t.item, t.trxn, t.stat, t.form, t.sort, t.crts, t.cred, t.cred_kind, t.debt,
      t.vars, e.number, e.at, coalesce(e.recorded, e.at) as recorded, coalesce(e.changes, 0) as changes,
      e.secret
    from record_log l
    left join (${byId}) as t on true
    left join record_entry e on e.item = coalesce(t.item, $1)`,
};

type Nothing<Row> = { [Column in keyof Row]: null };
type Found = { size: number; note: string } & (StoredTransfer | Nothing<StoredTransfer>) &
  (EntryRow | Nothing<EntryRow>);

/** What proves a transfer as the ledger has it, or that it has no place in the log. */
async function findProof(
  { query, recordKey }: Pick<Store, 'query' | 'recordKey'>,
  item: string,
): Promise<RecordProof | undefined> {
  const [found] = await query<Found>(asked, [item]);
  if (found === undefined || (found.item === null && found.number === null)) return undefined;
  const { signer } = await recordKey();
  const read = readTiles(query);
  // Hashes that are lost count as zeros: the log was changed, and whoever checks the proof says so.
  const tree = openTiledTree(found.size, async (tile) =>
    Buffer.concat([await read(tile)], tile.width * hashSize),
  );
  const isThere = found.number !== null && found.number < found.size;
  const path = isThere ? await proveInclusion(tree, found.number) : [];
  return {
    key: verifierKey(signer),
    checkpoint: found.note,
    transfer: found.item === null ? null : sealedIn(found),
    entry: found.number === null ? null : entryIn(found, found.item === null ? null : found),
    path: path.map((hash) => Buffer.from(hash).toString('base64')),
  };
}

const proof = (store: Pick<Store, 'query' | 'recordKey'>) =>
  ledgerCall({
    ...aboutTransfer,
    path: '/records/proof',
    summary: 'What proves a transfer to be as it was recorded',
    tags: ['records'],
    finds: jsonSchema(recordProofSchema, {
      key: 'Who signs the log: name+hash+key (C2SP signed-note).',
      checkpoint: 'A signed note (C2SP tlog-checkpoint).',
      path: 'Hashes beside the way from the entry to the root, the lowest first, in base64.',
    }),
    find: (_, { item }) => findProof(store, item),
  });

/** The call that proves a transfer. */
export const recordProof: RoutePlugin<{ store: Pick<Store, 'query' | 'recordKey'> }> = async (
  app,
  { store },
) => {
  await app.register(proof(store), { store });
};
