import { proveBuild, proveRelease } from '@tallystick/contract/log-proof';
import {
  signedBuildSchema,
  signedBuildsSchema,
  signedReleaseSchema,
} from '@tallystick/contract/signed-release';
import * as v from 'valibot';
import { expect, it } from 'vitest';
import { inlined } from '../browser.testing.ts';
import type { TestRegistry, TestSite } from '../site.testing.ts';
import { siteForEach } from '../site-for-each.testing.ts';

let kept: TestRegistry;
let site: TestSite;
siteForEach((...opened) => {
  [site, kept] = opened;
});

it('has the proof of the revision in pages, and of each build, of those of a preview too', async () => {
  const { note } = await site.release();
  const other = await site.publish('mfe-note', { 'later.js': 'to be looked at' });
  const cookie = await site.preview({ channel: site.channel, builds: { 'mfe-note': other } });
  const keys = [kept.registry.attestations.publicKey];
  const proveGiven = async (json: unknown) => {
    const { revision, proof } = v.parse(signedReleaseSchema, json);
    if (proof === undefined) throw new Error('It has no proof.');
    await proveRelease(revision.text, proof, keys);
  };
  const builds = async (html: string) => {
    const signed = v.parse(signedBuildsSchema, inlined(html, 'builds'));
    for (const one of signed) await proveBuild(one, keys);
    return signed;
  };
  const attested = async (build: string, headers = {}) =>
    v.parse(
      signedBuildSchema,
      (await site.get(`/artifacts/mfe-note/${build}.json`, headers)).json(),
    );
  await proveGiven((await site.get('/releases/current.json')).json());
  const page = (await site.get('/notes/1')).body;
  await proveGiven(inlined(page, 'release'));
  expect(await builds(page)).toEqual([await attested(note)]);
  const previewed = (await site.get('/notes/1', { cookie })).body;
  await proveGiven(inlined(previewed, 'release'));
  expect(await builds(previewed)).toEqual([await attested(other)]);
});

it('gives everybody the checkpoint and the tiles of the log', async () => {
  await site.release();
  const checkpoint = await site.get('/releases/log/checkpoint');
  expect(checkpoint.headers).toMatchObject({
    'content-type': 'text/plain; charset=utf-8',
    'cache-control': 'no-cache',
  });
  const size = Number(checkpoint.body.split('\n')[1]);
  const tile = await site.get(`/releases/log/tile/0/000.p/${size}`);
  expect(tile.rawPayload.length).toBe(32 * size);
  expect(tile.headers['cache-control']).toContain('immutable');
  for (const none of [`tile/0/000.p/${size + 1}`, 'tile/0/000', 'tile/entries/000', '', 'x']) {
    expect((await site.get(`/releases/log/${none}`)).statusCode, none).toBe(404);
  }
});
