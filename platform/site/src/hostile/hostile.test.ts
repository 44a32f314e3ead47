import { tabReportSchema } from '@tallystick/contract/release-news';
import { attack } from '@tallystick/shared/testing/hostile/attack';
import { makeNoise, noises } from '@tallystick/shared/testing/hostile/noise';
import { jsonSchemaOf, type Route, routesOf } from '@tallystick/shared/testing/hostile/routes';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  openTestRegistry,
  openTestSite,
  type TestRegistry,
  type TestSite,
} from '../site.testing.ts';

/** `HOSTILE_BODIES=10000` is the long run. */
const count = Number(process.env.HOSTILE_BODIES ?? '12');
const seed = Number(process.env.HOSTILE_SEED ?? '20261121');

const report = jsonSchemaOf(tabReportSchema);
const preview = {
  type: 'object',
  properties: { revision: { type: 'integer', minimum: 0 }, preview: { type: 'string' } },
};

let kept: TestRegistry;
let site: TestSite;
let url = '';
let routes: Route[] = [];
let words: string[] = [];
let examples: Record<string, unknown> = {};
beforeAll(async () => {
  kept = await openTestRegistry();
  ({ made: site, routes } = await routesOf(() => openTestSite(kept)));
  const { shell, note } = await site.release();
  words = [
    ...['shell', 'mfe-note', shell, note, 'main.js', 'routes.js', 'index.html', 'notes', '7', '1'],
    ...['ticket', 'tab', 'sequence', 'channel', 'revision', 'running', 'loads', 'failures', 'kind'],
  ];
  const running = { shell, 'mfe-note': note };
  const part = { app: 'mfe-note', build: note };
  examples = {
    '/releases/reports': {
      tab: 'b7d7c8f0-5a43-4d0b-9a8e-3e2f5d7c1a90',
      sequence: 1,
      channel: site.channel,
      revision: 1,
      running,
      loads: [{ ...part, took: 12 }],
      failures: [{ ...part, kind: 'render' }],
      steps: [{ app: 'mfe-note', from: note, to: null }],
      recovered: [part],
      leaving: false,
    },
  };
  url = await site.server.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(async () => {
  await site.server.close();
  await kept.close();
});

describe('the site server and who means it harm', () => {
  it(`answers ${count} requests to each of its routes, and gives back nothing as HTML`, async () => {
    expect(routes.length).toBeGreaterThan(5);
    const { findings, answers } = await attack({
      url,
      routes: [
        ...routes.map((route) =>
          route.path === '/releases/reports' ? { ...route, takes: { body: report } } : route,
        ),
        { method: 'GET', path: '/notes/:id', takes: { querystring: preview } },
        { method: 'GET', path: '/artifacts/mfe-note/:build/:file' },
      ],
      words,
      examples,
      callers: [{}, { accept: 'text/html', 'accept-encoding': 'br, gzip' }],
      count,
      seed,
    });
    expect(findings).toEqual([]);
    if (count > 100) console.table(answers);
    expect(answers['GET /notes/:id']).toHaveProperty('200');
    expect(answers['POST /releases/reports']).toHaveProperty('204');
    expect((await site.get('/notes/7')).statusCode).toBe(200);
  }, 3_600_000);

  it('closes on bytes that are no request', async () => {
    const port = Number(new URL(url).port);
    for (const noise of noises) {
      const status = await makeNoise(port, noise);
      expect([null, 200, 400, 404, 408, 413, 414, 431, 505], noise.slice(0, 60)).toContain(status);
    }
  });
});
