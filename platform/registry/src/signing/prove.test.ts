import { rm } from 'node:fs/promises';
import { hashOfText, proveEntry, provenAttestations } from '@tallystick/contract/log-proof';
import type { ReleaseProof } from '@tallystick/contract/release-proof';
import { testPlace } from '@tallystick/store/test-place.testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openRegistry, type RegistryPlace } from '../open.ts';
import { buildOf, done, manager, publish } from '../registry.testing.ts';
import type { Registry } from '../registry.ts';
import { newKey, signingKeyOf } from './signing-key.ts';

let place: RegistryPlace;
let registry: Registry;
let keys: string[];
let text: string;
let proof: ReleaseProof;
beforeAll(async () => {
  place = await testPlace('tallystick-prove-');
  const opened = await openRegistry(place);
  if (!opened.ok) throw new Error(opened.problem);
  registry = opened.value;
  keys = [registry.attestations.publicKey];
  await publish(registry, 'shell', buildOf(1), { kind: 'shell' });
  for (const n of [1, 2, 3]) await publish(registry, 'mfe-note', buildOf(n));
  const channel = registry.channel('production');
  const reason = 'because of this test';
  const builds = { shell: buildOf(1), 'mfe-note': buildOf(1) };
  done(await channel.change(manager, 0, { kind: 'promote', builds, reason }));
  const canary = { 'mfe-note': buildOf(2) };
  done(await channel.change(manager, 1, { kind: 'canary', builds: canary, percent: 12.5, reason }));
  const revision = (await channel.current())?.revision ?? 0;
  const signed = await registry.attestations.ofRevision('production', revision);
  const given = await registry.attestations.proofOfRevision('production', revision);
  if (signed === null || given === null) throw new Error('Nothing is stated.');
  [text, proof] = [signed.text, given];
});
afterAll(async () => {
  await registry.close();
  await rm(place.DATA_DIR, { recursive: true });
});

const hashOf = async (app: string, n: number) =>
  hashOfText((await registry.attestations.ofBuild(app, buildOf(n)))?.text ?? '');

it('a revision is in the log with all builds that it names, and with no other', async () => {
  const proven = await provenAttestations(text, proof, keys);
  const named = [hashOf('mfe-note', 1), hashOf('mfe-note', 2), hashOf('shell', 1)];
  expect(proven).toEqual(await Promise.all(named));
  expect(proven).not.toContain(await hashOf('mfe-note', 3));
  expect(JSON.stringify(proof).length).toBeLessThan(1_536);
});

it('a build for a preview is in the log by the entry that published it', async () => {
  const own = await registry.attestations.proofOfBuild('mfe-note', buildOf(3));
  const third = await hashOf('mfe-note', 3);
  expect(own?.attestation).toBe(third);
  expect(await registry.attestations.proofOfBuild('mfe-note', buildOf(4))).toBeNull();
  const published = own === null ? [] : [own];
  expect(await provenAttestations(text, { ...proof, published }, keys)).toContain(third);
  const other = published.map((one) => ({ ...one, attestation: '0'.repeat(64) }));
  await expect(provenAttestations(text, { ...proof, published: other }, keys)).rejects.toThrow(
    'It is not in the log of releases.',
  );
});

it('nothing else is proven', async () => {
  const refused = (changed: Partial<ReleaseProof>, stated = text, by = keys) =>
    expect(provenAttestations(stated, { ...proof, ...changed }, by)).rejects.toThrow(
      'It is not in the log of releases.',
    );
  const { record, frontier, checkpoint, attestations } = proof;
  await refused({ record: record.replace(/^./, (digit) => (digit === '0' ? '1' : '0')) });
  await refused({ frontier: '' });
  const longer = Buffer.concat([Buffer.alloc(32), Buffer.from(frontier, 'base64')]);
  await refused({ frontier: longer.toString('base64') });
  await refused({ attestations: attestations.slice(1) });
  await refused({ attestations: [...attestations].reverse() });
  await refused({ checkpoint: checkpoint.replace(/\n\d+\n/, '\n7\n') });
  await refused({ checkpoint: checkpoint.split('\n\n')[0] ?? '' });
  await refused({ checkpoint: '' });
  await refused({}, text.replace('12.5', '99'));
  await refused({}, text, [signingKeyOf(newKey()).publicKey]);
  const { publicKey } = registry.attestations;
  await expect(proveEntry(proof, attestations[0] ?? '', [publicKey])).rejects.toThrow();
});
