import { openSignedBy } from '@tallystick/contract/open-signed';
import { readBuild } from '@tallystick/contract/read-release';
import { signedSchema } from '@tallystick/contract/signed-release';
import * as v from 'valibot';
import { expect, it } from 'vitest';
import { cookieOf, releaseIn } from '../browser.testing.ts';
import type { TestRegistry, TestSite } from '../site.testing.ts';
import { siteForEach } from '../site-for-each.testing.ts';

let kept: TestRegistry;
let site: TestSite;
siteForEach((...opened) => {
  [site, kept] = opened;
});

/** The build of the one remote, and the one to fall back to. */
async function steps(cookie = ''): Promise<(string | undefined)[]> {
  const { body } = await site.get('/notes/1', { cookie });
  const { remotes } = await releaseIn(body);
  return remotes.flatMap(({ build, fallback }) => [build, fallback?.build]);
}

it('names the build that was live before, with all that is needed to load it', async () => {
  const { note: first } = await site.release('first');
  expect(await steps()).toEqual([first, undefined]);
  const { note: second } = await site.release('second');
  expect(await steps()).toEqual([second, first]);
  const [remote] = (await releaseIn((await site.get('/')).body)).remotes;
  expect(remote?.fallback).toMatchObject({
    name: 'mfe-note',
    base: `/artifacts/mfe-note/${first}/`,
    declaration: { routes: [{ path: '/notes/:id' }] },
  });
  const attestation = await site.get(`/artifacts/mfe-note/${first}.json`);
  const signed = v.parse(signedSchema, attestation.json());
  const { base, files, manifest } = await readBuild(
    signed,
    openSignedBy([kept.registry.attestations.publicKey]),
  );
  expect(base).toBe(remote?.fallback?.base);
  expect(manifest).toMatchObject({ metaData: { remoteEntry: { name: 'remote-entry.js' } } });
  for (const file of Object.keys(files)) expect((await site.get(base + file)).statusCode).toBe(200);
});

it('is the live build for a browser that gets a canary', async () => {
  await site.release('first');
  const { note: live } = await site.release('second');
  const build = await site.publish('mfe-note', { 'later.js': 'canary' });
  const builds = { 'mfe-note': build };
  await site.change({ kind: 'canary', builds, percent: 99.99, reason: 'nearly all' });
  const cookie = cookieOf(await site.get('/'));
  expect(await steps(cookie)).toEqual([build, live]);
});

it('is none in a preview, where what does not work must be seen', async () => {
  await site.release('first');
  await site.release('second');
  const cookie = await site.preview({ channel: site.channel, revision: 2 });
  expect((await steps(cookie)).at(1)).toBeUndefined();
});
