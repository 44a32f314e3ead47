import { createHash, randomBytes } from 'node:crypto';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliDecompressSync, zstdDecompressSync } from 'node:zlib';
import { withAttestations, withChannels } from '@tallystick/registry/changed-registry.testing';
import { describe, expect, it } from 'vitest';
import { openTestSite, type TestRegistry, type TestSite } from '../site.testing.ts';
import { siteForEach } from '../site-for-each.testing.ts';

const browser = 'gzip, deflate, br, zstd, dcb, dcz';
/** 24 KB that no dictionary of a coding's own makes shorter. */
const library = randomBytes(12_000).toString('hex');

/** A script of an app: the same library, with a line of its own. */
const scriptOf = (line: string) => `const library='${library}';\nconsole.log(${line});\n`;
const hashIn = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 12);
const namedByHash = (text: string) => `routes.${hashIn(text)}.js`;
const available = (text: string) => `:${createHash('sha256').update(text).digest('base64')}:`;

let kept: TestRegistry;
let site: TestSite;
let apps = 0;
let app: string;
let shell: string;
siteForEach(async (...opened) => {
  [site, kept] = opened;
  await site.server.ready();
  apps += 1;
  app = `mfe-note${apps}`;
  shell = await site.publish('shell', {});
});

/** Makes a build with this line live; answers it, and the address of its script. */
async function release(line: string): Promise<{ build: string; url: string; text: string }> {
  const text = scriptOf(line);
  const build = await site.publish(app, { [namedByHash(text)]: text });
  await site.promote({ shell, [app]: build });
  return { build, url: `/artifacts/${app}/${build}/${namedByHash(text)}`, text };
}

const asked = (url: string, dictionary: string, encoding = browser, from = site) =>
  from.get(url, { 'accept-encoding': encoding, 'available-dictionary': available(dictionary) });

/** Asks until what is sent needs the dictionary. */
async function delta(url: string, dictionary: string, from = site) {
  await expect
    .poll(async () => (await asked(url, dictionary, browser, from)).headers['content-encoding'])
    .toBe('dcz');
  return await asked(url, dictionary, browser, from);
}

/** As a browser does, by RFC 9842. */
function decoded(body: Buffer, dictionary: string): string {
  const header = Buffer.from('5e2a4d1820000000', 'hex');
  expect(body.subarray(0, 8)).toEqual(header);
  expect(body.subarray(8, 40)).toEqual(createHash('sha256').update(dictionary).digest());
  return zstdDecompressSync(body.subarray(40), { dictionary: Buffer.from(dictionary) }).toString();
}

/** Names of the files that are kept of an app's builds. */
async function keptFiles(): Promise<string[]> {
  const folder = join(kept.folder, 'compressed-by-dictionary', app);
  const found = await readdir(folder, { recursive: true }).catch((): string[] => []);
  return found.filter((path) => path.endsWith('.dcz')).map((path) => join(folder, path));
}

it('says for which addresses a script or a style sheet is a dictionary', async () => {
  const files = {
    'routes.0123456789ab.js': scriptOf('1'),
    'static/page-Bx3kT_9q.css': `.a{}${library}`,
    'remote-entry.js': scriptOf('2'),
    'chunk-settings.js': scriptOf('3'),
    'small.js': 'small',
    'picture.svg': `<svg>${library}</svg>`,
    'a(b).js': scriptOf('4'),
    'server/entry.js': scriptOf('5'),
  };
  const build = await site.publish(app, files);
  const dictionaries = await Promise.all(
    Object.keys(files).map(async (path) => {
      const { headers } = await site.get(`/artifacts/${app}/${build}/${path}`);
      return [path, headers['use-as-dictionary'], headers.vary];
    }),
  );
  const varies = 'accept-encoding, available-dictionary';
  expect(dictionaries).toEqual([
    ['routes.0123456789ab.js', `match="/artifacts/${app}/*/routes.*.js"`, varies],
    ['static/page-Bx3kT_9q.css', `match="/artifacts/${app}/*/static/page-*.css"`, varies],
    ['remote-entry.js', `match="/artifacts/${app}/*/remote-entry.js"`, varies],
    ['chunk-settings.js', `match="/artifacts/${app}/*/chunk-settings.js"`, varies],
    ['small.js', undefined, undefined],
    ['picture.svg', undefined, 'accept-encoding'],
    ['a(b).js', undefined, 'accept-encoding'],
    // Site servers alone read it.
    ['server/entry.js', undefined, 'accept-encoding'],
  ]);
});

describe('a file of a new release', () => {
  it('is sent as what is new of it, to who has the one before', async () => {
    const old = await release('1');
    const now = await release('2');
    const plain = await asked(now.url, scriptOf('another'));
    expect(plain.headers).toMatchObject({
      'content-encoding': 'br',
      'cache-control': 'public, max-age=31536000, immutable, s-maxage=60',
    });
    const { rawPayload, headers } = await delta(now.url, old.text);
    expect(decoded(rawPayload, old.text)).toBe(now.text);
    expect(rawPayload.length).toBeLessThan(plain.rawPayload.length / 50);
    expect(headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
      'use-as-dictionary': `match="/artifacts/${app}/*/routes.*.js"`,
      vary: 'accept-encoding, available-dictionary',
    });
    expect(headers.etag).toMatch(/^"[^"]+"$/);
    expect(headers.etag).not.toBe(plain.headers.etag);
    const again = await site.get(now.url, {
      'accept-encoding': browser,
      'available-dictionary': available(old.text),
      'if-none-match': String(headers.etag),
    });
    expect([again.statusCode, again.body]).toEqual([304, '']);
  });

  it('is sent so from each of the ten live builds before it, and from no earlier one', async () => {
    const releases = [];
    for (let line = 0; line <= 11; line += 1) releases.push(await release(String(line)));
    const now = releases[11];
    const [first, ...last] = releases.slice(0, 11).map(({ text }) => text);
    if (now === undefined || first === undefined) throw new Error('nothing is released');
    expect(last).toHaveLength(10);
    for (const text of last) {
      const { rawPayload } = await delta(now.url, text);
      expect(decoded(rawPayload, text)).toBe(now.text);
      expect(rawPayload.length).toBeLessThan(200);
    }
    expect((await asked(now.url, first)).headers['content-encoding']).toBe('br');
  });

  it('is sent so when a release is taken back, also from the build that was recalled', async () => {
    const good = await release('1');
    const bad = await release('2');
    await site.change({ kind: 'rollback', apps: [app], to: {}, recall: true, reason: 'it breaks' });
    const { rawPayload } = await delta(good.url, bad.text);
    expect(decoded(rawPayload, bad.text)).toBe(good.text);
  });

  it('is sent so from a build that was live while its server saw no revision', async () => {
    let answers = Promise.resolve();
    const registry = withChannels(kept.registry, ({ current }) => ({
      current: async () => {
        await answers;
        return await current();
      },
    }));
    const next = await openTestSite({ ...kept, registry }, { channel: site.channel });
    await next.server.ready();
    const old = await release('1');
    const good = await release('2');
    await delta(good.url, old.text, next);
    const held = Promise.withResolvers<void>();
    answers = held.promise;
    const bad = await release('3');
    await site.change({ kind: 'rollback', apps: [app], to: {}, recall: true, reason: 'it breaks' });
    held.resolve();
    await delta(good.url, bad.text, next);
    await next.server.close();
  });

  it.each([
    ['takes no dictionaries', 'gzip, br', available(scriptOf('1'))],
    ['likes all codings', '*', available(scriptOf('1'))],
    ['has no dictionary', browser, undefined],
    ['has what no build has', browser, available('x')],
    ['names no hash', browser, 'x'],
    ['names a hash that is too long', browser, `:${'A'.repeat(6_000)}=:`],
    ['names two', browser, `${available(scriptOf('1'))}, ${available(scriptOf('1'))}`],
  ])('comes as always to who %s', async (_who, encoding, dictionary) => {
    const old = await release('1');
    const now = await release('2');
    await delta(now.url, old.text);
    const answer = await site.get(now.url, {
      'accept-encoding': encoding,
      ...(dictionary !== undefined && { 'available-dictionary': dictionary }),
    });
    expect(answer.headers['content-encoding']).toBe('br');
    expect(answer.headers.vary).toBe('accept-encoding, available-dictionary');
    expect(answer.headers['cache-control']).toMatch(/^public, max-age=31536000, immutable/);
    expect(brotliDecompressSync(answer.rawPayload).toString()).toBe(now.text);
  });

  it('is never made from a file of another app, or of another name', async () => {
    const now = await release('1');
    const other = scriptOf('of another');
    await site.publish(`${app}-other`, { 'routes.0123456789ab.js': other });
    const before = await site.publish(app, { 'page.0123456789ab.js': other });
    await site.promote({ shell, [app]: before });
    const last = await release('2');
    await delta(last.url, now.text);
    expect((await asked(last.url, other)).headers['content-encoding']).toBe('br');
  });
});

describe('what is kept on disk', () => {
  it('is taken by the next server, and made again when it is damaged', async () => {
    const old = await release('1');
    const now = await release('2');
    const whole = (await delta(now.url, old.text)).rawPayload;
    const [path = ''] = (await keptFiles()).filter((file) => file.includes(now.build));
    expect(await readFile(path)).toEqual(whole);
    const other = Buffer.concat([whole.subarray(0, 40), randomBytes(60)]);
    for (const damage of [whole.subarray(0, 60), other, Buffer.alloc(0), whole]) {
      await writeFile(path, damage);
      const next = await openTestSite(kept, { channel: site.channel });
      await next.server.ready();
      const answer = await delta(now.url, old.text, next);
      expect(decoded(answer.rawPayload, old.text)).toBe(now.text);
      expect(await readFile(path)).toEqual(whole);
      await next.server.close();
    }
  });

  it('is of no more than what the newest revision names', async () => {
    const old = await release('1');
    const middle = await release('2');
    await delta(middle.url, old.text);
    const now = await release('3');
    await delta(now.url, old.text);
    // A fallback is named as well; what is of no build that browsers get, goes.
    await site.change({ kind: 'remove', apps: [app], reason: 'it is over' });
    await expect.poll(keptFiles).toEqual([]);
    expect((await asked(now.url, old.text)).headers['content-encoding']).toBe('br');
  });

  it('is no reason to fail when the builds before are gone', async () => {
    const old = await release('1');
    await rm(join(kept.folder, 'artifacts', app, old.build), { recursive: true });
    const middle = await release('2');
    const now = await release('3');
    const { rawPayload } = await delta(now.url, middle.text);
    expect(decoded(rawPayload, middle.text)).toBe(now.text);
    expect((await asked(now.url, old.text)).headers['content-encoding']).toBe('br');
  });
});

it('is sent whole while the builds before cannot be read', async () => {
  const oldest = await release('0');
  const old = await release('1');
  const now = await release('2');
  let isAway = false;
  const read: typeof kept.registry.files.read = (...file) =>
    isAway && file[1] === old.build
      ? Promise.reject(new Error('The bucket does not answer.'))
      : kept.registry.files.read(...file);
  const registry = { ...kept.registry, files: { ...kept.registry.files, read } };
  const next = await openTestSite({ ...kept, registry }, { channel: site.channel });
  await next.server.ready();
  // What is of the build before is made before that.
  await delta(now.url, oldest.text, next);
  isAway = true;
  const answer = await asked(now.url, old.text, browser, next);
  expect([answer.statusCode, answer.headers['content-encoding']]).toEqual([200, 'br']);
  isAway = false;
  await delta(now.url, old.text, next);
  await next.server.close();
});

it('is sent so though a build before it cannot be read', async () => {
  const oldest = await release('0');
  const old = await release('1');
  const now = await release('2');
  const registry = withAttestations(kept.registry, {
    ofBuild: (...which) =>
      which[1] === oldest.build
        ? Promise.reject(new Error('The store does not answer.'))
        : kept.registry.attestations.ofBuild(...which),
  });
  const next = await openTestSite({ ...kept, registry }, { channel: site.channel });
  await next.server.ready();
  const { rawPayload } = await delta(now.url, old.text, next);
  expect(decoded(rawPayload, old.text)).toBe(now.text);
  const whole = await asked(now.url, oldest.text, browser, next);
  expect([whole.statusCode, whole.headers['content-encoding']]).toEqual([200, 'br']);
  await next.server.close();
});

it('is sent so also where an earlier revision takes longer to be prepared', async () => {
  const old = await release('1');
  const canary = await site.publish(app, { 'main.js': scriptOf('canary') });
  const builds = { [app]: canary };
  await site.change({ kind: 'canary', builds, percent: 5, reason: 'try it' });
  const held = Promise.withResolvers<void>();
  const reached = Promise.withResolvers<void>();
  let histories = 0;
  const dataFolder = join(kept.folder, 'overtaken');
  const registry = withChannels(kept.registry, ({ history }) => ({
    history: async (page) => {
      histories += 1;
      if (histories === 1) {
        reached.resolve();
        await held.promise;
      }
      return await history(page);
    },
  }));
  const next = await openTestSite({ registry, folder: dataFolder }, { channel: site.channel });
  await next.server.ready();
  await reached.promise;
  const now = await release('2');
  await delta(now.url, old.text, next);
  held.resolve();
  // The earlier revision alone names the canary. What comes after its files is begun when all of them are made.
  const files = join(dataFolder, 'compressed', app, canary);
  await expect.poll(() => readdir(files).catch(() => [])).toContain('main.js.gz');
  const other = await site.publish(`${app}-other`, { 'main.js': scriptOf('other') });
  const after = () =>
    next.get(`/artifacts/${app}-other/${other}/main.js`, { 'accept-encoding': browser });
  await expect.poll(async () => (await after()).headers.etag).toMatch(/-br"$/);
  expect((await asked(now.url, old.text, browser, next)).headers['content-encoding']).toBe('dcz');
  await next.server.close();
});

it('a release has nothing read anew of the builds that it leaves as they are', async () => {
  const reads: string[] = [];
  const read: typeof kept.registry.files.read = (...file) => {
    reads.push(file[2]);
    return kept.registry.files.read(...file);
  };
  const registry = { ...kept.registry, files: { ...kept.registry.files, read } };
  const other = await openTestSite({ ...kept, registry });
  await other.server.ready();
  const still = await other.publish(`${app}-still`, { 'still.js': scriptOf('still') });
  const stillThere = () =>
    other.get(`/artifacts/${app}-still/${still}/still.js`, { 'accept-encoding': browser });
  const release = async (text: string) => {
    const build = await other.publish(app, { 'main.js': text });
    await other.promote({ shell, [app]: build, [`${app}-still`]: still });
    return `/artifacts/${app}/${build}/main.js`;
  };
  await release(scriptOf('1'));
  await expect.poll(async () => (await stillThere()).headers.etag).toMatch(/-br"$/);
  reads.length = 0;
  await delta(await release(scriptOf('2')), scriptOf('1'), other);
  await stillThere();
  expect(reads).toContain('main.js');
  expect(reads).not.toContain('still.js');
  await other.server.close();
});

it('has no dictionaries of builds for previews alone', async () => {
  const text = scriptOf('preview');
  const build = await site.publish(app, { [namedByHash(text)]: text }, {}, true);
  const { headers } = await site.get(`/artifacts/${app}/${build}/${namedByHash(text)}`);
  expect(headers['use-as-dictionary']).toBeUndefined();
});
