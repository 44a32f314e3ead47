import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runHere, writeApp } from './release.testing.ts';
import { noteOne, noteTwo, openStock, type Stock } from './stock.testing.ts';

let stock: Stock;
beforeAll(async () => {
  stock = await openStock();
});
afterAll(() => stock.house.close());

const why = ['--reason', 'because of this test'];
/** Text that no compression makes smaller. */
const dense = (bytes: number) =>
  Array.from({ length: bytes }, (_, at) =>
    String.fromCharCode(33 + ((at * at * 7 + at * 31) % 94)),
  ).join('');

it('says what visitors load of a build, compressed, and how much more that is than what is live', async () => {
  const channel = await stock.newChannel();
  const app = 'mfe-sized';
  const write = async (build: string, files: Record<string, string>) => {
    await mkdir(join(stock.house.folder, 'builds', app, build, 'server'), { recursive: true });
    return await writeApp(stock.house, app, build, {
      'remote-entry.js': 'a1',
      'routes.js': 'b23',
      'routes.css': 'c456',
      'later.js': 'd7890',
      'routes.js.map': dense(500),
      'server/entry.js': dense(700),
      ...files,
    });
  };
  const [one, two, three] = ['1.0.0', '1.1.0', '1.2.0'].map((version) => `${version}-abcdefabcdef`);
  const publish = async (folder: string) =>
    (await stock.here('publish', folder, '--channel', channel)).out.split('\n')[1];
  expect(await publish(await write(one ?? '', {}))).toBe(
    `  compressed 14 B: scripts 10 B, styles 4 B, other 0 B; nothing of it is live in ${channel}`,
  );
  await stock.here('promote', app, '--channel', channel, ...why);
  const larger = { 'later.js': 'd78901234', 'icon.svg': '<svg/>', 'more.css': ' '.repeat(5_000) };
  const more = await stock.document(
    'publish',
    await write(two ?? '', larger),
    '--channel',
    channel,
  );
  expect(more).toMatchObject({
    published: [
      {
        sizes: {
          compressed: { total: 37, scripts: 14, styles: 17, other: 6 },
          live: { build: one, compressed: { total: 14, scripts: 10, styles: 4, other: 0 } },
        },
      },
    ],
  });
  await stock.here('promote', app, '--channel', channel, ...why);
  expect(await publish(await write(three ?? '', {}))).toBe(
    `  compressed 14 B: scripts 10 B, styles 4 B, other 0 B; -23 B (-62 %) against ${two}, live in ${channel}`,
  );
});

it('shows settings, and sets them for a manager alone', async () => {
  expect((await stock.here('settings', 'mfe-note')).out).toBe(
    [
      'mfe-note: nothing was ever set',
      'SETTING        VALUE',
      'bytes        25.0 MB  default',
      'files            500  default',
      'drafts            10  default',
      'draft-hours       24  default',
    ].join('\n'),
  );
  const set = ['settings', 'mfe-note', '--bytes', '40MB', '--drafts', '3', ...why];
  const secret = await stock.token('note-ci', '--app', 'mfe-note');
  const asPublisher = await runHere(stock.house, set, { variables: { RELEASE_TOKEN: secret } });
  expect(asPublisher).toMatchObject({
    code: 4,
    err: expect.stringContaining('only a manager may set limits and approvals'),
  });
  expect((await stock.here(...set)).out).toMatch(
    /^mfe-note: set \d+ \w+ ago by .+: because of this test\nSETTING .*\nbytes +40\.0 MB +set\nfiles +500 +default\ndrafts +3 +set\n/,
  );
  expect(await stock.document('settings', 'mfe-note', '--bytes', 'default', ...why)).toMatchObject({
    code: 0,
    revision: 2,
    limits: { drafts: 3 },
  });
  // Nothing to set is no change.
  expect(await stock.document('settings', 'mfe-note', '--drafts', '3')).toMatchObject({
    revision: 2,
  });
});

it('approves and withdraws several things at once', async () => {
  const [a, b] = ['https://a.example.org', 'https://b.example.org'];
  const set = (...words: string[]) =>
    stock.document('settings', 'mfe-several', ...words, '--approve', '/:team/notes', ...why);
  await stock.here('publish', await writeApp(stock.house, 'mfe-several', '1.0.0-343434343434'));
  expect(await set('--approve', a, '--approve', b)).toMatchObject({
    connect: [a, b],
    paths: ['/:team/notes'],
  });
  expect(await set('--approve', 'wasm', '--approve', 'policies:lit-html')).toMatchObject({
    connect: [a, b],
    openings: ['wasm', 'policies:lit-html'],
  });
  expect(await set('--withdraw', 'wasm', '--bytes', '40MB')).toMatchObject({
    openings: ['policies:lit-html'],
  });
  expect(await set('--withdraw', a, '--withdraw', b)).toMatchObject({ connect: [] });
});

it.each([
  [
    ['--bytes', '201MB'],
    2,
    '--bytes is a whole number from 1 to 200MB, with KB or MB where you like (40MB), or default.',
  ],
  [['--files', '4KB'], 2, '--files is a whole number from 1 to 2000, or default.'],
  [['--draft-hours', '0'], 2, '--draft-hours is a whole number from 1 to 168, or default.'],
  [['--approve', 'https://*.example.org'], 1, '"https://*.example.org" has a wildcard'],
  [['--approve', 'eval'], 1, '"eval" is no opening: injectedStyles, cleanedMarkup, policies,'],
  [['--approve', 'injectedStyles'], 1, '"injectedStyles" needs the shell: the site opens it'],
  [['--approve', '/notes'], 1, '"/notes" needs no approval: it does not begin with a parameter'],
  [['--withdraw', 'https://api.example.org'], 1, 'https://api.example.org is not approved.'],
])('refuses %j in words', async (words, code, problem) => {
  expect(await stock.here('settings', 'mfe-other', ...words, ...why)).toMatchObject({
    code,
    err: expect.stringContaining(problem),
  });
});

it('refuses a build that is too large, too many or asks for too much, and says who can help', async () => {
  const set = (...words: string[]) => stock.here('settings', 'mfe-budget', ...words, ...why);
  const build = (n: number) => `1.0.0-00000000000${n}`;
  await set('--files', '8', '--bytes', '2KB');
  const many = await writeApp(stock.house, 'mfe-budget', build(1), { 'a.js': '1', 'b.js': '2' });
  expect(await stock.here('publish', many)).toMatchObject({
    code: 1,
    err: `release: mfe-budget ${build(1)} has 9 files or more, the limit of mfe-budget is 8: make it smaller, or have a manager raise it by "settings mfe-budget --files N".`,
  });
  const large = await writeApp(stock.house, 'mfe-budget', build(2), { 'a.js': dense(2_000) });
  expect(await stock.here('publish', large)).toMatchObject({
    code: 1,
    // Its files come side by side: what counts is what has come until then.
    err: expect.stringMatching(
      /has [23],\d{3} bytes or more, the limit of mfe-budget is 2,000: make it smaller, or have a manager raise it by "settings mfe-budget --bytes N"\.$/,
    ),
  });
  await set('--bytes', 'default', '--files', 'default');
  expect((await stock.here('publish', large)).code).toBe(0);
});

it('says which drafts gc deletes', async () => {
  const folder = join(stock.house.folder, 'drafts', 'mfe-old', noteOne);
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'a.js'), 'twelve bytes');
  const longAgo = new Date(Date.now() - 25 * 3_600_000);
  await utimes(join(folder, 'a.js'), longAgo, longAgo);
  expect((await stock.here('gc', '--dry-run')).out).toMatch(
    / kept\. 1 draft would be deleted, 12 B\.$/,
  );
  expect((await stock.here('gc')).out).toMatch(/ kept\. 1 draft deleted, 12 B\.$/);
  expect(await readdir(dirname(folder))).toEqual([]);
});

it('approves an API host once per app, and takes it back', async () => {
  const host = 'https://api.example.org';
  const [declares, again] = [noteOne, noteTwo].map((build) => build.replace('-', '1-'));
  const folder = (build = '') =>
    writeApp(stock.house, 'mfe-calls', build, {}, { route: '/calls', connect: [host] });
  const refused = await stock.here('publish', await folder(declares));
  expect(refused).toMatchObject({
    code: 1,
    err: `release: mfe-calls ${declares}: the API host "${host}" is declared, and no manager has approved it: "settings mfe-calls --approve ${host}".`,
  });
  const approved = await stock.here('settings', 'mfe-calls', '--approve', host, ...why);
  expect(approved.out).toMatch(/\nmay declare +https:\/\/api\.example\.org +approved$/);
  expect((await stock.here('publish', await folder(declares))).code).toBe(0);
  expect((await stock.here('publish', await folder(again))).code).toBe(0);
  const channel = await stock.newChannel();
  const promote = (build = '') =>
    stock.here('promote', `mfe-calls@${build}`, '--channel', channel, ...why);
  expect((await promote(declares)).code).toBe(0);
  await stock.here('settings', 'mfe-calls', '--withdraw', host, ...why);
  expect(await promote(again)).toMatchObject({
    code: 1,
    err: expect.stringContaining('no manager has approved it'),
  });
});

it('lists what pages may do beyond the strict policy, for whom, and what that lets in', async () => {
  const channel = await stock.newChannel();
  const at = ['--channel', channel];
  await stock.here(
    'settings',
    'mfe-films',
    '--approve',
    'frames:https://films.example.org',
    ...why,
  );
  const needs = ['frames:https://films.example.org', 'injectedStyles'];
  const build = noteOne.replace('-', '2-');
  await stock.here('publish', await writeApp(stock.house, 'mfe-films', build, {}, { needs }));
  await stock.here('promote', 'mfe-films', ...at, ...why);
  const lines = (await stock.here('openings', ...at)).out.split('\n');
  expect(lines[0]).toMatch(/^OPENING +OPENED BY, FOR +NEEDED BY +LETS IN$/);
  const [films, styles] = ['frames:', 'injectedStyles'].map((begin) =>
    lines.find((line) => line.startsWith(begin)),
  );
  expect(films).toMatch(
    /^frames:https:\/\/films\.example\.org +mfe-films +mfe-films +what such a page shows, and asks its reader for$/,
  );
  expect(styles).toMatch(/^injectedStyles +nobody +mfe-films +a build styles all of the page/);
});
