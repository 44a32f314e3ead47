import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { NotSigned, openSignedBy } from './open-signed.ts';
import { readBuild, readRelease } from './read-release.ts';
import type { Signed, SignedRelease } from './signed-release.ts';

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

const declare = (app: string) => ({
  name: app,
  title: app,
  routes: [{ path: `/${app}`, page: 'A' }],
  menu: [],
});
const stateBuild = (n: number, app = 'mfe-a', by = registry) =>
  state(
    {
      type: 'tallystick-build-1',
      artifact: {
        app,
        build: build(n),
        kind: 'remote',
        files: { 'a.js': `sha384-${'a'.repeat(64)}` },
        declaration: declare(app),
      },
      manifest: { n },
    },
    by,
  );
const stateDeclarations = (numbers: number[], app = 'mfe-a', by = registry) =>
  state(
    {
      type: 'tallystick-declarations-1',
      remotes: [{ builds: numbers.map(build), declaration: declare(app) }],
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
  declarations: stateDeclarations([2, 1]),
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
          declaration: { routes: [{ path: '/mfe-a' }] },
          fallback: { build: build(1) },
        },
      ],
    });
  });

  it('gives a canary with the live build to fall back to, a preview any build and none', async () => {
    const declarations = stateDeclarations([2, 3]);
    expect(await read({ canaries: ['mfe-a'], declarations })).toMatchObject({
      remotes: [{ build: build(3), canary: true, fallback: { build: build(2) } }],
    });
    const preview = { builds: { 'mfe-a': build(4) }, leave: '/leave' };
    const previewed = await read({ preview, declarations: stateDeclarations([4, 1]) });
    expect(previewed).toMatchObject({ preview, remotes: [{ build: build(4) }] });
    expect(previewed.remotes[0]?.fallback).toBeUndefined();
  });

  it('gives what is set of the settings of an app, and to a share of browsers what that has', async () => {
    const values = {
      'mfe-a': {
        values: { pageSize: 50, newList: false },
        share: { percent: 10, values: { newList: true } },
        now: 6,
      },
    };
    const configured = { revision: state({ ...revision, values }) };
    expect((await read(configured)).remotes).toMatchObject([
      {
        values: { pageSize: 50, newList: false },
        valuesNow: 6,
        fallback: { values: { pageSize: 50, newList: false } },
      },
    ]);
    expect((await read({ ...configured, shares: ['mfe-a', 'mfe-b'] })).remotes).toMatchObject([
      { values: { pageSize: 50, newList: true }, fallback: { values: { newList: true } } },
    ]);
    expect((await read({ shares: ['mfe-a'] })).remotes[0]).not.toHaveProperty('values');
  });

  it('is read by a shell that knows the next key already', async () => {
    expect(await read({}, [stranger.publicKey, registry.publicKey])).toMatchObject({ revision: 7 });
  });

  it('is believed of nobody else', async () => {
    await expect(read({}, [stranger.publicKey])).rejects.toThrow(NotSigned);
    await expect(read({}, [])).rejects.toThrow(NotSigned);
    await expect(read({ revision: state(revision, stranger) })).rejects.toThrow(NotSigned);
    const declarations = stateDeclarations([2, 1], 'mfe-a', stranger);
    await expect(read({ declarations })).rejects.toThrow(NotSigned);
  });

  it.each(['revision', 'declarations'] as const)(
    'is refused with one byte of its %s changed',
    async (which) => {
      const signed = document[which];
      for (const changed of changes(signed)) {
        await expect(read({ [which]: changed })).rejects.toThrow(NotSigned);
      }
    },
  );

  it('takes no build that the revision does not name', async () => {
    const declarations = stateDeclarations([4]);
    await expect(read({ declarations })).rejects.toThrow('Nothing is stated of mfe-a');
    const more = stateDeclarations([2, 3, 4]);
    const other = await read({ declarations: more });
    expect(other.remotes.map(({ build: chosen }) => chosen)).toEqual([build(2)]);
    const canary = await read({ canaries: ['mfe-z', 'mfe-a'], declarations: more });
    expect(canary.remotes.map(({ build: chosen }) => chosen)).toEqual([build(3)]);
  });

  it('takes one kind of statement for no other', async () => {
    await expect(read({ revision: document.declarations })).rejects.toThrow();
    await expect(read({ declarations: document.revision })).rejects.toThrow();
    await expect(read({ declarations: stateBuild(2) })).rejects.toThrow();
  });
});

describe('the signed statement of a build', () => {
  const open = openSignedBy([registry.publicKey]);

  it('says what is needed to load it', async () => {
    expect(await readBuild(stateBuild(2), open)).toEqual({
      name: 'mfe-a',
      build: build(2),
      base: `/artifacts/mfe-a/${build(2)}/`,
      declaration: declare('mfe-a'),
      files: { 'a.js': `sha384-${'a'.repeat(64)}` },
      manifest: { n: 2 },
    });
  });

  it('is refused with one byte changed, by another key, and as another kind', async () => {
    for (const changed of changes(stateBuild(2))) {
      await expect(readBuild(changed, open)).rejects.toThrow(NotSigned);
    }
    await expect(readBuild(stateBuild(2, 'mfe-a', stranger), open)).rejects.toThrow(NotSigned);
    await expect(readBuild(document.declarations, open)).rejects.toThrow();
  });
});

/** A signed text with bytes of it changed, at twenty places and in its signature. */
function changes(signed: Signed): Signed[] {
  const { text, signature } = signed;
  const places = Array.from({ length: 20 }, (_, n) => Math.floor((n * text.length) / 20));
  const texts = places.map((at) => {
    const other = String.fromCharCode(text.charCodeAt(at) ^ 1);
    return text.slice(0, at) + other + text.slice(at + 1);
  });
  const flipped = signature.startsWith('A') ? 'B' : 'A';
  return [
    ...texts.map((changed) => ({ ...signed, text: changed })),
    { ...signed, signature: flipped + signature.slice(1) },
  ];
}
