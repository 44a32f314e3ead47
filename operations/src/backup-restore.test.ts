import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { backUp } from '@tallystick/operations/backup';
import {
  emptyPlace,
  promote,
  releasesOf,
  removePlaces,
  withRegistry,
} from '@tallystick/operations/place.testing';
import { restore } from '@tallystick/operations/restore';
import type { Environment } from '@tallystick/settings/environment';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ownStores } from './own-stores.ts';
import { filledPlace, findingsOf, ledgerOf, record, withLedger } from './place.testing.ts';

// What a backup of any site is, the tests of platform/operations say; here is what the ledger brings.

const { signal } = new AbortController();
const fileOf = ({ DATA_DIR }: Environment) => `${DATA_DIR}.tar`;

async function write(place: Environment) {
  const written = await backUp(fileOf(place), place, ownStores, { signal, onProgress: () => {} });
  if (!written.ok) throw new Error(written.problem);
  return written.value;
}

/** A new place with what a backup of this one has. */
async function putBack(place: Environment): Promise<Environment> {
  const target = await emptyPlace();
  const options = { signal, onProgress: () => {}, onStage: () => {} };
  const restored = await restore(fileOf(place), target, ownStores, options);
  expect(restored).toMatchObject({ ok: true, value: { leftBehind: undefined } });
  return target;
}

afterAll(removePlaces);

describe('a backup of the ledger', () => {
  let place: Environment;
  let target: Environment;
  beforeAll(async () => {
    place = await filledPlace();
    await write(place);
    target = await putBack(place);
  });

  it('lets pages that have seen later events load anew', async () => {
    const eventsOf = (of: Environment) =>
      withLedger(of, ({ query }) =>
        query<{ id: number; item: string }>({ text: 'select id, item from event order by id' }, []),
      );
    const before = await eventsOf(place);
    const after = await eventsOf(target);
    expect(before.length).toBeGreaterThan(1_000);
    expect(after).toEqual([{ id: expect.any(Number), item: before.at(-1)?.item }]);
    expect(after[0]?.id).toBeGreaterThan(1_000_000_000);
  });

  it('is back in an empty place, and goes on', async () => {
    expect(await ledgerOf(target)).toEqual(await ledgerOf(place));
    expect(await releasesOf(target)).toEqual(await releasesOf(place));
    expect(await findingsOf(target)).toEqual([]);
    const keyOf = ({ DATA_DIR }: Environment) => readFile(join(DATA_DIR, 'service.key'), 'hex');
    expect(await keyOf(target)).toBe(await keyOf(place));
    // Numbers follow, and triggers count.
    await withLedger(target, (store) =>
      record(store, ['{"record":"party","kind":"user","id":"new","name":"New"}\n']),
    );
    expect(await findingsOf(target)).toEqual([]);
  });
});

it('is of one moment while the ledger and the registry are written', async () => {
  const place = await filledPlace();
  const writing = { goes: true };
  const writers = Promise.all([
    withLedger(place, async (store) => {
      for (let n = 0; writing.goes; n += 1) {
        const party = { record: 'party', kind: 'user', id: `late-${n}`, name: `Late ${n}` };
        const transfer = {
          ...{ record: 'transfer', item: `late-${n}`, trxn: null, stat: 1, crts: n, vars: [] },
          ...{ feat: { form: 'asset', sort: 'transfer' }, cred: 'nwu-114', debt: `late-${n}` },
        };
        await record(
          store,
          [party, transfer].map((one) => `${JSON.stringify(one)}\n`),
        );
      }
    }),
    withRegistry(place, async (registry) => {
      for (let n = 10; writing.goes; n += 1) await promote(registry, 'mfe-a', n);
    }),
  ]);
  const { channels } = await write(place);
  writing.goes = false;
  await writers;
  const target = await putBack(place);
  expect(await findingsOf(target)).toEqual([]);
  expect(await releasesOf(target)).toMatchObject({
    current: { revision: channels[0]?.revision },
    verified: { ok: true },
    problems: [],
  });
});
