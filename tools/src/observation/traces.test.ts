import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type RealServers, startRealServers } from './real-servers.testing.ts';
import { startSpanReceiver } from './span-receiver.testing.ts';

let receiver: Awaited<ReturnType<typeof startSpanReceiver>>;
let servers: RealServers;
beforeAll(async () => {
  receiver = await startSpanReceiver();
  servers = await startRealServers({ OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url });
});
afterAll(async () => {
  await servers.close();
  await receiver.close();
});

/** Makes this process a page that the site server has served; answers the trace of that request. */
async function openPage(): Promise<string> {
  const page = await fetch(`${servers.site}/`, { headers: { 'sec-fetch-dest': 'document' } });
  const entry = /traceparent;desc="([^"]+)"/.exec(page.headers.get('server-timing') ?? '')?.[1];
  class Timing {
    readonly serverTiming = [{ name: 'traceparent', description: entry }];
  }
  vi.stubGlobal('PerformanceNavigationTiming', Timing);
  vi.stubGlobal('performance', { getEntriesByType: () => [new Timing()], now: () => 0 });
  const configuration = { traces: true, ledgerUrl: servers.ledger, ledgerToken: 'public-local' };
  vi.doMock('@tallystick/shared/site', () => ({ siteConfiguration: () => configuration }));
  return page.headers.get('x-trace-id') ?? '';
}

const spansOf = (traceId: string) => receiver.spans.filter((span) => span.traceId === traceId);

it('is one trace from the page through its list call to the SQL statement', async () => {
  const served = await openPage();
  const { ledger } = await import('@tallystick/shared/api');
  const { beginTrace } = await import('@tallystick/shared/api/trace');
  expect((await ledger.latestTransfers({ index: 1 })).ok).toBe(true);
  await expect
    .poll(() => spansOf(served).map(({ name }) => name))
    .toEqual(expect.arrayContaining(['GET /*', 'POST /transfers/list/latest']));
  const spans = spansOf(served);
  const page = spans.find(({ name }) => name === 'GET /*');
  const call = spans.find(({ name }) => name === 'POST /transfers/list/latest');
  expect(page).toMatchObject({ service: 'tallystick-site', parentSpanId: undefined });
  expect(call).toMatchObject({
    service: 'tallystick-ledger',
    parentSpanId: page?.spanId,
    attributes: { 'http.response.status_code': '200' },
  });
  const sql = spans.filter(({ parentSpanId }) => parentSpanId === call?.spanId);
  expect(sql.length).toBeGreaterThan(0);
  for (const { service, attributes } of sql) {
    expect(service).toBe('tallystick-ledger');
    expect(attributes['db.query.text']).toMatch(/\bfrom\s+(transfer|tally|segment)\b/);
  }
  expect(receiver.problems).toEqual([]);

  // The log names the trace, too.
  await expect.poll(() => servers.logs.ledger).toContain(`"trace":"${served}"`);

  // The next navigation is another trace.
  beginTrace();
  await ledger.latestTransfers({ index: 1 });
  const calls = () => receiver.spans.filter(({ name }) => name === 'POST /transfers/list/latest');
  await expect.poll(calls).toHaveLength(2);
  expect(new Set(calls().map(({ traceId }) => traceId)).size).toBe(2);
});

it('records a request that says nothing of itself, and no values of a search', async () => {
  const answer = await fetch(`${servers.ledger}/transfers/list/latest`, {
    method: 'POST',
    headers: { authorization: 'public-local', 'content-type': 'application/json' },
    body: JSON.stringify({ data: { index: 1, items: 10, filters: { search: 'alice-secret' } } }),
  });
  const traceId = answer.headers.get('x-trace-id') ?? '';
  // It is the last to end.
  const names = () => spansOf(traceId).map(({ name }) => name);
  await expect.poll(names).toContain('POST /transfers/list/latest');
  expect(names().length).toBeGreaterThan(1);
  expect(JSON.stringify(receiver.spans)).not.toContain('alice-secret');
});
