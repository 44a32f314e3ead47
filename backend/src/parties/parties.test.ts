import { partyKinds } from '@tallystick/shared/contracts/party';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { recordBatch } from '../ledger/record.ts';
import { openTestService, type TestService } from '../service/service.testing.ts';
import type { Store } from '../store/store.ts';
import { testStores } from '../store/test-stores.testing.ts';

const openTestStore = testStores();
describe('parties', () => {
  let store: Store;
  let service: TestService;
  beforeAll(async () => {
    store = await openTestStore();
    await recordBatch(
      store,
      [
        ...partyKinds.map((kind) => ({ kind, id: 'p/1' })),
        ...(['creator', 'user'] as const).map((kind) => ({ kind, id: 'p/2' })),
      ].map(({ kind, id }) => ({ record: 'party', kind, id, name: `The ${kind}` })),
    );
    service = await openTestService(store);
  });
  afterAll(async () => {
    await service.close();
    await store.close();
  });

  it.each([
    ['/users/details', undefined, 'The user'],
    ['/teams/details', 'issuer', 'The creator'],
    ['/teams/details', 'caller', 'The consumer'],
    ['/teams/details', 'verifier', 'The checker'],
  ])('%s %s', async (path, srvc, name) => {
    expect(await service.call(path, { data: { user: 'p/1' }, srvc })).toEqual({
      status: 200,
      body: { data: { name, kinds: partyKinds } },
    });
    expect(await service.call(path, { data: { user: 'P/1' }, srvc })).toEqual({
      status: 404,
      body: { code: 404, error: 'There is no such party.' },
    });
  });

  it('are told with the kinds that the id has', async () => {
    expect(await service.call('/users/details', { data: { user: 'p/2' } })).toEqual({
      status: 200,
      body: { data: { name: 'The user', kinds: ['user', 'creator'] } },
    });
  });

  it.each([
    [{ data: { user: 'p/1' } }, 'The body must have srvc.'],
    [{ data: { user: 'p/1' }, srvc: 'bank' }, 'srvc must be one of: issuer, caller, verifier.'],
    [{ data: {}, srvc: 'issuer' }, 'data must have user.'],
    [{ data: { user: 7 }, srvc: 'issuer' }, 'data.user must be text.'],
    [{ data: { user: 'a\0' }, srvc: 'issuer' }, 'data.user is not well-formed text.'],
  ])('refuses %j', async (body, error) => {
    expect(await service.call('/teams/details', body)).toEqual({
      status: 400,
      body: { code: 400, error },
    });
  });
});
