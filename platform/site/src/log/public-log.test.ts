import { hashOfText, provenAttestations } from '@tallystick/contract/log-proof';
import { signedReleaseSchema, signedSchema } from '@tallystick/contract/signed-release';
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

it('has the proof of each build in the page, of those of a preview too', async () => {
  const { note } = await site.release();
  const other = await site.publish('mfe-note', { 'later.js': 'to be looked at' });
  const cookie = await site.preview({ channel: site.channel, builds: { 'mfe-note': other } });
  const keys = [kept.registry.attestations.publicKey];
  const proven = async (json: unknown) => {
    const { revision, proof } = v.parse(signedReleaseSchema, json);
    if (proof === undefined) throw new Error('It has no proof.');
    return await provenAttestations(revision.text, proof, keys);
  };
  const hashOf = async (build: string, headers = {}) => {
    const answer = await site.get(`/artifacts/mfe-note/${build}.json`, headers);
    return await hashOfText(v.parse(signedSchema, answer.json()).text);
  };
  const page = inlined((await site.get('/notes/1')).body, 'release');
  expect(await proven(page)).toContain(await hashOf(note));
  expect(await proven(page)).not.toContain(await hashOf(other));
  expect(await proven((await site.get('/releases/current.json')).json())).toHaveLength(2);
  const previewed = inlined((await site.get('/notes/1', { cookie })).body, 'release');
  expect(await proven(previewed)).toContain(await hashOf(other));
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
