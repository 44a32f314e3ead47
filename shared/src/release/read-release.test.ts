import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Signed, SignedRelease } from '../contracts/signed-release.ts';
import { NotSigned, openSignedBy } from './open-signed.ts';
import { readRelease } from './read-release.ts';

const registry = newKey();
const stranger = newKey();

function newKey(): { key: KeyObject; publicKey: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const { x = '' } = publicKey.export({ format: 'jwk' });
  return { key: privateKey, publicKey: Buffer.from(x, 'base64url').toString('base64') };
}
const signText = (text: string, { key } = registry): Signed => ({
  text,
  signature: sign(null, Buffer.from(text), key).toString('base64'),
});
const state = (statement: object, by = registry) => signText(JSON.stringify(statement), by);
const build = (n: number) => `1.0.${n}-00000000000${n}`;

const stateBuild = (n: number, app = 'mfe-a', by = registry) =>
  state(
    {
      type: 'tallystick-build-1',
      artifact: {
        app,
        build: build(n),
        kind: 'remote',
        files: { 'a.js': `sha384-${'a'.repeat(64)}` },
        declaration: { name: app, title: app, routes: [{ path: `/${app}`, page: 'A' }], menu: [] },
      },
      manifest: { n },
    },
    by,
  );
const revision = {
  type: 'tallystick-revision-1',
  channel: 'production',
  revision: 7,
  shell: 'shell',
  builds: { shell: build(9), 'mfe-a': build(2) },
  canaries: { 'mfe-a': { build: build(3), percent: 10 } },
  fallbacks: { 'mfe-a': build(1) },
};
const document: SignedRelease = {
  revision: state(revision),
  builds: [stateBuild(2), stateBuild(1)],
  canaries: [],
};
const read = (changes: Partial<SignedRelease> = {}, keys = [registry.publicKey]) =>
  readRelease(JSON.stringify({ ...document, ...changes }), openSignedBy(keys));

describe('a signed release document', () => {
  it('says what the registry stated', async () => {
    expect(await read()).toMatchObject({
      channel: 'production',
      revision: 7,
      shell: { name: 'shell', build: build(9) },
      remotes: [
        {
          name: 'mfe-a',
          build: build(2),
          base: `/artifacts/mfe-a/${build(2)}/`,
          manifest: { n: 2 },
          fallback: { build: build(1) },
        },
      ],
    });
  });

  it('gives a canary with the live build to fall back to, a preview any build and none', async () => {
    const builds = [2, 3].map((n) => stateBuild(n));
    expect(await read({ canaries: ['mfe-a'], builds })).toMatchObject({
      remotes: [{ build: build(3), canary: true, fallback: { build: build(2) } }],
    });
    const preview = { builds: { 'mfe-a': build(4) }, leave: '/leave' };
    const previewed = await read({ preview, builds: [stateBuild(4), stateBuild(1)] });
    expect(previewed).toMatchObject({ preview, remotes: [{ build: build(4) }] });
    expect(previewed.remotes[0]?.fallback).toBeUndefined();
  });

  it('is read by a shell that knows the next key already', async () => {
    expect(await read({}, [stranger.publicKey, registry.publicKey])).toMatchObject({ revision: 7 });
  });

  it('is believed of nobody else', async () => {
    await expect(read({}, [stranger.publicKey])).rejects.toThrow(NotSigned);
    await expect(read({}, [])).rejects.toThrow(NotSigned);
    await expect(read({ revision: state(revision, stranger) })).rejects.toThrow(NotSigned);
    const builds = [stateBuild(2, 'mfe-a', stranger)];
    await expect(read({ builds })).rejects.toThrow(NotSigned);
  });

  it.each(['revision', 'build', 'fallback'])(
    'is refused with one byte of its %s changed',
    async (which) => {
      const all = [document.revision, ...document.builds];
      const place = ['revision', 'build', 'fallback'].indexOf(which);
      const signed = all[place] ?? document.revision;
      const { length } = signed.text;
      for (let at = 0; at < length; at += Math.ceil(length / 20)) {
        const code = signed.text.charCodeAt(at) ^ 1;
        const text =
          signed.text.slice(0, at) + String.fromCharCode(code) + signed.text.slice(at + 1);
        const [first = signed, ...builds] = all.with(place, { ...signed, text });
        await expect(read({ revision: first, builds }), `byte ${at}`).rejects.toThrow(NotSigned);
      }
      const flipped = signed.signature.startsWith('A') ? 'B' : 'A';
      const signature = flipped + signed.signature.slice(1);
      const [first = signed, ...builds] = all.with(place, { ...signed, signature });
      await expect(read({ revision: first, builds })).rejects.toThrow(NotSigned);
    },
  );

  it('takes no build that the revision does not name', async () => {
    await expect(read({ builds: [stateBuild(4)] })).rejects.toThrow('Nothing is stated of mfe-a');
    const other = await read({ builds: [stateBuild(2), stateBuild(4, 'mfe-b')] });
    expect(other.remotes.map(({ name }) => name)).toEqual(['mfe-a']);
    const canary = await read({
      canaries: ['mfe-z', 'mfe-a'],
      builds: [2, 3].map((n) => stateBuild(n)),
    });
    expect(canary.remotes).toHaveLength(1);
  });

  it('takes one kind of statement for no other', async () => {
    const [first = document.revision] = document.builds;
    await expect(read({ revision: first })).rejects.toThrow();
    await expect(read({ builds: [document.revision, ...document.builds] })).rejects.toThrow();
  });
});
