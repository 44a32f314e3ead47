import { canonicalJson } from '@tallystick/contract/canonical-json';
import { hashOfText, leafOfEntry } from '@tallystick/contract/log-proof';
import { beforeAll, expect, it } from 'vitest';
import { servePageConfiguration } from '../configuration/page-configuration.ts';
import { readProven } from './proven-builds.ts';

let sign: (text: string) => Promise<string>;
const base64 = (bytes: ArrayBuffer | Uint8Array) =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)));
const signed = async (text: string) => ({ text, signature: await sign(text) });

beforeAll(async () => {
  const pair = await crypto.subtle.generateKey('Ed25519', true, ['sign', 'verify']);
  if (!('privateKey' in pair)) throw new Error('It is no pair of keys.');
  const key = base64(await crypto.subtle.exportKey('raw', pair.publicKey));
  sign = async (text) =>
    base64(await crypto.subtle.sign('Ed25519', pair.privateKey, new TextEncoder().encode(text)));
  servePageConfiguration({ productName: 'Notes', releaseKeys: [key] });
});

const build = '1.0.0-aaaaaaaaaaaa';
const revision = JSON.stringify({
  ...{ type: 'tallystick-revision-1', channel: 'production', revision: 1, shell: 'shell' },
  ...{ builds: { shell: build }, canaries: {}, fallbacks: {} },
});

const release = async () => ({
  revision: await signed(revision),
  declarations: await signed('{"type":"tallystick-declarations-1","remotes":[]}'),
  canaries: [],
});
const attested = '{"of":"the shell"}';

/** The proof of a text by a log that has no other entry. */
async function proofOf(entry: string) {
  const record = '0'.repeat(64);
  const root = base64(await leafOfEntry(record, await hashOfText(entry)));
  const text = `log\n1\n${root}\n`;
  const line = btoa(`....${atob(await sign(text))}`);
  return { record, frontier: '', checkpoint: `${text}\n— log ${line}\n` };
}

it.each(['required', 'where given'] as const)(
  'reads a release and its builds by proofs that are %s, and none by a wrong one',
  async (proofs) => {
    const read = readProven(proofs);
    const [of, other] = [await proofOf(revision), await proofOf('another')];
    expect(await read.release(JSON.stringify({ ...(await release()), proof: of }))).toMatchObject({
      shell: { name: 'shell', build },
    });
    const forged = JSON.stringify({ ...(await release()), proof: other });
    await expect(read.release(forged)).rejects.toThrow('It is not in the log of releases.');
    const own = { ...(await signed(attested)), proof: await proofOf(attested) };
    expect(await read.build(own)).toEqual({ of: 'the shell' });
    for (const proof of [of, other]) {
      await expect(read.build({ ...own, proof })).rejects.toThrow('It is not in the log');
    }
    const unsigned = { ...own, signature: (await signed('another')).signature };
    await expect(read.build(unsigned)).rejects.toThrow('It is not signed by the registry.');
  },
);

it('takes what brings no proof only where it may lack', async () => {
  const [json, own] = [JSON.stringify(await release()), await signed(attested)];
  const strict = readProven('required');
  await expect(strict.release(json)).rejects.toThrow('It says not where');
  await expect(strict.build(own)).rejects.toThrow('It says not where');
  const lenient = readProven('where given');
  expect(await lenient.release(json)).toMatchObject({ revision: 1 });
  expect(await lenient.build(own)).toEqual({ of: 'the shell' });
});

it('reads a revision of the first logs, whose entry covers the hashes of its builds', async () => {
  const attestations = { [`shell@${build}`]: await hashOfText(attested) };
  const entry = { ...JSON.parse(revision), type: 'tallystick-release-1', attestations };
  const proof = await proofOf(canonicalJson(entry));
  const read = readProven('required');
  const given = async (more: object) => JSON.stringify({ ...(await release()), ...more });
  expect(await read.release(await given({ proof: { ...proof, attestations } }))).toMatchObject({
    revision: 1,
  });
  for (const wrong of [undefined, {}, { [`shell@${build}`]: null }]) {
    const forged = await given({ proof: { ...proof, attestations: wrong } });
    await expect(read.release(forged)).rejects.toThrow('It is not in the log of releases.');
  }
});
