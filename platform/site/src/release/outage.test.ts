import { withAttestations, withChannels } from '@tallystick/registry/changed-registry.testing';
import { describe, expect, it } from 'vitest';
import { openTestSite, type TestRegistry, type TestSite } from '../site.testing.ts';
import { siteForEach } from '../site-for-each.testing.ts';

let kept: TestRegistry;
let site: TestSite;
/** What happens to the registry's answers on their way: nothing, unless a test says so. */
let way: () => Promise<void>;
siteForEach(
  (...opened) => {
    [site, kept] = opened;
  },
  ({ registry }) => {
    way = async () => {};
    const throughWay = withAttestations(
      withChannels(registry, ({ current }) => ({ current: () => way().then(current) })),
      {
        ofBuild: (...which) => way().then(() => registry.attestations.ofBuild(...which)),
      },
    );
    return {
      registry: throughWay,
      // A busy machine may stand still for seconds without any trouble of the registry.
      limits: { staleAfterMs: 4_000, timeoutMs: 5_000, heartbeatMs: 600_000 },
    };
  },
);

/** Waits until the site has the revision, and the registry's answers come in time. */
const knows = (revision: number) =>
  expect
    .poll(async () => (await site.get('/')).headers['x-release'])
    .toBe(`${site.channel}/${revision}`);

const fail = () => Promise.reject(new Error('connection refused'));
const hang = () => new Promise<void>(() => {});

describe.each([
  ['fails', fail],
  ['hangs', hang],
])('while the registry %s', (_what, trouble) => {
  it('pages stay with the last release that was known, and say so', async () => {
    await site.release();
    await knows(1);
    const { body } = await site.get('/notes/1');
    // A machine that stands still for long is no trouble of the registry that lasts.
    await knows(1);
    const said = site.lines.length;
    way = trouble;
    for (let turn = 0; turn < 3; turn += 1) {
      const page = await site.get('/notes/1');
      expect([page.statusCode, page.body]).toEqual([200, body]);
      expect(page.headers['x-release']).toBe(`${site.channel}/1; behind`);
    }
    expect((await site.get('/')).statusCode).toBe(200);
    expect((await site.get('/releases/current.json')).statusCode).toBe(200);
    expect((await site.get('/health')).json()).toEqual({
      status: 'degraded',
      channel: site.channel,
      revision: 1,
    });
    expect(site.lines.slice(said)).toHaveLength(1);
    expect(site.lines.at(-1)).toMatch(
      /^The registry does not answer \(.*; pages stay with .*: revision 1\.$/,
    );
  });

  it('artifacts of what is released are there all the same', async () => {
    const { note } = await site.release();
    await knows(1);
    way = trouble;
    const { statusCode } = await site.get(`/artifacts/mfe-note/${note}/routes.js`);
    expect(statusCode).toBe(200);
  });

  it('other artifacts cannot be had for now, which is not to say that there are none', async () => {
    const other = await site.publish('mfe-note', { 'later.js': 'not asked for yet' });
    way = fail;
    const { statusCode, headers } = await site.get(`/artifacts/mfe-note/${other}/routes.js`);
    expect([statusCode, headers['cache-control']]).toEqual([503, 'no-store']);
  });

  it('what is released then is there as soon as it answers again', async () => {
    await site.release();
    await knows(1);
    way = trouble;
    expect((await site.get('/')).statusCode).toBe(200);
    await site.release('newer');
    expect((await site.get('/')).headers['x-release']).toBe(`${site.channel}/1; behind`);
    way = async () => {};
    await knows(2);
    const health = async () => (await site.get('/health')).json();
    await expect.poll(health).toMatchObject({ status: 'ok', revision: 2 });
    expect(site.lines.at(-1)).toMatch(/^The registry answers again; .*: revision 2\.$/);
  });

  it('nothing can be shown while nothing was ever known', async () => {
    await site.release();
    const late = await openTestSite(kept, {
      channel: site.channel,
      registry: withChannels(kept.registry, () => ({ current: () => trouble().then(() => null) })),
      limits: { staleAfterMs: 50, timeoutMs: 100 },
    });
    const page = await late.get('/');
    expect([page.statusCode, page.headers['retry-after']]).toEqual([503, '5']);
    expect(page.body).toContain('The site cannot be shown now');
    expect((await late.get('/releases/current.json')).statusCode).toBe(503);
    expect((await late.get('/health')).json()).toMatchObject({ status: 'degraded' });
    await late.server.close();
  });
});

it('says what is wrong when a database has several addresses, and none answers', async () => {
  await site.release();
  await knows(1);
  const refusals = ['::1', '127.0.0.1'].map((at) => new Error(`connect ECONNREFUSED ${at}:5432`));
  way = () => Promise.reject(new AggregateError(refusals));
  await site.get('/notes/1');
  expect(site.lines.at(-1)).toContain('does not answer (connect ECONNREFUSED ::1:5432); pages');
});
