import { NotSigned } from '@tallystick/contract/open-signed';
import type { OpenSigned } from '@tallystick/contract/read-release';
import type { Signed } from '@tallystick/contract/signed-release';
import { afterEach, expect, it, vi } from 'vitest';
import { createBuildReader, readInlinedBuilds, withWhole } from './read-builds.ts';

const build = '1.0.0-aaaaaaaaaaaa';
const remote = { name: 'mfe-note', build };
const files = { 'routes.js': `sha384-${'a'.repeat(64)}` };

function attestation(app = 'mfe-note', id = build): Signed {
  const declaration = { name: app, title: app, routes: [], menu: [] };
  const artifact = { app, build: id, kind: 'remote', files, declaration };
  const text = JSON.stringify({ type: 'tallystick-build-1', artifact, manifest: {} });
  return { text, signature: 'good' };
}
const open: OpenSigned = async ({ text, signature }) => {
  if (signature !== 'good') throw new NotSigned('it is not signed');
  return JSON.parse(text);
};

/** Answers each request with the next of these; a string is the error of a network that is away. */
function answering(...answers: (Signed | string | number)[]) {
  const asked: [string, RequestCache | undefined][] = [];
  vi.stubGlobal('fetch', async (path: string, { cache }: RequestInit) => {
    asked.push([path, cache]);
    const answer = answers.shift() ?? 'nothing more';
    if (typeof answer === 'string') throw new TypeError(answer);
    if (typeof answer === 'number') return new Response(null, { status: answer });
    return Response.json(answer);
  });
  return asked;
}
afterEach(() => void vi.unstubAllGlobals());

const path = `/artifacts/mfe-note/${build}.json`;

it('asks for nothing that stands in the page', async () => {
  const asked = answering();
  const inlined = await readInlinedBuilds(JSON.stringify([attestation()]), open);
  const read = createBuildReader(inlined, open);
  expect(await read(remote)).toMatchObject({ name: 'mfe-note', build, files });
  expect(asked).toEqual([]);
});

it('has what the page’s own remote declares as a whole, and of others what the release says', async () => {
  const outline = { name: 'mfe-note', title: 'outline', routes: [], menu: [] };
  const note = { name: 'mfe-note', build, base: '/', declaration: outline };
  const shell = { name: 'shell', build };
  const release = {
    ...{ channel: 'production', revision: 1, shell },
    remotes: [note, { ...note, build: '1.0.0-bbbbbbbbbbbb' }],
  };
  const inlined = await readInlinedBuilds(JSON.stringify([attestation()]), open);
  const titles = withWhole(release, inlined).remotes.map(({ declaration }) => declaration.title);
  expect(titles).toEqual(['mfe-note', 'outline']);
});

it('does not begin with an attestation in the page that is not signed', async () => {
  const forged = { ...attestation(), signature: 'forged' };
  await expect(readInlinedBuilds(JSON.stringify([forged]), open)).rejects.toThrow(NotSigned);
});

it('asks for another once, however often it is wanted', async () => {
  const asked = answering(attestation());
  const read = createBuildReader([], open);
  const [one, other] = await Promise.all([read(remote), read(remote)]);
  expect(one).toBe(other);
  expect(one).toMatchObject({ base: `/artifacts/mfe-note/${build}/`, files });
  expect(asked).toEqual([[path, 'default']]);
});

it('goes past the cache if what came is not signed by a key of this page', async () => {
  const asked = answering({ ...attestation(), signature: 'old' }, attestation());
  const read = createBuildReader([], open);
  expect(await read(remote)).toMatchObject({ build });
  expect(asked).toEqual([
    [path, 'default'],
    [path, 'reload'],
  ]);
});

it.each([
  ['is another build’s', attestation('mfe-note', '1.0.1-bbbbbbbbbbbb')],
  ['is another app’s', attestation('mfe-other')],
  ['is forged', { ...attestation(), signature: 'forged' }],
  ['is missing', 404],
  ['does not arrive', 'the network is away'],
])('fails as a file does where it %s, and is asked for again later', async (_what, answer) => {
  answering(answer, answer, attestation());
  const read = createBuildReader([], open);
  await expect(read(remote)).rejects.toMatchObject({ name: 'LoadFailure', code: 'unavailable' });
  expect(await read(remote)).toMatchObject({ build });
});
