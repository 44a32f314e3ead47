import { hashOfRelease, hashOfText, leafOfEntry } from '@tallystick/contract/log-proof';
import { beforeAll, expect, it } from 'vitest';
import { servePageConfiguration } from '../configuration/page-configuration.ts';
import { openProven, readProvenRelease } from './proven-builds.ts';

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

it('reads a release by its proof, and then its builds alone', async () => {
  const attested = '{"of":"the shell"}';
  const attestations = [await hashOfText(attested)];
  const record = '0'.repeat(64);
  const root = base64(await leafOfEntry(record, await hashOfRelease(revision, attestations)));
  const text = `log\n1\n${root}\n`;
  const line = btoa(`....${atob(await sign(text))}`);
  const proof = { record, frontier: '', checkpoint: `${text}\n— log ${line}\n`, attestations };
  const release = {
    revision: await signed(revision),
    declarations: await signed('{"type":"tallystick-declarations-1","remotes":[]}'),
    canaries: [],
  };
  await expect(readProvenRelease(JSON.stringify(release))).rejects.toThrow('It says not where');
  const forged = { ...proof, attestations: [await hashOfText('{"of":"another"}')] };
  await expect(readProvenRelease(JSON.stringify({ ...release, proof: forged }))).rejects.toThrow(
    'It is not in the log of releases.',
  );
  await expect(openProven(await signed(attested))).rejects.toThrow('It is not in the log');
  expect(await readProvenRelease(JSON.stringify({ ...release, proof }))).toMatchObject({
    shell: { name: 'shell', build },
  });
  expect(await openProven(await signed(attested))).toEqual({ of: 'the shell' });
  await expect(openProven(await signed('{"of":"another"}'))).rejects.toThrow(
    'It is not in the log',
  );
});
