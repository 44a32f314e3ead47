import { artifactBase } from '@tallystick/contract/read-release';
import type { TabReport } from '@tallystick/contract/release-news';
import { errors } from '@tallystick/registry/parts/errors/errors';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { inlined, releaseIn } from './browser.testing.ts';
import { maria } from './builds.testing.ts';
import {
  openTestRegistry,
  openTestSite,
  type TestRegistry,
  type TestSite,
} from './site.testing.ts';

let kept: TestRegistry;
let production: TestSite;
let staging: TestSite;
beforeAll(async () => {
  kept = await openTestRegistry();
});
afterAll(() => kept.close());
beforeEach(async () => {
  production = await openTestSite(kept, { channel: 'production', siteUrl: 'http://site.test' });
  staging = await openTestSite(kept, { channel: 'staging', siteUrl: 'http://staging.test' });
});
afterEach(() => Promise.all([production.server.close(), staging.server.close()]));

const ready = async (site: TestSite) => (await site.get('/ready')).statusCode;

describe('a site of a channel without a revision', () => {
  it('says so in words, and is not ready, until the first release there', async () => {
    const text = async (site: TestSite) => (await site.get('/')).body;
    expect(await text(production)).toContain('Nothing has been released yet.');
    expect(await text(staging)).toContain('Nothing has been released in staging yet.');
    expect([await ready(production), await ready(staging)]).toEqual([503, 503]);
    await production.release();
    expect((await production.get('/')).statusCode).toBe(200);
    expect(await text(staging)).toContain('Nothing has been released in staging yet.');
    expect((await staging.get('/health')).json()).toEqual({
      ...{ status: 'ok', channel: 'staging', revision: null },
    });
    await staging.release();
    expect((await staging.get('/')).headers['x-release']).toBe('staging/1');
  });
});

describe('two sites over one registry', () => {
  it('serve one build by the same addresses, hashes and bytes, shell and all, to the same keys', async () => {
    const shell = await staging.publish('shell', { 'main.js': 'shell("both")' });
    const note = await staging.publish('mfe-note', { 'later.js': 'both' });
    for (const site of [staging, production]) await site.promote({ shell, 'mfe-note': note });
    const answers = await Promise.all([staging, production].map((site) => site.get('/notes/1')));
    const [one, other] = await Promise.all(answers.map(({ body }) => releaseIn(body)));
    expect([one?.channel, other?.channel]).toEqual(['staging', 'production']);
    expect([one?.shell, one?.remotes]).toEqual([other?.shell, other?.remotes]);
    const scripts = answers.map(({ body }) => body.match(/<(script|link)[^>]*artifacts[^>]*>/g));
    expect(scripts[0]?.join()).toContain(`${artifactBase('shell', shell)}main.js`);
    expect(scripts[0]?.join()).toContain('integrity="sha384-');
    expect(scripts[0]).toEqual(scripts[1]);
    for (const path of [
      `${artifactBase('shell', shell)}main.js`,
      `${artifactBase('mfe-note', note)}later.js`,
      `/artifacts/mfe-note/${note}.json`,
    ]) {
      const [here, there] = await Promise.all([staging.get(path), production.get(path)]);
      expect([here.statusCode, here.body]).toEqual([200, there.body]);
    }
    const keys = answers.map(({ body }) => inlined(body, 'site-configuration'));
    expect(keys[0]).toEqual(keys[1]);
    expect(keys[0]).toMatchObject({ releaseKeys: [kept.registry.attestations.publicKey] });
  });

  it('give out what their own channel has, and tell tabs of that alone', async () => {
    const note = async (site: TestSite) =>
      (await releaseIn((await site.get('/')).body)).remotes[0]?.build;
    const { note: first } = await production.release('of production');
    const { note: second } = await staging.release('of staging');
    expect([await note(production), await note(staging)]).toEqual([first, second]);
  });

  it('count what tabs report of their own channel alone', async () => {
    const { note } = await staging.release('counted');
    await production.promote({ 'mfe-note': note });
    const { cookie } = await staging.visit('/notes/1');
    const error = { app: 'mfe-note', build: note, name: 'TypeError' };
    const frames = [`mfe-note/${note}/routes.js:1:2`];
    const report = (channel: string, sequence: number): TabReport => ({
      tab: 'b7d7c8f0-5a43-4d0b-9a8e-3e2f5d7c1a91',
      ...{ sequence, channel, revision: 1, running: { 'mfe-note': note } },
      ...{ loads: [], failures: [], leaving: false },
      errors: [{ ...error, message: `in ${channel}`, frames }],
    });
    for (const [sequence, channel] of ['production', 'staging'].entries()) {
      const body = JSON.stringify(report(channel, sequence));
      const { statusCode } = await staging.post('/releases/reports', body, { cookie });
      expect(statusCode).toBe(204);
    }
    const read = await errors.of(kept.registry).read(maria, 'mfe-note');
    const messages = read.ok && read.value.map(({ message }) => message);
    expect(messages).toEqual(['in staging']);
  });

  it('on one host do not take each other’s previews', async () => {
    await production.release('p');
    const { note } = await staging.release('s');
    const cookie = await staging.preview({ channel: 'staging', builds: { 'mfe-note': note } });
    const shows = async (site: TestSite) =>
      (await releaseIn((await site.get('/', { cookie })).body)).preview !== undefined;
    expect([await shows(staging), await shows(production)]).toEqual([true, false]);
  });

  it('let search engines find production alone', async () => {
    const robots = async (site: TestSite) => {
      const { headers, body } = await site.get('/robots.txt');
      return [headers['content-type'], body];
    };
    const type = 'text/plain; charset=utf-8';
    const found = 'User-agent: *\nDisallow: /releases/\nSitemap: http://site.test/sitemap.xml\n';
    expect(await robots(production)).toEqual([type, found]);
    expect(await robots(staging)).toEqual([type, 'User-agent: *\nDisallow: /\n']);
    for (const site of [production, staging]) await site.release('found');
    for (const url of ['/', '/notes/1', '/sitemap.xml', '/none']) {
      const tags = [production, staging].map(
        async (site) => (await site.get(url)).headers['x-robots-tag'],
      );
      expect(await Promise.all(tags)).toEqual([undefined, 'noindex']);
    }
  });
});
