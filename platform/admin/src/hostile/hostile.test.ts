import { attack } from '@tallystick/shared/testing/hostile/attack';
import { makeNoise, noises } from '@tallystick/shared/testing/hostile/noise';
import { type Route, routesOf } from '@tallystick/shared/testing/hostile/routes';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { manager, openTestAdmin, startChannel, type TestAdmin } from '../admin.testing.ts';

/** `HOSTILE_BODIES=10000` is the long run. */
const count = Number(process.env.HOSTILE_BODIES ?? '4');
const seed = Number(process.env.HOSTILE_SEED ?? '20261121');

const shell = '1.0.0-aaaaaaaaaaaa';
const note = '1.0.0-bbbbbbbbbbbb';
const later = '1.1.0-cccccccccccc';
const reason = 'because of this test';

const words = [
  ...[
    'production',
    'production',
    'shell',
    'mfe-note',
    'mfe-note',
    shell,
    note,
    later,
    '1',
    '2',
    '0',
  ],
  ...['kind', 'builds', 'reason', 'apps', 'to', 'recall', 'percent', 'revision', 'limit', 'before'],
  ...['app', 'name', 'scope', 'days', 'secret', 'channel', 'dryRun', 'index.html', 'routes.js'],
];
const examples = {
  '/v1/session': { secret: 'tsr_x' },
  '/v1/tokens': { name: 'ci', scope: { kind: 'publisher', app: 'mfe-note' }, days: 1 },
  '/v1/gc': { dryRun: true },
  '/v1/previews': { channel: 'production', builds: { 'mfe-note': later } },
  '/v1/channels/:channel/locks/:app': { reason },
  '/v1/channels/:channel/changes': {
    change: { kind: 'promote', builds: { 'mfe-note': null }, reason },
    seen: 1,
    dryRun: true,
  },
  '/v1/channels/:channel/preview': { kind: 'promote', builds: { 'mfe-note': later }, reason },
  '/v1/channels/:channel/revisions': {
    kind: 'canary',
    builds: { 'mfe-note': later },
    percent: 5,
    reason,
  },
  rollback: {
    kind: 'rollback',
    apps: ['mfe-note'],
    to: { 'mfe-note': note },
    recall: true,
    reason,
  },
  undo: { kind: 'undo', revision: 1, recall: false, reason },
};

let admin: TestAdmin;
let url = '';
let routes: Route[] = [];
beforeAll(async () => {
  ({ made: admin, routes } = await routesOf(() => openTestAdmin({ perAddress: 999_999_999 })));
  await admin.publish('shell', shell);
  await admin.publish('mfe-note', note);
  await admin.publish('mfe-note', later);
  await startChannel(admin, 'production', { shell, 'mfe-note': note });
  url = await admin.server.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => admin.close());

const bearer = (secret: string) => ({ authorization: `Bearer ${secret}` });

describe('the admin API and who means it harm', () => {
  it(`answers ${count} bodies for each of its routes, also those of a manager`, async () => {
    expect(routes.length).toBeGreaterThan(20);
    const trusted = bearer((await admin.token(manager)).secret);
    const publisher = await admin.token({ kind: 'publisher', app: 'mfe-note' });
    const { findings, answers } = await attack({
      url,
      routes,
      words,
      examples,
      callers: [
        {},
        trusted,
        { ...trusted, 'if-match': '"1"' },
        { ...trusted, 'if-match': '"2"' },
        bearer(publisher.secret),
      ],
      count,
      seed,
    });
    expect(findings).toEqual([]);
    if (count > 100) console.table(answers);
    const letIn = Object.values(answers).filter((statuses) => '200' in statuses);
    expect(letIn.length).toBeGreaterThan(8);
    expect((await fetch(`${url}/health`)).status).toBe(200);
    expect(await admin.registry.audit.verify()).toMatchObject({ ok: true });
  }, 3_600_000);

  it('takes an id with a null byte, which no database holds, for no id', async () => {
    const { secret } = await admin.token(manager);
    const answer = await fetch(`${url}/v1/tokens/a%00b`, {
      method: 'DELETE',
      headers: bearer(secret),
    });
    expect(answer.status).toBe(400);
  });

  it('closes on bytes that are no request', async () => {
    const port = Number(new URL(url).port);
    for (const noise of noises) {
      const status = await makeNoise(port, noise);
      expect([null, 400, 404, 408, 413, 414, 431, 505], noise.slice(0, 60)).toContain(status);
    }
    expect((await fetch(`${url}/health`)).status).toBe(200);
  });
});
