import { parser } from '@prometheus-io/lezer-promql';
import { freePorts } from '@tallystick/store/free-ports.testing';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { expressions, read } from './alert-files.testing.ts';
import { type Measured, readMeasured } from './read-measured.testing.ts';
import { type RealServers, startRealServers } from './real-servers.testing.ts';
import { startSpanReceiver } from './span-receiver.testing.ts';

// The real servers, with somebody who takes their spans and reads what they measure; their mail server is away.

let receiver: Awaited<ReturnType<typeof startSpanReceiver>>;
let servers: RealServers;
let measured: Measured;
beforeAll(async () => {
  receiver = await startSpanReceiver();
  const [ofSite = 0, ofLedger = 0, nothing] = await freePorts(3);
  servers = await startRealServers({
    OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url,
    SITE_METRICS_PORT: String(ofSite),
    METRICS_PORT: String(ofLedger),
    SMTP_URL: `smtp://127.0.0.1:${nothing}`,
  });
  measured = await readMeasured(servers, [ofSite, ofLedger]);
});
afterAll(async () => {
  await servers.close();
  await receiver.close();
});

/** Prometheus's own. */
const ownOfPrometheus = ['up'];
const itsLabels = ['job', 'instance'];

/** Names and labels of what an expression asks for; throws where it is not PromQL. */
function askedBy(expr: string): { name: string; labels: string[] }[] {
  // Grafana puts in a range.
  const text = expr.replaceAll('$__rate_interval', '5m');
  const found: { name: string; labels: string[] }[] = [];
  parser.parse(text).iterate({
    enter({ name, from, to, type }) {
      const part = text.slice(from, to);
      if (type.isError) throw new Error(`not PromQL at ${from}: ${text}`);
      if (name === 'Identifier') found.push({ name: part, labels: [] });
      if (name === 'LabelName') found.at(-1)?.labels.push(part);
    },
  });
  return found;
}

describe('the alerts and the dashboard', () => {
  it.each(expressions)('%s asks for what the servers measure: %s', (_name, expr) => {
    const asked = askedBy(expr);
    expect(asked).not.toEqual([]);
    for (const { name, labels } of asked) {
      if (ownOfPrometheus.includes(name)) continue;
      expect([...measured.series.keys()]).toContain(name);
      for (const label of labels) {
        if (itsLabels.includes(label)) continue;
        expect([...(measured.series.get(name) ?? [])]).toContain(label);
      }
    }
  });

  it('says of each metric of ours what it is', () => {
    const page = read('docs/observation.md');
    const ours = measured.named.filter((name) => !/^(process|nodejs)_/.test(name));
    expect(ours.length).toBeGreaterThan(10);
    expect(ours.filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
  });
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
  for (const path of ['/ready', '/health']) {
    const asked = await fetch(`${servers.ledger}${path}`);
    expect(asked.headers.get('x-trace-id')).toMatch(/^[0-9a-f]{32}$/);
  }
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
  // Spans arrive in the order in which they ended. What a load balancer asks would be most of them.
  expect(receiver.spans.filter(({ name }) => /ready|health/.test(name))).toEqual([]);
});
