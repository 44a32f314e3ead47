import { createHash } from 'node:crypto';
import { mkdtempDisposable } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { errors } from '@tallystick/registry/parts/errors/errors';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { good, openTestApi, type TestApi } from '../api/test-api.testing.ts';
import { bakeryAt } from '../bakery/bakery.testing.ts';
import { inlined, navigation } from '../browser.testing.ts';
import {
  openTestRegistry,
  openTestSite,
  type TestRegistry,
  type TestSite,
} from '../site.testing.ts';
import { listEntry, reaches, shellEntry, wrongPages } from './entries.testing.ts';

const entry = 'server/entry.js';
const bare = '<div id="root"></div>';

let kept: TestRegistry;
let api: TestApi;
let site: TestSite;
let shell: string;
let count: number;
let clock: number;
beforeAll(async () => {
  kept = await openTestRegistry();
  api = await openTestApi(() => good({ list: [], count, sequence: count }));
  clock = Date.now();
  site = await openSite(60_000);
  shell = await site.publish('shell', { [entry]: shellEntry });
  await site.promote({ shell, 'mfe-note': await note('first') });
});
afterAll(async () => {
  await site.server.close();
  await api.close();
  await kept.close();
});
beforeEach(() => {
  // What was kept is asked for again, and no build rests.
  clock += 120_000;
  count = 7;
});

/** `beginMs`: builds have so long to begin and for a first page; on a busy machine that takes seconds. */
const openSite = (beginMs: number) =>
  openTestSite(kept, {
    site: bakeryAt(api.url),
    rendering: { beginMs, limitMs: 60_000 },
    limits: { rendersMs: 60_000 },
    now: () => clock,
  });

const note = (name: string) => site.publish('mfe-note', { [entry]: listEntry(name) });

const hashOf = (text: string) => `sha384-${createHash('sha384').update(text).digest('base64')}`;

/** A page's root, from its `<div>` to what follows it. */
async function rootOf(
  url: string,
  headers: Record<string, string> = {},
  at = site,
): Promise<string> {
  const { body } = await at.get(url, { ...navigation, ...headers });
  return /<div id="root".*(?=\n<p id="(?:as-it-came|still-loading)")/.exec(body)?.[0] ?? '';
}

describe('a page', () => {
  it('comes with its content, its styles and the answers that it was made of', async () => {
    const build = await note('first');
    const { body, headers } = await site.get('/notes/1?page=2');
    expect(body).toContain(
      `<div id="root" data-rendered="mfe-note@${build}"><link rel="preload" as="image" href="/artifacts/mfe-note/x.svg"/><p>first /notes/1?page=2 has 7, made 1</p></div>`,
    );
    expect(inlined(body, 'answers')).toEqual([
      {
        path: 'breads/list',
        body: '{"index":1,"items":10}',
        result: { code: 200, data: { list: [], count: 7, sequence: 7 } },
      },
    ]);
    const hash = hashOf('css');
    const href = `/artifacts/mfe-note/${build}/routes.css`;
    const [head = '', rest = ''] = body.split('<body>');
    expect(head).toContain(`<style data-href="${href}">css</style>`);
    expect(head).not.toMatch(/<script defer|rel="preload"/);
    expect(rest).toContain(
      `<link rel="preload" as="style" fetchpriority="low" href="${href}" integrity="${hash}"`,
    );
    expect(rest.indexOf('<script defer')).toBeGreaterThan(rest.indexOf('made 1'));
    const again = /<script>(document.addEventListener\('DOM.*?)<\/script>/s.exec(head)?.[1] ?? '';
    const follow = /<script>(document.addEventListener.*?)<\/script>/s.exec(body)?.[1] ?? '';
    expect(headers['content-security-policy']).toContain(
      `script-src 'self' '${hashOf(follow)}' '${hashOf(again)}';`,
    );
    expect(headers['content-security-policy']).toContain(
      `style-src 'self' '${hashOf('body {}')}' '${hash}';`,
    );
    expect(headers['content-security-policy']).toContain("form-action 'self';");
    expect(body).not.toContain('needs JavaScript');
    const { headers: of404 } = await site.get('/nowhere');
    expect(of404['content-security-policy']).toContain("form-action 'none';");
  });

  it('has before its content all that the shell begins with', async () => {
    const rendered = await site.get('/notes/1');
    expect(rendered.body).toContain('data-rendered');
    for (const { body } of [rendered, await site.get('/nowhere')]) {
      const before = body.slice(0, body.indexOf('<div id="root"'));
      expect(before).toMatch(/<script[^>]* src="\/artifacts\/shell\/[^>]* integrity="sha384-/);
      for (const id of ['site-configuration', 'release', 'builds']) {
        expect(before).toContain(`<script type="application/json" id="${id}">`);
        expect(body.split(` id="${id}"`)).toHaveLength(2);
      }
    }
  });

  it.each([
    ['has addresses of its own', '@font-face { src: url(font.woff2) }'],
    ['imports another', '@import "other.css";'],
    ['would end its element', 'p::after { content: "</style>" }'],
    ['is long', `/* ${'x'.repeat(100_000)} */`],
    ['is no UTF-8', Buffer.from('p::after { content: "\u00e9" }', 'latin1')],
  ])('links to a style that %s', async (_, css) => {
    const files = { [entry]: listEntry('linked'), 'routes.css': css };
    await site.promote({ shell, 'mfe-note': await site.publish('mfe-note', files) });
    const { body, headers } = await site.get('/notes/styles');
    expect(body).toMatch(/<link rel="stylesheet" data-page href="[^"]*routes\.css" integrity="/);
    expect(body).not.toContain(css.toString());
    expect(headers['content-security-policy']).toContain(
      `style-src 'self' '${hashOf('body {}')}';`,
    );
    await site.promote({ 'mfe-note': await note('first') });
  });

  it('is rendered once more when the API says something else, and not before', async () => {
    const first = await site.get('/notes/2');
    clock += 2_000;
    const same = await site.get('/notes/2', { 'if-none-match': String(first.headers.etag) });
    expect(same.statusCode).toBe(304);
    const asked = api.asked.length;
    expect(await rootOf('/notes/2')).toMatch(/has 7, made \d+</);
    // Within a second nobody is asked.
    expect(api.asked.length).toBe(asked);
    count = 8;
    clock += 2_000;
    expect(await rootOf('/notes/2')).toContain('has 8');
  });

  it('is the browser’s while the API does not answer, and rendered when it does', async () => {
    const { answer } = api;
    api.answer = () => ({ status: 503, body: { code: 503, error: 'Busy.' } });
    expect(await rootOf('/notes/3')).toBe(bare);
    api.answer = answer;
    clock += 10_000;
    expect(await rootOf('/notes/3')).toContain('has 7');
    api.answer = () => ({ status: 503, body: { code: 503, error: 'Busy.' } });
    clock += 10_000;
    // What was rendered before is better than nothing, for a while.
    expect(await rootOf('/notes/3')).toContain('has 7');
    clock += 120_000;
    expect(await rootOf('/notes/3')).toBe(bare);
    api.answer = answer;
    clock += 10_000;
  });

  it('may ask by GET, too', async () => {
    const text = `exports.page = async ({ configuration }) => {
      const answer = await fetch(configuration.breadsUrl + '/breads/list/today?kind=rye');
      return '<p>' + (await answer.json()).data.count + '</p>';
    };`;
    await site.promote({ shell, 'mfe-note': await site.publish('mfe-note', { [entry]: text }) });
    const { body } = await site.get('/notes/1', navigation);
    expect(body).toContain('<p>7</p>');
    expect(inlined(body, 'answers')).toEqual([
      {
        path: 'breads/list/today?kind=rye',
        body: '',
        result: { code: 200, data: { list: [], count: 7, sequence: 7 } },
      },
    ]);
    await site.promote({ shell, 'mfe-note': await note('first') });
  });

  it('says what it is about as soon as the API does, though its content is the same', async () => {
    const about = { routes: [{ path: '/breads/:id', page: 'Bread', about: 'bread' }] };
    const build = await site.publish('mfe-note', { [entry]: listEntry('about') }, about);
    await site.promote({ shell, 'mfe-note': build });
    const { answer } = api;
    const busy = { status: 503, body: { code: 503, error: 'Busy.' } };
    api.answer = (path, ...asked) => (path === 'breads/one' ? busy : answer(path, ...asked));
    const titleAndContent = async () =>
      /<title>(\w+).*?<p>(about .*?)<\/p>/s.exec((await site.get('/breads/rye')).body)?.slice(1);
    const [title, content] = (await titleAndContent()) ?? [];
    expect(title).toBe('Bread');
    api.answer = (path, ...asked) =>
      path === 'breads/one' ? good({ name: 'Rye' }) : answer(path, ...asked);
    expect(await titleAndContent()).toEqual(['Rye', content]);
    api.answer = answer;
    await site.promote({ shell, 'mfe-note': await note('first') });
  });

  it('is of the build that is live: a rollback reaches the next request', async () => {
    const [first, second] = [await note('first'), await note('second')];
    await site.promote({ shell, 'mfe-note': second });
    expect(await rootOf('/notes/4')).toContain(`mfe-note@${second}"><link`);
    await site.change({
      kind: 'rollback',
      apps: ['mfe-note'],
      to: { 'mfe-note': first },
      recall: false,
      reason: 'because',
    });
    expect(await rootOf('/notes/4')).toContain(`mfe-note@${first}"><link`);
  });

  it('is rendered with the release that is live, though that has the same builds of it', async () => {
    const page = `exports.page = async ({ release }) => '<p>in ' + release.revision + '</p>';`;
    const telling = await site.publish('mfe-note', { [entry]: page });
    const { revision } = await site.promote({ shell, 'mfe-note': telling });
    expect(await rootOf('/notes/6')).toContain(`<p>in ${revision}</p>`);
    const next = await site.promote({ 'mfe-roll': await site.publish('mfe-roll') });
    expect(next.revision).toBe(revision + 1);
    expect(await rootOf('/notes/6')).toContain(`<p>in ${next.revision}</p>`);
    await site.promote({ 'mfe-note': await note('first') });
  });

  it('is of a canary for whom it is', async () => {
    const canary = await note('canary');
    await site.change({
      kind: 'canary',
      builds: { 'mfe-note': canary },
      percent: 50,
      reason: 'because',
    });
    const shown = await Promise.all(
      Array.from({ length: 40 }, async () => {
        const { cookie } = await site.visit('/notes/5');
        const { body } = await site.get('/notes/5', { ...navigation, cookie });
        const preloads = body.includes(`/artifacts/mfe-note/${canary}/`) ? 'canary' : 'first';
        return `${preloads}, ${/<p>(canary|first) /.exec(body)?.[1]}`;
      }),
    );
    expect([...new Set(shown)].sort()).toEqual(['canary, canary', 'first, first']);
  });

  it('of a build that only a preview shows is the browser’s: its code comes to no server', async () => {
    const tried = await note('tried');
    const cookie = await site.preview({ channel: site.channel, builds: { 'mfe-note': tried } });
    const { body } = await site.get('/notes/5', { ...navigation, cookie });
    expect(body).toContain(`/artifacts/mfe-note/${tried}/`);
    expect(body).toContain(bare);
    const other = await site.preview({ channel: site.channel, builds: { 'mfe-other': tried } });
    expect(await rootOf('/notes/5', { cookie: other })).not.toContain(tried);
  });

  it.each(['react', 'react/jsx-runtime'])(
    'of a remote that takes an earlier %s than the shell’s is the browser’s',
    async (name) => {
      const manifest = (shared: object) =>
        JSON.stringify({
          metaData: { remoteEntry: { name: 'remote-entry.js' } },
          exposes: [],
          shared: [{ name, ...shared }],
        });
      const itsShell = await site.publish('shell', {
        [entry]: shellEntry,
        'mf-manifest.json': manifest({ version: '19.3.1' }),
      });
      const takes = (range: string) =>
        site.publish('mfe-note', {
          [entry]: listEntry('taken'),
          'mf-manifest.json': manifest({ requiredVersion: range }),
        });
      await site.promote({ shell: itsShell, 'mfe-note': await takes('^19.0.0') });
      expect(await rootOf('/notes/7')).toContain('taken');
      const earlier = { 'mfe-note': await takes('^18.3.1') };
      const cookie = await site.preview({ channel: site.channel, builds: earlier });
      expect(await rootOf('/notes/7', { cookie })).toBe(bare);
      await site.promote({ shell, 'mfe-note': await note('first') });
    },
  );

  it('of an address that is not there, or without a server entry, is the browser’s', async () => {
    expect(await rootOf('/nowhere')).toBe(bare);
    await site.promote({ shell, 'mfe-note': await site.publish('mfe-note') });
    expect(await rootOf('/notes/6')).toBe(bare);
  });
});

describe('a build that', () => {
  const other = { routes: [{ path: '/others/:id', page: 'Others' }] };
  const pageOf = (body: string) => `exports.page = async () => { ${body} };`;
  const { throws, ...fatal } = wrongPages;
  /** After these its process is no more: each is a build of its own. */
  const ending = {
    ...Object.fromEntries(Object.entries(fatal).map(([what, body]) => [what, pageOf(body)])),
    'does not begin': `throw new Error('broken');`,
  };
  /** Bodies of pages that fail alone: one build has all of them, by their addresses. */
  const failing = {
    throws,
    'brings a stylesheet': `return '<link rel="stylesheet" href="/artifacts/x.css"/>';`,
    'brings a script': `return '<p>x</p><SCRIPT src="/artifacts/x.js"></SCRIPT>';`,
    'brings what swallows the rest': `return '<p>x</p><plaintext>';`,
    'brings what ends the page around it': `return '<p>x</p></div></div>';`,
    'brings what does not end': `return '<p>x</p><textarea>';`,
    'brings more than a page has': `return '<p>' + 'x'.repeat(1_000_000);`,
    'orders something': `return fetch(configuration.breadsUrl + '/orders/send', { method: 'POST', body: '{}' })
      .then(() => 'sent');`,
    'deletes something': `return fetch(configuration.breadsUrl + '/breads/one', { method: 'DELETE' })
      .then(() => 'gone');`,
  };
  const failingEntry = `const bodies = {
    ${Object.values(failing)
      .map((body, at) => `'/notes/${100 + at}': async ({ configuration }) => { ${body} },`)
      .join('\n')}
  };
  exports.page = (order) => bodies[order.address](order);`;
  const publishFine = () => site.publish('mfe-other', { [entry]: listEntry('other') }, other);

  /** Where what never ends is ended within seconds. */
  let impatient: TestSite;
  beforeAll(async () => {
    impatient = await openSite(3_000);
    await impatient.promote({
      shell,
      'mfe-note': await note('first'),
      'mfe-other': await publishFine(),
    });
    // The process of what is good has begun before another one takes the machine.
    for (
      let root = '';
      !root.includes('<p>other ');
      root = await rootOf('/others/8', {}, impatient)
    )
      clock += 61_000;
  });
  afterAll(() => impatient.server.close());

  async function promoteBad(text: string, at: TestSite): Promise<void> {
    const [bad, fine] = await Promise.all([
      site.publish('mfe-note', { [entry]: text }),
      publishFine(),
    ]);
    await at.promote({ shell, 'mfe-note': bad, 'mfe-other': fine });
  }
  /** Asks for this page of the bad build, and for two of the good one. */
  async function costsItsPageAlone(page: number, at: TestSite): Promise<void> {
    const asked = api.asked.length;
    const roots = ['notes', 'others'].map((of) => rootOf(`/${of}/${page}`, {}, at));
    expect(await Promise.all(roots)).toEqual([
      bare,
      expect.stringContaining(`<p>other /others/${page} has 7`),
    ]);
    expect(await rootOf(`/others/${page}0`, {}, at)).toContain(`<p>other /others/${page}0 has 7`);
    expect(api.asked.slice(asked)).toEqual(['breads/list', 'breads/list']);
    await expect
      .poll(() => at.lines.at(-1))
      .toMatch(new RegExp(`^mfe-note@\\S+ does not render /notes/${page} with shell@`));
  }

  it.each(Object.entries(ending))('%s costs its page alone', async (what, text) => {
    const at = ['loops forever', 'never answers'].includes(what) ? impatient : site;
    await promoteBad(text, at);
    await costsItsPageAlone(9, at);
  });

  describe('has a page that', () => {
    beforeAll(() => promoteBad(failingEntry, site));

    it.each(Object.keys(failing).map((what, at) => [what, 100 + at] as const))(
      '%s costs that page alone',
      (_, page) => costsItsPageAlone(page, site),
    );
  });

  it('asks on once its page was given up for the API waits for nothing', async () => {
    const asking = `let asking = 0;
      exports.page = async ({ configuration }) => {
        const found = asking;
        asking += 1;
        const ask = () => fetch(configuration.breadsUrl + '/breads/list', { method: 'POST', body: '{}' });
        await ask().catch(ask).catch(() => {});
        asking -= 1;
        return '<p>found ' + found + '</p>';
      };`;
    const build = await site.publish('mfe-note', { [entry]: asking });
    await site.promote({ shell, 'mfe-note': build });
    const { answer } = api;
    api.answer = () => ({ status: 503, body: { code: 503, error: 'Busy.' } });
    expect(await rootOf('/notes/12')).toBe(bare);
    api.answer = answer;
    const asked = async () => {
      clock += 10_000;
      return await rootOf(`/notes/12?at=${clock}`);
    };
    await expect.poll(asked).toContain('found 0');
  });

  it('fails at what a person has typed is logged without that', async () => {
    const build = await site.publish('mfe-note', {
      [entry]: pageOf(`throw new TypeError('no account for ann@example.org');`),
    });
    await site.promote({ shell, 'mfe-note': build });
    expect(await rootOf('/notes/9?q=ann%40example.org')).toBe(bare);
    await expect
      .poll(() => site.lines.at(-1))
      .toMatch(/ does not render \/notes\/9\S* with .*: TypeError: no account for /);
    expect(site.lines.join()).not.toMatch(/ann(@|%40)/);
  });

  it('fails is an error of its team, by its line in the source, which stands in the log, too', async () => {
    const source = { version: 3, sources: ['src/total.tsx'], names: [], mappings: 'AAWA' };
    const build = await site.publish('mfe-note', {
      [entry]: pageOf(`throw new TypeError('no account for ann@example.org');`),
      [`${entry}.map`]: JSON.stringify(source),
    });
    await site.promote({ shell, 'mfe-note': build });
    for (const at of [1, 2]) expect(await rootOf(`/notes/${at}`)).toBe(bare);
    await expect
      .poll(() => site.lines.at(-1))
      .toContain(': TypeError: no account for … at src/total.tsx:12 of mfe-note. Browsers draw');
    const manager = { tokenId: 'house', name: 'Ann', scope: { kind: 'manager' } } as const;
    const read = await errors.of(kept.registry).read(manager, 'mfe-note', build);
    const [group] = read.ok ? read.value : [];
    expect(group).toMatchObject({
      ...{ name: 'TypeError', message: 'no account for …', browsers: 0, reports: 2 },
      builds: [{ build }],
    });
    expect(group?.frames[0]).toMatchObject({ file: 'src/total.tsx', line: 12, own: true });
  });

  it('fails three times is left to browsers for a minute', async () => {
    const broken = `let times = 0;
      exports.page = async () => { times += 1; if (times < 4) throw new Error('no ' + times); return 'now'; };`;
    const build = await site.publish('mfe-note', { [entry]: broken });
    await site.promote({ shell, 'mfe-note': build });
    for (const at of [1, 2, 3, 4, 5]) expect(await rootOf(`/notes/${at}`)).toBe(bare);
    const ofIt = () => site.lines.filter((line) => line.includes(build));
    await expect.poll(ofIt).toHaveLength(3);
    expect(site.lines.at(-1)).toContain('all of the build for 60 s');
    clock += 61_000;
    expect(await rootOf('/notes/1')).toContain('>now<');
  });
});

describe('a site server', () => {
  const routes = { routes: [{ path: '/ahead', page: 'Ahead' }] };

  it('renders nothing ahead after a start that ended early, and all that is asked for', async () => {
    const ahead = await site.publish('mfe-ahead', { [entry]: listEntry('ahead') }, routes);
    await site.promote({ shell, 'mfe-ahead': ahead });
    await using folder = await mkdtempDisposable(join(tmpdir(), 'tallystick-site-'));
    const start = () =>
      openTestSite(kept, {
        channel: site.channel,
        site: bakeryAt(api.url),
        dataFolder: folder.path,
        rendering: { beginMs: 60_000, limitMs: 60_000 },
        limits: { rendersMs: 60_000 },
      });
    const first = await start();
    const before = api.asked.length;
    await first.server.ready();
    await expect.poll(() => api.asked.length).toBeGreaterThan(before);
    // The first one has not stopped, as if its process had been ended.
    const second = await start();
    await second.server.ready();
    await expect
      .poll(() => second.lines)
      .toContainEqual(expect.stringMatching(/^No page is rendered ahead: the last start/));
    const { body } = await second.get('/ahead', navigation);
    expect(body).toContain('<p>ahead /ahead has');
    await Promise.all([first.server.close(), second.server.close()]);
    const third = await start();
    const asked = api.asked.length;
    await third.server.ready();
    await expect.poll(() => api.asked.length).toBeGreaterThan(asked);
    await third.server.close();
  });
});

describe('code of a build', () => {
  it('has no files, no environment, no network and no other code', async () => {
    const heard: string[] = [];
    const server = createServer((request, response) => {
      heard.push(request.url ?? '');
      response.end('secret');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    const port = typeof address === 'object' ? address?.port : 0;
    const tries = reaches(`http://127.0.0.1:${port}`);
    const attempts = Object.entries(tries).map(
      ([name, code]) => `await attempt(${JSON.stringify(name)}, async () => ${code});`,
    );
    const text = `exports.page = async () => {
      const got = [];
      const attempt = async (name, run) => {
        try { const value = await run(); got.push(name + ': ' + typeof value); } catch { got.push(name + ': no'); }
      };
      ${attempts.join('\n')}
      return '<p>' + got.join(', ') + '</p>';
    };`;
    await site.promote({ shell, 'mfe-note': await site.publish('mfe-note', { [entry]: text }) });
    const root = await rootOf('/notes/1');
    const said = /<p>(.*)<\/p>/.exec(root)?.[1]?.split(', ');
    expect(said).toEqual(Object.keys(tries).map((name) => `${name}: no`));
    expect(heard).toEqual([]);
    server.close();
  });
});
