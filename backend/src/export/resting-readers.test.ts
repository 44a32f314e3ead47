import { request } from 'node:http';
import { readByValibot } from '@tallystick/guard/request-schemas';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { recordBatch } from '../ledger/record.ts';
import { errorSchema } from '../service/answers.ts';
import { openTestService } from '../service/service.testing.ts';
import type { Store } from '../store/store.ts';
import { testStores } from '../store/test-stores.testing.ts';
import { exportList } from './export.ts';

/** A store whose list begins again and again: no buffer on the way can hold it. */
async function fillEndless(store: Store): Promise<Store> {
  await recordBatch(store, [
    { record: 'party', kind: 'creator', id: 'a', name: 'A' },
    { record: 'party', kind: 'user', id: 'b', name: 'B' },
    ...Array.from({ length: 500 }, (_, n) => ({
      record: 'transfer' as const,
      item: `x${n}`,
      trxn: null,
      stat: 6,
      feat: { form: 'asset' as const, sort: 'transfer' },
      crts: n,
      cred: 'a',
      debt: 'b',
      vars: [{ name: 'long', memo: '', data: 'x'.repeat(2_000) }],
    })),
  ]);
  return {
    ...store,
    openSnapshot: async () => {
      const { query, release } = await store.openSnapshot();
      return {
        // Names are asked for by lists.
        query: (statement, values) =>
          query(statement, Array.isArray(values[0]) ? values : ['1000000', '', ...values.slice(2)]),
        release,
      };
    },
  };
}

/** Asks for an export and reads nothing of the answer; returns the way out. */
function beginToRead(address: string): Promise<() => void> {
  return new Promise((resolve, reject) => {
    const asking = request(`${address}/transfers/export`, {
      method: 'POST',
      headers: { authorization: 'test-token', 'content-type': 'application/json' },
    });
    const leave = () =>
      asking
        .removeListener('error', reject)
        .on('error', () => {})
        .destroy();
    asking.on('error', reject).on('response', () => resolve(leave));
    asking.end('{"data":{"list":"all","format":"csv"}}');
  });
}

function connectionsOf({ server }: FastifyInstance): Promise<number> {
  return new Promise((resolve, reject) => {
    server.getConnections((error, count) => (error ? reject(error) : resolve(count)));
  });
}

const openTestStore = testStores();
describe('a reader of an export who rests', () => {
  let store: Store;
  beforeAll(async () => {
    store = await fillEndless(await openTestStore());
  });
  afterAll(() => store.close());

  it('is given up after a while, and no more is read for it than the way to it holds', async () => {
    const app = Fastify();
    app.setValidatorCompiler(readByValibot);
    app.addSchema(errorSchema);
    let read = 0;
    const counted: Pick<Store, 'openSnapshot' | 'recordKey'> = {
      recordKey: store.recordKey,
      openSnapshot: async () => {
        const snapshot = await store.openSnapshot();
        return {
          ...snapshot,
          query: (statement, values) => {
            read += 1;
            return snapshot.query(statement, values);
          },
        };
      },
    };
    await app.register(exportList, {
      store: counted,
      product: 'Tallystick',
      idleTimeoutMs: 1_000,
    });
    const leave = await beginToRead(await app.listen({ host: '127.0.0.1', port: 0 }));
    await expect.poll(() => connectionsOf(app)).toBe(0);
    // A megabyte each.
    expect(read).toBeLessThan(25);
    leave();
    await app.close();
  });

  it('takes no more than two places, and gives them back', async () => {
    const service = await openTestService(store);
    const address = await service.app.listen({ host: '127.0.0.1', port: 0 });
    const payload = { data: { list: 'user', user: 'nobody', format: 'csv' } };
    const headers = { authorization: 'test-token' };
    const url = '/transfers/export';
    const answer = () => service.app.inject({ method: 'POST', url, headers, payload });
    const ask = async () => (await answer()).statusCode;
    const one = await beginToRead(address);
    expect(await ask()).toBe(200);
    const other = await beginToRead(address);
    expect((await answer()).json()).toEqual({
      code: 429,
      error: 'Exports of yours are being made. Please wait until one is done.',
    });
    one();
    await expect.poll(ask).toBe(200);
    other();
    await service.close();
  });

  it('does not hold up the end of the service', async () => {
    const service = await openTestService(store);
    const leave = await beginToRead(await service.app.listen({ host: '127.0.0.1', port: 0 }));
    await service.close();
    leave();
  });
});
