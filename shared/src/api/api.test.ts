// @vitest-environment jsdom
import type { ServerResponse } from 'node:http';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Heard, reply, startLocalService } from './local-service.testing.ts';

const row = {
  item: 'otc-000001',
  trxn: 'tx-1',
  stat: 6,
  feat: { form: 'asset', sort: 'transfer' },
  crts: 1_300_000_000_000,
  cred: 'otc-35',
  debt: 'otc-7',
};
const detail = {
  item: 'otc-000001',
  trxn: 'tx-1',
  status: 6,
  created: 1_300_000_000_000,
  feat: { form: 'asset', sort: 'transfer' },
  credit: { name: 'Creator 35', item: 'otc-35', kind: 'creator' },
  debit: { name: 'User 7', item: 'otc-7', kind: 'user' },
};

let answer: (heard: Heard, response: ServerResponse) => void;
let service: Awaited<ReturnType<typeof startLocalService>>;

beforeEach(async () => {
  service = await startLocalService((heard, response) => answer(heard, response));
  serve({});
});
afterEach(async () => {
  vi.resetModules();
  sessionStorage.clear();
  await service.close();
});

/** Serves the page, with more settings. */
function serve(changed: object): void {
  const configuration = {
    productName: 'Tallystick',
    siteMode: 'main',
    ledgerUrl: service.url,
    ledgerToken: 'public-local',
    live: { appId: 'ledger-local', apiKey: 'live-local' },
    identity: { apiKey: 'key', authDomain: 'localhost', projectId: 'local' },
    ...changed,
  };
  document.head.innerHTML = `<script type="application/json" id="site-configuration">${JSON.stringify(configuration)}</script>`;
}

async function theLedger() {
  const { ledger } = await import('@tallystick/shared/api');
  return ledger;
}

describe('the lists', () => {
  it.each([
    ['latestTransfers', '/transfers/list/latest'],
    ['transfers', '/transfers/list/data'],
    ['assets', '/assets/list/data'],
  ] as const)('%s asks %s for a page of ten', async (name, path) => {
    answer = (_, response) =>
      reply(response, 200, { data: { list: [row], count: 1, sequence: 3 } });
    const ledger = await theLedger();
    await expect(ledger[name]({ index: 2 })).resolves.toEqual({
      ok: true,
      code: 200,
      data: { list: [row], count: 1, sequence: 3 },
    });
    expect(service.heard).toMatchObject([{ path, body: { data: { index: 2, items: 10 } } }]);
  });

  it.each([
    ['transfersOfCreator', '/transfers/list/creator'],
    ['transfersOfConsumer', '/transfers/list/consumer'],
    ['transfersOfUser', '/transfers/list/user'],
  ] as const)('%s asks %s for the party, with the search', async (name, path) => {
    answer = (_, response) => reply(response, 200, { data: { list: [], count: 0, sequence: 12 } });
    const ledger = await theLedger();
    await expect(ledger[name]({ party: 'otc-35', index: 1, search: 'gold' })).resolves.toEqual({
      ok: true,
      code: 200,
      data: { list: [], count: 0, sequence: 12 },
    });
    expect(service.heard).toMatchObject([
      {
        path,
        body: { data: { user: 'otc-35', index: 1, items: 10, filters: { search: 'gold' } } },
      },
    ]);
  });

  it('send no filter for an empty search', async () => {
    answer = (_, response) => reply(response, 200, { data: { list: [], count: 0, sequence: 0 } });
    await (await theLedger()).transfers({ index: 1, search: '' });
    expect(service.heard[0]?.body).toEqual({ data: { index: 1, items: 10 } });
  });
});

describe('transfer and transferData', () => {
  it('ask for the details by item', async () => {
    answer = (_, response) => reply(response, 200, { data: detail });
    await expect((await theLedger()).transfer('otc-000001')).resolves.toEqual({
      ok: true,
      code: 200,
      data: detail,
    });
    expect(service.heard).toMatchObject([
      { path: '/transfers/details', body: { data: { item: 'otc-000001' } } },
    ]);
  });

  it('ask for the variables by item', async () => {
    const vars = [{ name: 'rating', memo: 'of trust', data: 3 }];
    answer = (_, response) => reply(response, 200, { data: { vars } });
    await expect((await theLedger()).transferData('otc-000001')).resolves.toEqual({
      ok: true,
      code: 200,
      data: { vars },
    });
    expect(service.heard[0]?.path).toBe('/transfers/data/details');
  });
});

describe('neighbours and activity', () => {
  const neighbours = {
    credit: { earlier: { item: 'otc-1', trxn: null, crts: 5 }, later: null },
    debit: { earlier: null, later: { item: 'otc-3', trxn: 'tx-3', crts: 9 } },
  };

  it('asks for what stands beside a transfer', async () => {
    answer = (_, response) => reply(response, 200, { data: neighbours });
    await expect((await theLedger()).neighbours('otc-2')).resolves.toEqual({
      ok: true,
      code: 200,
      data: neighbours,
    });
    expect(service.heard).toMatchObject([
      { path: '/transfers/neighbours', body: { data: { item: 'otc-2' } } },
    ]);
  });

  const activity = {
    bars: [{ start: 0, kinds: { asset: 1, data: 0 }, statuses: [0, 0, 0, 0, 0, 0, 1, 0, 0, 0] }],
    unit: 'day',
    each: 1,
    days: 30,
    newest: 0,
    sequence: 4,
  };

  it.each([
    [{ range: 'all', shortest: true }, { among: [7, 30, 90, 365] }],
    [{ range: 'all' }, {}],
    [{ range: '30' }, { days: 30 }],
    [
      { range: '7', party: { kind: 'checker', id: 'p-1' } },
      { days: 7, party: { kind: 'checker', user: 'p-1' } },
    ],
  ] as const)('asks for the activity of %o', async (query, data) => {
    answer = (_, response) => reply(response, 200, { data: activity });
    await expect((await theLedger()).activity(query)).resolves.toEqual({
      ok: true,
      code: 200,
      data: activity,
    });
    expect(service.heard).toMatchObject([{ path: '/transfers/activity', body: { data } }]);
  });

  it('takes no activity with a status too few', async () => {
    const short = { ...activity, bars: [{ ...activity.bars[0], statuses: [1] }] };
    answer = (_, response) => reply(response, 200, { data: short });
    await expect((await theLedger()).activity({ range: 'all' })).resolves.toMatchObject({
      ok: false,
    });
  });
});

describe('filters', () => {
  const filters = { form: 'asset', stat: [6, 7], from: '2026-01-01', credit: 'p-1' } as const;

  it('go with a list, beside its search', async () => {
    answer = (_, response) => reply(response, 200, { data: { list: [], count: 0, sequence: 0 } });
    const ledger = await theLedger();
    await ledger.transfers({ index: 1, search: 'gold', filters });
    await ledger.transfersOfUser({ party: 'p-2', index: 1, filters: {} });
    expect(service.heard.map(({ body }) => body)).toEqual([
      { data: { index: 1, items: 10, filters: { search: 'gold', ...filters } } },
      { data: { user: 'p-2', index: 1, items: 10 } },
    ]);
  });

  it('go with an export', async () => {
    answer = (_, response) => response.writeHead(200).end();
    const query = { list: 'all', format: 'csv', filters } as const;
    await (await theLedger()).exportTransfers(query, new AbortController().signal);
    expect(service.heard[0]?.body).toEqual({ data: { list: 'all', format: 'csv', filters } });
  });

  it('go with a summary, which is read', async () => {
    const data = {
      count: 1,
      first: 5,
      last: 5,
      forms: { asset: 1, data: 2 },
      statuses: [0, 0, 0, 0, 0, 0, 1, 0, 0, 3],
      sequence: 4,
    };
    answer = (_, response) => reply(response, 200, { data });
    const ledger = await theLedger();
    const scope = { list: 'creator', party: 'p-1', filters: { to: '2026-01-31' } } as const;
    await expect(ledger.summary(scope)).resolves.toEqual({ ok: true, code: 200, data });
    await ledger.summary({ list: 'all' });
    expect(service.heard).toMatchObject([
      {
        path: '/transfers/summary',
        body: { data: { list: 'creator', user: 'p-1', filters: { to: '2026-01-31' } } },
      },
      { path: '/transfers/summary', body: { data: { list: 'all' } } },
    ]);
  });
});

describe('counterparties and search', () => {
  it('asks with whom a party has most transfers', async () => {
    const data = {
      list: [{ kind: 'user', id: 'p-2', name: 'Ann', count: 3 }],
      of: 4,
      whole: true,
    };
    answer = (_, response) => reply(response, 200, { data });
    await expect((await theLedger()).counterparties('checker', 'p-1')).resolves.toEqual({
      ok: true,
      code: 200,
      data,
    });
    expect(service.heard).toMatchObject([
      { path: '/parties/counterparties', body: { data: { kind: 'checker', user: 'p-1' } } },
    ]);
  });

  it.each([
    [null],
    [{ to: 'transfer', item: 'otc-000001', trxn: null }],
    [{ to: 'party', kind: 'creator', id: 'p-1' }],
  ])('searches, and finds exactly %j', async (exact) => {
    const named = { ...row, credit: { name: 'Mint', kind: 'creator' }, debit: { name: 'Ann' } };
    const parties = [{ id: 'p-2', name: 'Ann', kinds: ['user'] }];
    const data = { exact, parties, transfers: [named] };
    answer = (_, response) => reply(response, 200, { data });
    await expect((await theLedger()).search('an')).resolves.toEqual({ ok: true, code: 200, data });
    expect(service.heard).toMatchObject([{ path: '/search', body: { data: { text: 'an' } } }]);
  });
});

describe('exportTransfers', () => {
  const { signal } = new AbortController();

  it('hands the bytes of the answer through', async () => {
    answer = (_, response) => response.writeHead(200).end('item,trxn\r\n');
    const query = { list: 'creator', party: 'p-1', search: 'gold', format: 'csv' } as const;
    const opened = await (await theLedger()).exportTransfers(query, signal);
    expect(opened.ok && (await new Response(opened.data).text())).toBe('item,trxn\r\n');
    expect(service.heard).toMatchObject([
      {
        path: '/transfers/export',
        headers: { authorization: 'public-local' },
        body: {
          data: { list: 'creator', user: 'p-1', format: 'csv', filters: { search: 'gold' } },
        },
      },
    ]);
  });

  it('sends neither a party nor a search where there is none', async () => {
    answer = (_, response) => response.writeHead(200).end();
    await (await theLedger()).exportTransfers(
      { list: 'all', format: 'ndjson', search: '' },
      signal,
    );
    expect(service.heard[0]?.body).toEqual({ data: { list: 'all', format: 'ndjson' } });
  });

  it('says why it is refused', async () => {
    answer = (_, response) => reply(response, 503, { code: 503, error: 'Too many exports.' });
    const query = { list: 'all', format: 'csv' } as const;
    expect(await (await theLedger()).exportTransfers(query, signal)).toEqual({
      ok: false,
      code: 503,
      error: 'Too many exports.',
    });
    await service.close();
    expect(await (await theLedger()).exportTransfers(query, signal)).toEqual({
      ok: false,
      code: 0,
      error: 'The ledger service cannot be reached.',
    });
  });

  it('fails in the middle if the answer does', async () => {
    answer = (_, response) => {
      response.writeHead(200);
      response.write('item,', () => response.destroy());
    };
    const opened = await (await theLedger()).exportTransfers(
      { list: 'all', format: 'csv' },
      signal,
    );
    await expect(opened.ok && new Response(opened.data).text()).rejects.toThrow();
  });
});

describe('party', () => {
  it.each([
    ['creator', 'issuer'],
    ['consumer', 'caller'],
    ['checker', 'verifier'],
  ] as const)('asks for a %s at the service %s', async (kind, srvc) => {
    const data = { name: 'Somebody', kinds: ['user', kind] };
    answer = (_, response) => reply(response, 200, { data });
    await expect((await theLedger()).party(kind, 'p-1')).resolves.toEqual({
      ok: true,
      code: 200,
      data,
    });
    expect(service.heard).toMatchObject([
      { path: '/teams/details', body: { data: { user: 'p-1' }, srvc } },
    ]);
  });

  it('asks for a user without a service, and does without the kinds', async () => {
    answer = (_, response) => reply(response, 200, { data: { name: 'Ann' } });
    const found = await (await theLedger()).party('user', 'p-1');
    expect(found).toEqual({ ok: true, code: 200, data: { name: 'Ann', kinds: [] } });
    expect(service.heard).toMatchObject([
      { path: '/users/details', body: { data: { user: 'p-1' } } },
    ]);
    expect(service.heard[0]?.body).not.toHaveProperty('srvc');
  });
});

describe('sign-in codes', () => {
  it('createCode sends the e-mail with the memo and gives the code transaction', async () => {
    answer = (_, response) => reply(response, 201, { data: { trxn: 'c-1' } });
    await expect((await theLedger()).createCode('ann@example.org')).resolves.toEqual({
      ok: true,
      code: 201,
      data: { trxn: 'c-1', validFor: 300, resendAfter: 60, triesLeft: 5 },
    });
    expect(service.heard).toMatchObject([
      {
        path: '/sandbox/code.create',
        body: { data: { user: 'ann@example.org', memo: 'Tallystick sandbox sign-in' } },
      },
    ]);
  });

  it('createCode takes the limits that the service tells', async () => {
    const data = { trxn: 'c-1', validFor: 120, resendAfter: 30, triesLeft: 3 };
    answer = (_, response) => reply(response, 200, { data });
    await expect((await theLedger()).createCode('ann@example.org')).resolves.toMatchObject({
      data,
    });
  });

  it('createCode fails without a code transaction', async () => {
    answer = (_, response) => reply(response, 200, { data: { trxn: '' } });
    await expect((await theLedger()).createCode('ann@example.org')).resolves.toMatchObject({
      ok: false,
      code: 200,
      retryAfter: null,
    });
  });

  it('checkCode is true for a good code', async () => {
    answer = (_, response) => reply(response, 200, { data: true });
    const check = { email: 'ann@example.org', trxn: 'c-1', code: '123456', attempt: 'a' };
    await expect((await theLedger()).checkCode(check)).resolves.toEqual({
      ok: true,
      code: 200,
      data: true,
    });
    expect(service.heard).toMatchObject([
      {
        path: '/sandbox/code.check',
        body: { data: { user: 'ann@example.org', trxn: 'c-1', code: '123456', attempt: 'a' } },
      },
    ]);
  });

  it.each([
    [200, { data: false }],
    [202, { data: true }],
    [403, { code: 403, error: 'This code is not valid.', data: false }],
  ])('checkCode fails with status %d and %j', async (status, body) => {
    answer = (_, response) => reply(response, status, body);
    const check = { email: 'ann@example.org', trxn: 'c-1', code: '123456', attempt: 'a' };
    await expect((await theLedger()).checkCode(check)).resolves.toMatchObject({
      ok: false,
      code: status,
    });
  });

  it.each([
    [{ triesLeft: 2 }, { triesLeft: 2, retryAfter: null }],
    [{ retryAfter: 40 }, { triesLeft: null, retryAfter: 40 }],
    [
      { triesLeft: -1, retryAfter: '40' },
      { triesLeft: null, retryAfter: null },
    ],
    [{}, { triesLeft: null, retryAfter: null }],
  ])('a refusal with %j tells %j', async (told, read) => {
    answer = (_, response) =>
      reply(response, 403, { code: 403, error: 'Wrong.', data: false, ...told });
    const check = { email: 'ann@example.org', trxn: 'c-1', code: '123456', attempt: 'a' };
    await expect((await theLedger()).checkCode(check)).resolves.toEqual({
      ok: false,
      code: 403,
      error: 'Wrong.',
      ...read,
    });
  });
});

describe('errors', () => {
  it('carry the sentence of the service', async () => {
    answer = (_, response) => reply(response, 404, { code: 404, error: 'No such transfer.' });
    await expect((await theLedger()).transfer('nobody')).resolves.toEqual({
      ok: false,
      code: 404,
      error: 'No such transfer.',
    });
  });

  it('have a sentence of their own if the service sent none', async () => {
    answer = (_, response) => reply(response, 500, {});
    await expect((await theLedger()).transfer('x')).resolves.toEqual({
      ok: false,
      code: 500,
      error: 'The ledger service refused the call (status 500).',
    });
  });

  it('are values when an answer does not fit its contract', async () => {
    answer = (_, response) => reply(response, 200, { data: { list: [{ item: 1 }], count: 1 } });
    await expect((await theLedger()).transfers({ index: 1 })).resolves.toEqual({
      ok: false,
      code: 200,
      error: 'The ledger service gave an answer that does not fit.',
    });
  });

  it('reject only when the caller aborts', async () => {
    const leaving = new AbortController();
    answer = () => leaving.abort();
    await expect((await theLedger()).transfers({ index: 1 }, leaving.signal)).rejects.toMatchObject(
      { name: 'AbortError' },
    );
  });
});

describe('call', () => {
  it('gives any call of the service, status merged in', async () => {
    answer = (_, response) => reply(response, 200, { data: { anything: 1 } });
    const { call } = await import('@tallystick/shared/api');
    await expect(call('some/other/call', { data: { a: 1 } })).resolves.toEqual({
      code: 200,
      data: { anything: 1 },
    });
    expect(service.heard[0]?.headers.authorization).toBe('public-local');
  });
});

describe('where lists come from a replica', () => {
  const page = (sequence: number) => ({ data: { list: [row], count: 1, sequence } });

  it('says with each call what the tab was shown, also after the page was loaded again', async () => {
    serve({ ledgerReplica: true });
    const heard: unknown[] = [];
    const sequences = [7, 5, 9];
    answer = ({ body }, response) => {
      heard.push(body);
      reply(response, 200, page(sequences.shift() ?? 0));
    };
    const first = await theLedger();
    await first.transfers({ index: 1 });
    await first.transfers({ index: 1 });
    vi.resetModules();
    const again = await theLedger();
    await again.transfers({ index: 1 });
    const { noteSeen } = await import('../storage/seen.ts');
    noteSeen(12);
    await again.transferData('otc-000001');
    expect(heard).toEqual([
      { data: { index: 1, items: 10 }, seen: 0 },
      { data: { index: 1, items: 10 }, seen: 7 },
      { data: { index: 1, items: 10 }, seen: 7 },
      { data: { item: 'otc-000001' }, seen: 12 },
    ]);
  });

  it('says nothing of it elsewhere', async () => {
    const heard: unknown[] = [];
    answer = ({ body }, response) => {
      heard.push(body);
      reply(response, 200, page(7));
    };
    const ledger = await theLedger();
    await ledger.transfers({ index: 1 });
    await ledger.transfers({ index: 1 });
    expect(heard).toEqual([{ data: { index: 1, items: 10 } }, { data: { index: 1, items: 10 } }]);
  });
});
