import type { Signed } from '@tallystick/contract/signed-release';
import { withAttestations } from '@tallystick/registry/changed-registry.testing';
import { describe, expect, it } from 'vitest';
import { openTestSite, type TestRegistry, type TestSite } from '../site.testing.ts';
import { siteForEach } from '../site-for-each.testing.ts';

let kept: TestRegistry;
let site: TestSite;
type Change = (signed: Signed | null) => Signed | null | Promise<Signed | null>;
/** What somebody has done to what the registry stated: nothing, unless a test says so. */
let ofRevision: Change;
let ofBuild: Change;
/** The build whose proof comes for any build; null: each has its own. */
let proven: string | null;
const asItIs: Change = (signed) => signed;
siteForEach(
  (...opened) => {
    [site, kept] = opened;
  },
  ({ registry }) => {
    ofRevision = asItIs;
    ofBuild = asItIs;
    proven = null;
    return {
      registry: withAttestations(registry, {
        ofRevision: async (...which) =>
          ofRevision(await registry.attestations.ofRevision(...which)),
        ofBuild: async (...which) => ofBuild(await registry.attestations.ofBuild(...which)),
        proofOfBuild: async (app, build) =>
          registry.attestations.proofOfBuild(app, proven ?? build),
      }),
      limits: { heartbeatMs: 60_000 },
    };
  },
);

const changed =
  (from: string, to: string): Change =>
  (signed) => {
    const { text, signature } = signed ?? { text: '', signature: '' };
    return { text: text.replaceAll(from, to), signature };
  };
const older: Change = () => kept.registry.attestations.ofRevision(site.channel, 1);

describe.each<[string, () => void]>([
  ['a revision that was changed', () => (ofRevision = changed('"builds"', '"Builds"'))],
  ['a revision without a statement', () => (ofRevision = () => null)],
  ['the statement of an older revision', () => (ofRevision = older)],
  ['a build that was changed', () => (ofBuild = changed('sha384-', 'sha384-A'))],
])('%s', (_what, tamper) => {
  it('is as good as no answer: pages stay with what was known, and it is told once', async () => {
    await site.release('good');
    const good = await site.get('/notes/1');
    tamper();
    await site.release('tampered');
    for (let turn = 0; turn < 3; turn += 1) {
      const page = await site.get('/notes/1');
      expect([page.statusCode, page.body]).toEqual([200, good.body]);
      expect(page.headers['x-release']).toMatch(/\/1; behind$/);
    }
    expect((await site.get('/health')).json()).toMatchObject({ status: 'degraded', revision: 1 });
    expect(site.lines.filter((line) => /sign|stated/.test(line))).toHaveLength(1);
  });
});

it('of a site that knows another key only, nothing is served', async () => {
  await site.release();
  const key = Buffer.alloc(32, 7).toString('base64');
  const other = await openTestSite(kept, { channel: site.channel, keys: [key] });
  for (const url of ['/', '/releases/current.json', '/notes/1']) {
    expect((await other.get(url)).statusCode, url).toBe(503);
  }
  const { note } = await site.release('more');
  expect((await other.get(`/artifacts/mfe-note/${note}/routes.js`)).statusCode).toBe(503);
  await other.server.close();
});

it('serves no build by the proof of another', async () => {
  const [one, other] = await Promise.all([
    site.publish('mfe-note', { 'later.js': 'never asked for before' }),
    site.publish('mfe-note', { 'later.js': 'nor was this' }),
  ]);
  proven = other;
  expect((await site.get(`/artifacts/mfe-note/${one}.json`)).statusCode).toBe(503);
  proven = null;
  expect((await site.get(`/artifacts/mfe-note/${one}.json`)).statusCode).toBe(200);
});

it('serves no file by the hashes of a build that was changed', async () => {
  const build = await site.publish('mfe-note', { 'later.js': 'never asked for before' });
  ofBuild = changed('sha384-', 'sha384-A');
  expect((await site.get(`/artifacts/mfe-note/${build}/routes.js`)).statusCode).toBe(503);
  ofBuild = asItIs;
  expect((await site.get(`/artifacts/mfe-note/${build}/routes.js`)).statusCode).toBe(200);
});
