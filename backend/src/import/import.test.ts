import { sql } from 'kysely';
import { expect, it } from 'vitest';
import type { Store } from '../store/store.ts';
import { testStores } from '../store/test-stores.testing.ts';
import { importLines } from './import-lines.ts';
import { openStream } from './source.ts';
import { storeTarget } from './target.ts';

const creator = '{"record":"party","kind":"creator","id":"nwu","name":"Northwind University"}';
const user = '{"record":"party","kind":"user","id":"amara","name":"Amara Okafor"}';
const transfer = (item: string, stat = 6) =>
  `{"record":"transfer","item":"${item}","trxn":"aa11","stat":${stat},"feat":{"form":"asset","sort":"transfer"},"crts":1453684324000,"cred":"nwu","debt":"amara","vars":[{"name":"rating","memo":"Trust","data":"2"}]}`;

async function importText(store: Store, lines: string[]) {
  const bytes = async function* () {
    yield Buffer.from(lines.join('\n'));
  };
  const bad: string[] = [];
  const { report, problem } = await importLines(
    openStream(bytes(), 'The input').lines,
    storeTarget(store),
    { onBad: ({ line, reason }) => bad.push(`${line}: ${reason}`) },
  );
  return { parties: report.parties, transfers: report.transfers, bad, problem };
}

const events = async ({ db }: Store) => {
  const { rows } = await sql<{ event: string }>`
    select operation || ' ' || item || ' ' || (doc ->> 'stat') as event from event order by id`.execute(
    db,
  );
  return rows.map(({ event }) => event);
};

const openTestStore = testStores();
it('records a ledger once: run again, nothing is new and nothing is told', async () => {
  const store = await openTestStore();
  const lines = [creator, user, transfer('t-1'), transfer('t-2')];
  expect(await importText(store, lines)).toEqual({
    parties: { inserted: 2, updated: 0, unchanged: 0 },
    transfers: { inserted: 2, updated: 0, unchanged: 0 },
    bad: [],
    problem: undefined,
  });
  expect(await importText(store, lines)).toMatchObject({
    parties: { inserted: 0, updated: 0, unchanged: 2 },
    transfers: { inserted: 0, updated: 0, unchanged: 2 },
  });
  expect(await events(store)).toEqual(['insert t-1 6', 'insert t-2 6']);
  await store.close();
});

it('changes what differs, and tells of it', async () => {
  const store = await openTestStore();
  await importText(store, [creator, user, transfer('t-1', 1), transfer('t-2')]);
  const again = [creator, user.replace('Okafor', 'Obi'), transfer('t-1', 6), transfer('t-2')];
  expect(await importText(store, again)).toMatchObject({
    parties: { inserted: 0, updated: 1, unchanged: 1 },
    transfers: { inserted: 0, updated: 1, unchanged: 1 },
  });
  expect(await events(store)).toEqual(['insert t-1 1', 'insert t-2 6', 'update t-1 6']);
  await store.close();
});

it('names bad lines by number and reason, and records the others', async () => {
  const store = await openTestStore();
  const outcome = await importText(store, [
    creator,
    'not JSON',
    user,
    '',
    transfer('t-1'),
    transfer('t-2').replace('amara', 'nobody'),
    transfer('t-3', 10),
    '{"record":"cheque"}',
    user.replace('user', 'king'),
    transfer('t-4'),
  ]);
  expect(outcome.bad.map((line) => line.split(' ')[0])).toEqual(['2:', '6:', '7:', '8:', '9:']);
  expect(outcome.bad[0]).toBe('2: is not JSON');
  expect(outcome.bad[1]).toContain('user nobody');
  expect(outcome.bad[2]).toContain('stat');
  expect(await events(store)).toEqual(['insert t-1 6', 'insert t-4 6']);
  await store.close();
});
