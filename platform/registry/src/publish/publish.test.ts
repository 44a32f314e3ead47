import { readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { buildOf, draftOf, manager, publish, publisherOf, upload } from '../registry.testing.ts';
import type { Registry } from '../registry.ts';
import { type OpenedRegistry, testRegistries } from '../store/test-registries.testing.ts';

const [one, two] = [buildOf(1), buildOf(2)];
const bytes = (text: string) => new TextEncoder().encode(text);

const openTestRegistry = testRegistries();
describe('publishing', () => {
  let opened: OpenedRegistry;
  let registry: Registry;
  beforeEach(async () => {
    opened = await openTestRegistry({ now: () => Date.UTC(2026, 10, 21) });
    registry = opened.registry;
  });
  afterEach(() => registry.close());

  const text = async (build: string, path: string) => {
    const found = await registry.files.read('mfe-a', build, path);
    return found === null ? null : new TextDecoder().decode(found);
  };

  it('makes an artifact of what was uploaded', async () => {
    const draft = draftOf('mfe-a', one, { files: { 'deep/er/part.js': 'part' } });
    await upload(registry, 'mfe-a', one, draft);
    expect(await registry.build('mfe-a', one)).toBeNull();
    expect(await registry.files.list('mfe-a', one)).toEqual([]);
    expect(await registry.publish(manager, 'mfe-a', one)).toMatchObject({
      ok: true,
      value: { published: true, artifact: { app: 'mfe-a', build: one } },
    });
    expect(await registry.files.list('mfe-a', one)).toEqual([
      'deep/er/part.js',
      'entry.js',
      'entry.json',
      'mf-manifest.json',
    ]);
    expect(await text(one, 'deep/er/part.js')).toBe('part');
    expect(await registry.build('mfe-a', one)).toMatchObject({
      sizes: { 'deep/er/part.js': 4 },
      publishedAt: '2026-11-21T00:00:00.000Z',
    });
    expect(await registry.builds()).toEqual([
      {
        app: 'mfe-a',
        build: one,
        kind: 'remote',
        files: 4,
        size: expect.any(Number),
        publishedAt: '2026-11-21T00:00:00.000Z',
        publishedBy: 'Ann',
      },
    ]);
    expect(await readdir(join(opened.folder, 'drafts', 'mfe-a'))).toEqual([]);
  });

  it('records a build only once its files would survive a power cut', async () => {
    const settle = vi.spyOn(opened.files.artifacts, 'settle').mockImplementation(async () => {
      expect(await registry.build('mfe-a', one)).toBeNull();
    });
    await publish(registry, 'mfe-a', one);
    expect(settle.mock.calls).toEqual([['mfe-a', one]]);
    expect(await registry.build('mfe-a', one)).not.toBeNull();
  });

  it('takes the same content again as one artifact, and an answer that was lost', async () => {
    await publish(registry, 'mfe-a', one);
    await upload(registry, 'mfe-a', one, draftOf('mfe-a', one));
    const again = { ok: true, value: { published: false, artifact: { build: one } } };
    expect(await registry.publish(manager, 'mfe-a', one)).toMatchObject(again);
    expect(await registry.publish(manager, 'mfe-a', one)).toMatchObject(again);
    expect(await registry.builds()).toHaveLength(1);
    expect(await registry.audit.entries({ limit: 10 })).toHaveLength(1);
  });

  it('takes what a second pipeline still had to send as that build, if nothing in it is otherwise', async () => {
    const { 'artifact.json': artifact = '', 'entry.js': entry = '' } = draftOf('mfe-a', one);
    await publish(registry, 'mfe-a', one);
    await upload(registry, 'mfe-a', one, { 'artifact.json': artifact, 'entry.js': entry });
    expect(await registry.publish(manager, 'mfe-a', one)).toMatchObject({
      ok: true,
      value: { published: false, artifact: { build: one } },
    });
    expect(await readdir(join(opened.folder, 'drafts', 'mfe-a'))).toEqual([]);
    await upload(registry, 'mfe-a', one, { 'artifact.json': artifact, 'entry.js': 'another()' });
    expect(await registry.publish(manager, 'mfe-a', one)).toMatchObject({ code: 'unfit' });
  });

  it('refuses a file whose path another file is in the way of, or that is too long for a disk', async () => {
    const put = (path: string) => registry.putFile(manager, 'mfe-a', one, path, bytes('x'));
    expect(await put('a')).toMatchObject({ ok: true });
    expect(await put('b/c')).toMatchObject({ ok: true });
    expect(await put('a/b')).toMatchObject({ ok: false, code: 'invalid' });
    expect(await put('b')).toMatchObject({ ok: false, code: 'invalid' });
    expect(await put(`long/${'x'.repeat(255)}`)).toMatchObject({ ok: true });
    expect(await put(`long/${'x'.repeat(256)}`)).toMatchObject({ ok: false, code: 'invalid' });
  });

  it('refuses a route about what the site does not know, or where it has a page of its own', async () => {
    const site = { subjects: { breads: 'all', bread: 'one' }, ownSegments: ['contact'] } as const;
    const bakery = (await openTestRegistry({ site })).registry;
    const draft = (about: string) => draftOf('mfe-a', one, { paths: ['/breads/:id'], about });
    await upload(bakery, 'mfe-a', one, draft('cake'));
    expect(await bakery.publish(manager, 'mfe-a', one)).toEqual({
      ok: false,
      code: 'unfit',
      problem: `mfe-a ${one}: the route /breads/:id is about "cake", which this site does not know: it knows breads, bread`,
    });
    await upload(bakery, 'mfe-a', one, draft('bread'));
    expect(await bakery.publish(manager, 'mfe-a', one)).toMatchObject({ ok: true });
    const contact = draftOf('mfe-b', one, { paths: ['/contact/us'] });
    await upload(bakery, 'mfe-b', one, contact);
    expect(await bakery.publish(manager, 'mfe-b', one)).toEqual({
      ok: false,
      code: 'unfit',
      problem: `mfe-b ${one}: the route "/contact/us" begins with "contact", which belongs to the site itself`,
    });
    // Where no site is known, anything may be one of its subjects.
    await upload(registry, 'mfe-a', one, draft('cake'));
    expect(await registry.publish(manager, 'mfe-a', one)).toMatchObject({ ok: true });
  });

  it('keeps whose a build is for lists, and tells it no reader', async () => {
    const owner = { team: 'A team', links: [{ text: 'Chat', href: 'https://chat.example/a' }] };
    await publish(registry, 'mfe-a', one, { owner });
    await publish(registry, 'mfe-a', one, { owner });
    await publish(registry, 'mfe-a', two);
    const listed = (await registry.builds('mfe-a')).map(({ build, owner }) => [build, owner]);
    expect(new Map(listed.map(([build, of]) => [build, of]))).toEqual(
      new Map([
        [one, owner],
        [two, undefined],
      ]),
    );
    const record = await registry.build('mfe-a', one);
    const attested = await registry.attestations.ofBuild('mfe-a', one);
    const declared = registry.attestations.ofDeclarations(record ? [record.artifact] : [], 'whole');
    for (const text of [attested?.text, declared.text]) {
      expect(text).toContain('mfe-a');
      expect(text).not.toContain('A team');
    }
    expect(await registry.audit.verify()).toMatchObject({ ok: true });
  });

  it('refuses another content under a taken build id, and keeps the first', async () => {
    await publish(registry, 'mfe-a', one, { files: { 'a.js': 'first' } });
    await upload(registry, 'mfe-a', one, draftOf('mfe-a', one, { files: { 'a.js': 'second' } }));
    expect(await registry.publish(manager, 'mfe-a', one)).toEqual({
      ok: false,
      code: 'taken',
      problem: `mfe-a ${one} is taken by another content`,
    });
    expect(await text(one, 'a.js')).toBe('first');
  });

  it('takes one of two contents that are published at once, whole', async () => {
    for (const [at, n] of [3, 4, 5, 6].entries()) {
      const build = buildOf(n);
      const kinds = ['first', 'second'].map((word) =>
        draftOf('mfe-a', build, { files: { 'a.js': word, 'b.js': word, 'c.js': word } }),
      );
      const [first = {}, second = {}] = at % 2 === 0 ? kinds : kinds.reverse();
      await upload(registry, 'mfe-a', build, first);
      // The second upload comes while the first is being published.
      const results = await Promise.all([
        registry.publish(manager, 'mfe-a', build),
        upload(registry, 'mfe-a', build, second).then(() =>
          registry.publish(manager, 'mfe-a', build),
        ),
      ]);
      expect(results.map(({ ok }) => ok)).toContain(true);
      const record = await registry.build('mfe-a', build);
      const words = await Promise.all(['a.js', 'b.js', 'c.js'].map((path) => text(build, path)));
      expect(new Set(words).size).toBe(1);
      expect(record?.sizes['a.js']).toBe(words[0]?.length);
    }
  });

  it('puts files back that were lost or damaged', async () => {
    await publish(registry, 'mfe-a', one, { files: { 'a.js': 'first', 'b.js': 'first' } });
    const folder = join(opened.folder, 'artifacts', 'mfe-a', one);
    await rm(join(folder, 'a.js'));
    await writeFile(join(folder, 'b.js'), 'fir');
    await publish(registry, 'mfe-a', one, { files: { 'a.js': 'first', 'b.js': 'first' } });
    expect(await text(one, 'a.js')).toBe('first');
    expect(await text(one, 'b.js')).toBe('first');
  });

  const whole = draftOf('mfe-a', one);
  const { 'entry.js': _, ...lacking } = whole;
  it.each<[string, Record<string, string>, string]>([
    ['a file that is missing', lacking, 'entry.js is missing'],
    ['another file', { ...whole, 'entry.js': 'x' }, 'entry.js is not what artifact.json says'],
    ['a file too many', { ...whole, 'more.js': 'x' }, 'more.js is not in artifact.json'],
    ['no artifact.json', { 'entry.js': 'x' }, 'there is no artifact.json'],
    ['an artifact.json that is none', { ...whole, 'artifact.json': '{' }, 'artifact.json: '],
    ['another build’s', draftOf('mfe-a', two), `artifact.json is that of mfe-a ${two}`],
    ['another app’s', draftOf('mfe-b', one), `artifact.json is that of mfe-b ${one}`],
    [
      'a page of the site itself',
      draftOf('mfe-a', one, { paths: ['/api'] }),
      'the route "/api" begins with "api", which belongs to the site itself',
    ],
    [
      'a redirect to another site',
      draftOf('mfe-a', one, { redirects: [{ from: '/old', to: '//evil.example' }] }),
      'the redirect from "/old" leads to "//evil.example", which is no route of this remote',
    ],
    [
      'a link of its owner that is code',
      draftOf('mfe-a', one, {
        owner: { team: 'A', links: [{ text: 'Chat', href: 'javascript:alert(1)' }] },
      }),
      'the link "Chat" of its owner is no address that begins with https: or mailto:',
    ],
    [
      'a menu entry that leads elsewhere',
      draftOf('mfe-a', one, { menu: ['/evil.example'] }),
      'which is no route of this remote',
    ],
    [
      'a widget that it does not bring',
      draftOf('mfe-a', one, { exposes: ['./card'] }),
      'it declares ./card, which its manifest has not',
    ],
    [
      'a manifest of 300 KB',
      draftOf('mfe-a', one, {
        files: {
          'mf-manifest.json': JSON.stringify({
            metaData: { remoteEntry: { name: 'entry.js' } },
            exposes: [],
            junk: 'x'.repeat(300_000),
          }),
        },
      }),
      'at most 262144',
    ],
    [
      'a manifest of which every page would carry too much',
      draftOf('mfe-a', one, {
        files: {
          'mf-manifest.json': JSON.stringify({
            name: 'x'.repeat(66_000),
            metaData: { remoteEntry: { name: 'entry.js' } },
            exposes: [],
          }),
        },
      }),
      'bytes that every page carries: at most 65536',
    ],
    [
      'a manifest that is none',
      draftOf('mfe-a', one, { files: { 'mf-manifest.json': '[]' } }),
      'manifest',
    ],
    [
      'what no database can hold',
      draftOf('mfe-a', one, {
        files: {
          'mf-manifest.json':
            '{"metaData":{"remoteEntry":{"name":"entry.js"}},"exposes":[],"name":"\\u0000"}',
        },
      }),
      'characters that cannot be kept',
    ],
    ['nothing', {}, `nothing of mfe-a ${one} was uploaded`],
  ])('refuses a draft with %s, and keeps nothing of it', async (_what, draft, problem) => {
    await upload(registry, 'mfe-a', one, draft);
    const result = await registry.publish(manager, 'mfe-a', one);
    expect(result).toMatchObject({ ok: false, code: 'unfit' });
    expect(result.ok ? '' : result.problem).toContain(problem);
    expect(await registry.build('mfe-a', one)).toBeNull();
    expect(await registry.files.list('mfe-a', one)).toEqual([]);
    expect(await registry.audit.entries({ limit: 10 })).toEqual([]);
  });

  const bracketed = `${'['.repeat(150_000)}${']'.repeat(150_000)}`;
  const named = Object.fromEntries(Array.from({ length: 11_000 }, (_, n) => [`f${n}`, '']));
  it.each<[string, Record<string, string>, string]>([
    [
      'of two megabytes',
      { 'artifact.json': JSON.stringify({ app: 'x'.repeat(2_000_000) }) },
      'artifact.json has 2000010 bytes: at most 1048576',
    ],
    [
      'of brackets within brackets',
      { 'artifact.json': bracketed },
      'artifact.json has more than 32 brackets within brackets',
    ],
    [
      'of more files than any build may have',
      { 'artifact.json': JSON.stringify({ files: named }) },
      'artifact.json has more than 10000 values',
    ],
    [
      'of more routes',
      { 'artifact.json': JSON.stringify({ declaration: { routes: Array(11_000).fill({}) } }) },
      'artifact.json has more than 10000 values',
    ],
    [
      'beside a manifest of brackets',
      draftOf('mfe-a', one, {
        files: { 'mf-manifest.json': bracketed.slice(100_000, -100_000) },
      }),
      'mf-manifest.json has more than 32 brackets within brackets',
    ],
    [
      'beside a contract of brackets',
      draftOf('mfe-a', one, { files: { 'contract.json': bracketed.slice(100_000, -100_000) } }),
      'contract.json has more than 32 brackets within brackets',
    ],
  ])('refuses an artifact.json %s, which it does not parse', async (_what, draft, problem) => {
    await upload(registry, 'mfe-a', one, draft);
    const parse = vi.spyOn(JSON, 'parse');
    const result = await registry.publish(manager, 'mfe-a', one);
    const parsed = parse.mock.calls.filter(([text]) => text.length > 20_000);
    parse.mockRestore();
    expect(result).toMatchObject({ code: 'unfit', problem: expect.stringContaining(problem) });
    expect(parsed).toEqual([]);
  });

  it('keeps and signs of a manifest only what pages use; its file stays as it was', async () => {
    const expose = {
      path: './routes',
      assets: { js: { sync: ['entry.js'], async: [] }, css: { sync: [], async: [] } },
    };
    const share = {
      name: 'react',
      version: '19.3.1',
      requiredVersion: '^19.0.0',
      singleton: true,
    };
    const remoteEntry = { name: 'entry.js', path: '', type: 'var' };
    const used = { name: 'a', metaData: { globalName: 'a', remoteEntry } };
    const junk = 'x'.repeat(100_000);
    const manifest = {
      ...{
        ...used,
        junk,
        exposes: [{ ...expose, id: 'a' }],
        shared: [{ ...share, assets: junk }],
      },
      metaData: {
        ...used.metaData,
        pluginVersion: '2.9.2',
        remoteEntry: { ...remoteEntry, junk: '' },
      },
    };
    const file = JSON.stringify(manifest);
    await publish(registry, 'mfe-a', one, { files: { 'mf-manifest.json': file } });
    const kept = { ...used, exposes: [expose], shared: [share] };
    expect((await registry.build('mfe-a', one))?.manifest).toEqual(kept);
    const signed = await registry.attestations.ofBuild('mfe-a', one);
    expect(JSON.parse(signed?.text ?? '')).toMatchObject({ manifest: kept });
    expect(signed?.text.length).toBeLessThan(2_000);
    expect(await text(one, 'mf-manifest.json')).toBe(file);
    expect(await registry.audit.verify()).toMatchObject({ ok: true });
  });

  it('notes which React DOM is compiled in, which is not promoted beside another React', async () => {
    const versions = { version: '19.3.1', requiredVersion: '^19.0.0', singleton: true };
    const own = { js: { sync: [], async: ['own.js'] } };
    const shared = [{ name: 'react', ...versions, assets: own }];
    const throws = (version: string) => `if("${version}"!==a)throw Error(b(527,a,"${version}"))`;
    const files = { 'routes.js': throws('19.3.0'), 'own.js': throws('19.2.0') };
    await publish(registry, 'mfe-a', one, { shared, files });
    await publish(registry, 'shell', one, { kind: 'shell', shared });
    await publish(registry, 'shell', two, {
      kind: 'shell',
      shared: [{ ...shared[0], version: '19.3.0' }],
    });
    expect((await registry.build('mfe-a', one))?.manifest).toMatchObject({
      shared: [{ name: 'react', bundled: true }],
      reactDom: ['19.3.0'],
    });
    const beside = (build: string) => {
      const builds = { shell: build, 'mfe-a': one };
      const change = { kind: 'promote', builds, reason: 'of one page' } as const;
      return registry.channel('production').preview(manager, change);
    };
    expect(await beside(two)).toMatchObject({ ok: true });
    expect(await beside(one)).toMatchObject({
      code: 'unfit',
      problem: expect.stringContaining(`mfe-a ${one} has React DOM 19.3.0 compiled in`),
    });
  });

  it('lets a draft be mended', async () => {
    await upload(registry, 'mfe-a', one, lacking);
    expect((await registry.publish(manager, 'mfe-a', one)).ok).toBe(false);
    await upload(registry, 'mfe-a', one, { 'entry.js': whole['entry.js'] ?? '' });
    expect((await registry.publish(manager, 'mfe-a', one)).ok).toBe(true);
  });

  it.each([
    ['../evil.js'],
    ['a/../../evil.js'],
    ['/etc/passwd'],
    ['a\\b.js'],
    ['C:/a.js'],
    ['.hidden'],
    ['a//b.js'],
    ['a/'],
    [''],
    ['a\0.js'],
    [`${'a'.repeat(301)}`],
  ])('refuses to write to %j', async (path) => {
    expect(await registry.putFile(manager, 'mfe-a', one, path, bytes('x'))).toMatchObject({
      ok: false,
      code: 'invalid',
    });
    expect(await readdir(opened.folder)).toEqual([]);
  });

  it.each([
    ['..', one],
    ['mfe-a', '..'],
    ['mfe-a', `${one}/x`],
    ['MFE', one],
  ])('refuses to write for %s %s', async (app, build) => {
    const refused = { ok: false, code: 'invalid' };
    expect(await registry.putFile(manager, app, build, 'a.js', bytes('x'))).toMatchObject(refused);
    expect(await registry.publish(manager, app, build)).toMatchObject(refused);
  });

  it('is each team’s for its own app alone', async () => {
    const team = publisherOf('mfe-a');
    await publish(registry, 'mfe-a', one, {}, team);
    const refused = { ok: false, code: 'forbidden' };
    expect(await registry.putFile(team, 'mfe-b', one, 'a.js', bytes('x'))).toMatchObject(refused);
    await upload(registry, 'mfe-b', one, draftOf('mfe-b', one));
    expect(await registry.publish(team, 'mfe-b', one)).toMatchObject(refused);
  });

  it('wakes those who wait for changes', async () => {
    const listener = vi.fn();
    registry.onChange(listener);
    let n = 10;
    await vi.waitFor(
      async () => {
        n += 1;
        await publish(registry, 'mfe-a', buildOf(n));
        expect(listener).toHaveBeenCalled();
      },
      { timeout: 60_000 },
    );
  });
});
