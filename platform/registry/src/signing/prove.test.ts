import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { canonicalJson } from '@tallystick/contract/canonical-json';
import { hashOfText, proveBuild, proveRelease } from '@tallystick/contract/log-proof';
import type { ReleaseProof } from '@tallystick/contract/release-proof';
import type { SignedBuild } from '@tallystick/contract/signed-release';
import { testPlace } from '@tallystick/store/test-place.testing';
import { readFrontier, withLeaf } from '@tallystick/tile-log/tree';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openEve } from '../audit/forcing.testing.ts';
import { leafOf, openSeal } from '../audit/seal.ts';
import { openRegistry, type RegistryPlace } from '../open.ts';
import { buildOf, done, manager, publish } from '../registry.testing.ts';
import type { Registry } from '../registry.ts';
import { newKey, signingKeyOf } from './signing-key.ts';

let place: RegistryPlace & { DATABASE_URL: string };
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

const attested = async (app: string, n: number): Promise<SignedBuild> => {
  const { attestations } = registry;
  const signed = await attestations.ofBuild(app, buildOf(n));
  const own = await attestations.proofOfBuild(app, buildOf(n));
  if (signed === null || own === null) throw new Error('Nothing is stated of it.');
  return { ...signed, proof: own };
};
const notInLog = 'It is not in the log of releases.';

it('a revision is in the log, by a proof that is as long for any number of builds', async () => {
  await proveRelease(text, proof, keys);
  expect(Object.keys(proof)).toEqual(['record', 'frontier', 'checkpoint']);
  expect(JSON.stringify(proof).length).toBeLessThan(1_024);
});

it('each build is in the log by the entry that published it, and by no other', async () => {
  const [one, other] = [await attested('mfe-note', 1), await attested('mfe-note', 3)];
  for (const build of [one, other]) await proveBuild(build, keys);
  expect(await registry.attestations.proofOfBuild('mfe-note', buildOf(4))).toBeNull();
  for (const wrong of [other.proof, proof]) {
    await expect(proveBuild({ ...one, proof: wrong }, keys)).rejects.toThrow(notInLog);
  }
  await expect(proveBuild({ ...one, proof: undefined }, keys)).rejects.toThrow('It says not where');
});

it('nothing else is proven', async () => {
  const refused = (changed: Partial<ReleaseProof>, stated = text, by = keys) =>
    expect(proveRelease(stated, { ...proof, ...changed }, by)).rejects.toThrow(notInLog);
  const { record, frontier, checkpoint } = proof;
  await refused({ record: record.replace(/^./, (digit) => (digit === '0' ? '1' : '0')) });
  await refused({ frontier: '' });
  const longer = Buffer.concat([Buffer.alloc(32), Buffer.from(frontier, 'base64')]);
  await refused({ frontier: longer.toString('base64') });
  await refused({ attestations: {} });
  await refused({ checkpoint: checkpoint.replace(/\n\d+\n/, '\n7\n') });
  await refused({ checkpoint: checkpoint.split('\n\n')[0] ?? '' });
  await refused({ checkpoint: '' });
  await refused({}, text.replace('12.5', '99'));
  await refused({}, text, [signingKeyOf(newKey()).publicKey]);
});

it('a revision whose entry covers the hashes of its builds, as in the first logs, is proven by these', async () => {
  const eve = openEve(place.DATABASE_URL);
  const row = await eve
    .selectFrom('log_entry')
    .innerJoin('audit', 'audit.sequence', 'log_entry.sequence')
    .selectAll()
    .orderBy('number', 'desc')
    .executeTakeFirstOrThrow();
  const named = [
    ['mfe-note', 1],
    ['mfe-note', 2],
    ['shell', 1],
  ] as const;
  const hashes = named.map(async ([app, n]) => {
    const { text: stated } = await attested(app, n);
    return [`${app}@${buildOf(n)}`, await hashOfText(stated)] as const;
  });
  const attestations = Object.fromEntries(await Promise.all(hashes));
  const entry = { ...JSON.parse(text), type: 'tallystick-release-1', attestations };
  const attestation = await hashOfText(canonicalJson(entry));
  const { number, salt, at, by, action, detail } = row;
  const leaf = leafOf({ at: at.toISOString(), by, action, detail }, salt, attestation);
  const before = readFrontier(row.frontier, number - 1);
  const key = signingKeyOf(await readFile(join(place.DATA_DIR, 'release-signing.key'), 'utf8'));
  const checkpoint = openSeal(key).sign(number, withLeaf(before ?? [], number - 1, leaf));
  await eve
    .updateTable('log_entry')
    .set({ attestation, leaf: Buffer.from(leaf), checkpoint })
    .where('number', '=', number)
    .execute();
  await eve.destroy();
  const earlier = await registry.attestations.proofOfRevision('production', 2);
  expect(earlier?.attestations).toEqual(attestations);
  if (earlier !== null) await proveRelease(text, earlier, keys);
});
