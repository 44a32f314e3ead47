import type { TabReport } from '@tallystick/contract/release-news';
import { errors } from '@tallystick/registry/parts/errors/errors';
import { describe, expect, it } from 'vitest';
import type { TestRegistry, TestSite } from '../site.testing.ts';
import { siteForEach } from '../site-for-each.testing.ts';

const build = '1.0.0-aaaaaaaaaaaa';
const manager = { tokenId: 'house', name: 'Ann', scope: { kind: 'manager' } } as const;
const report: TabReport = {
  tab: 'b7d7c8f0-5a43-4d0b-9a8e-3e2f5d7c1a90',
  sequence: 1,
  channel: 'production',
  revision: 1,
  running: { shell: build, 'mfe-note': build },
  loads: [{ app: 'mfe-note', build: build }],
  failures: [],
  leaving: false,
};
const fromPage = { 'sec-fetch-site': 'same-origin', 'content-type': 'text/plain;charset=UTF-8' };

let kept: TestRegistry;
let site: TestSite;
siteForEach((...opened) => {
  [site, kept] = opened;
});

const send = (payload: string, headers: Record<string, string> = fromPage) =>
  site.server.inject({ method: 'POST', url: '/releases/reports', headers, payload });

describe('reports of tabs', () => {
  it.each([
    'text/plain;charset=UTF-8',
    'application/json',
    'application/octet-stream',
    'multipart/form-data',
  ])('are taken in as %s', async (type) => {
    const answer = await send(JSON.stringify(report), { ...fromPage, 'content-type': type });
    expect([answer.statusCode, answer.body]).toEqual([204, '']);
  });

  it.each([
    ['nothing', ''],
    ['no JSON', '{'],
    ['no report', '{}'],
    ['a build that is none', JSON.stringify({ ...report, running: { shell: '<b>' } })],
    ['a channel that is none', JSON.stringify({ ...report, channel: 'a\0b' })],
    ['half a character', JSON.stringify({ ...report, channel: '\ud800' })],
    ['a number beyond the store’s', JSON.stringify({ ...report, sequence: 1e300 })],
    ['a revision beyond the store’s', JSON.stringify({ ...report, revision: 2_147_483_648 })],
    ['without end', JSON.stringify(report).replace('"build"', '"took":1e999,"build"')],
    ['an app that is none', JSON.stringify({ ...report, running: { __proto__x: build } })],
  ])('are refused if they are %s', async (_what, payload) => {
    expect((await send(payload)).statusCode).toBe(400);
  });

  it('bring errors of builds to their team, and count where the errors are not well formed', async () => {
    const { note } = await site.release();
    const { cookie } = await site.visit('/notes/1');
    const error = { app: 'mfe-note', build: note, name: 'TypeError', message: 'no total' };
    const frames = [`mfe-note/${note}/routes.js:1:2`];
    const tell = async (errors: unknown, sequence: number) => {
      const headers = { ...fromPage, cookie };
      const running = { 'mfe-note': note };
      const said = { ...report, channel: site.channel, running, sequence, errors };
      return await send(JSON.stringify(said), headers);
    };
    const groups = async () => {
      const answer = await errors.of(kept.registry).read(manager, 'mfe-note');
      return answer.ok ? answer.value.map(({ message }) => message) : answer;
    };
    for (const [at, errors] of [
      'none',
      [{ ...error, frames: ['../../etc/passwd:1:1 x'] }],
      [{ ...error, frames, message: 'm'.repeat(301) }],
      Array.from({ length: 5 }, () => ({ ...error, frames })),
    ].entries()) {
      expect((await tell(errors, at)).statusCode).toBe(204);
    }
    expect(await groups()).toEqual([]);
    await tell([{ ...error, frames }], 9);
    expect(await groups()).toEqual(['no total']);
    await send(
      JSON.stringify({
        ...report,
        channel: site.channel,
        errors: [{ ...error, frames, message: 'forged' }],
      }),
    );
    expect(await groups()).toEqual(['no total']);
  });

  it('are refused if they are long', async () => {
    const long = JSON.stringify({ ...report, more: 'x'.repeat(16_384) });
    expect((await send(long)).statusCode).toBe(413);
    const full = JSON.stringify(report).padEnd(16_384);
    expect((await send(full)).statusCode).toBe(204);
  });

  it.each([
    ['another site', { 'sec-fetch-site': 'cross-site' }],
    ['another origin of this site', { 'sec-fetch-site': 'same-site' }],
    ['an address that somebody typed', { 'sec-fetch-site': 'none' }],
    ['another origin', { origin: 'http://elsewhere.test', host: 'site.test' }],
    ['another port', { origin: 'http://site.test:81', host: 'site.test' }],
    ['a frame without an origin', { origin: 'null', host: 'site.test' }],
    ['nobody knows where', {}],
  ])('are refused if they come from %s', async (_where, headers) => {
    expect((await send(JSON.stringify(report), headers)).statusCode).toBe(403);
  });

  it('come from a page of this site if an older browser says so', async () => {
    const headers = { origin: 'http://site.test', host: 'site.test' };
    expect((await send(JSON.stringify(report), headers)).statusCode).toBe(204);
  });
});
