import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { readByValibot } from '@tallystick/guard/request-schemas';
import type { ExportFormat } from '@tallystick/shared/contracts/export';
import Fastify from 'fastify';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { recordBatch } from '../ledger/record.ts';
import { errorSchema } from '../service/answers.ts';
import type { Store } from '../store/store.ts';
import { testStores } from '../store/test-stores.testing.ts';
import { exportList } from './export.ts';

/** Three parts of a list, of which only the last one has what is searched for. */
async function fill(store: Store): Promise<void> {
  await recordBatch(store, [
    { record: 'party', kind: 'creator', id: 'a', name: 'A' },
    { record: 'party', kind: 'user', id: 'b', name: 'B' },
    ...Array.from({ length: 1_001 }, (_, n) => ({
      record: 'transfer' as const,
      item: n === 0 ? 'needle' : `x${n}`,
      trxn: null,
      stat: 6,
      feat: { form: 'asset' as const, sort: 'transfer' },
      crts: n,
      cred: 'a',
      debt: 'b',
      vars: [],
    })),
  ]);
}

const openTestStore = testStores();
describe('an export of a search whose hits are rare', () => {
  let store: Store;
  let closeService = async () => {};
  beforeAll(async () => {
    store = await openTestStore();
    await fill(store);
  });
  afterEach(async () => {
    vi.useRealTimers();
    await closeService();
  });
  afterAll(() => store.close());

  /** An export of which the ledger has not found the second part before `goOn`. */
  async function begin(format: ExportFormat, idleTimeoutMs?: number) {
    const { promise: found, resolve: goOn } = Promise.withResolvers<void>();
    const { promise: begun, resolve: hasBegun } = Promise.withResolvers<ServerResponse>();
    let parts = 0;
    const app = Fastify();
    app.setValidatorCompiler(readByValibot);
    app.addSchema(errorSchema);
    app.addHook('onRequest', async (_, { raw }) => hasBegun(raw));
    await app.register(exportList, {
      product: 'Tallystick',
      ...(idleTimeoutMs !== undefined && { idleTimeoutMs }),
      store: {
        recordKey: store.recordKey,
        openSnapshot: async () => {
          const { query, release } = await store.openSnapshot();
          return {
            query: async (statement, values) => {
              if (statement.name?.startsWith('export')) parts += 1;
              if (parts === 2) await found;
              return query(statement, values);
            },
            release,
          };
        },
      },
    });
    closeService = async () => {
      goOn();
      await app.close();
    };
    const address = await app.listen({ host: '127.0.0.1', port: 0 });
    const answer = fetch(`${address}/transfers/export`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ data: { list: 'all', format, filters: { search: 'needle' } } }),
    });
    return { answer, goOn, response: await begun };
  }

  it.each(['csv', 'ndjson'] as const)('begins before the first hit as %s', async (format) => {
    const { answer, goOn, response } = await begin(format);
    await expect.poll(() => response.headersSent).toBe(true);
    const begun = await answer;
    expect(begun.status).toBe(200);
    goOn();
    expect(await begun.text()).toContain('needle');
  });

  it('is whole though the reader gets no byte for longer than one may rest', async () => {
    const { answer, goOn, response } = await begin('csv', 50);
    await once(response, 'timeout');
    await once(response, 'timeout');
    goOn();
    expect(await (await answer).text()).toMatch(/^item,.*\r\nneedle,.*\r\n$/);
  });

  it('is whole though the ledger looks for longer than a reader may be slow', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
    const { answer, goOn } = await begin('csv');
    const { body } = await answer;
    vi.advanceTimersByTime(600_000);
    vi.useRealTimers();
    goOn();
    expect(await new Response(body).text()).toMatch(/^item,.*\r\nneedle,.*\r\n$/);
  });
});
