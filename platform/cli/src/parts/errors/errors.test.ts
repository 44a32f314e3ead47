import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runHere, startRelease, writeApp } from '../../release.testing.ts';
import { noteOne, openStock, type Stock } from '../../stock.testing.ts';

const mapped = '1.2.0-ffffffffffff';
/** Column 20 of line 1 is line 12, column 4 of a file. */
const map = { version: 3, sources: ['src/total.tsx'], names: [], mappings: 'oBAWI' };

let stock: Stock;
beforeAll(async () => {
  stock = await openStock();
  const maps = { 'routes.js.map': JSON.stringify(map) };
  await stock.here('publish', await writeApp(stock.house, 'mfe-note', mapped, maps));
});
afterAll(() => stock.house.close());

let tabs = 0;

function hear(build: string, message: string, { app = 'mfe-note', network = '' } = {}): void {
  tabs += 1;
  const frames = [`${app}/${build}/routes.js:1:21`];
  const name = `browser ${tabs}`;
  stock.house.registry.reports.take(
    {
      tab: `00000000-0000-4000-8000-${String(tabs).padStart(12, '0')}`,
      sequence: 1,
      channel: 'production',
      revision: 1,
      running: {},
      loads: [],
      failures: [],
      errors: [{ app, build, name: 'TypeError', message, frames }],
      leaving: false,
    },
    {
      browser: name,
      network: network || name,
      bucket: 0,
      fresh: false,
      sampled: true,
      served: null,
    },
  );
}

it('says what broke, where in the source and since which build; status says how many are new', async () => {
  const channel = await stock.newChannel();
  const to = ['--channel', channel];
  // For each command the same moment, before what is reported.
  const now = Date.now();
  const errors = (...words: string[]) => runHere(stock.house, ['errors', ...words], { now });
  expect((await errors('mfe-note')).out).toBe(
    'No page reported an error of mfe-note in the last 30 days.',
  );
  const mistyped = await errors('mfe-not');
  expect([mistyped.code, mistyped.out]).toEqual([1, '']);
  expect(mistyped.err).toContain('Did you mean "mfe-note"?');
  await stock.here('promote', `mfe-note@${mapped}`, '--reason', 'a try', ...to);
  hear(mapped, 'no total');
  hear(mapped, 'no total');
  hear(noteOne, 'elsewhere');
  const { out } = await errors('mfe-note', '--build', '1.2.0');
  expect(out).toMatch(
    /^TypeError: no total\n {2}src\/total\.tsx:12\n {2}2 browsers; began in 1\.2\.0-f+, 0 s ago; last seen 0 s ago$/,
  );
  expect((await errors('mfe-note@1.2.0')).out).toBe(out);
  expect((await errors('mfe-note@1.2.0', '--build', '1.2.0')).code).toBe(2);
  expect(await errors('mfe-note', '--json')).toMatchObject({
    out: expect.stringContaining('"message": "elsewhere"'),
  });
  expect((await stock.here('status', ...to)).out).toContain(
    '\nerrors mfe-note: 1 new error since its live build; see errors mfe-note',
  );
});

it('says how many errors were reported and not kept', async () => {
  const often = '1.2.1-eeeeeeeeeeee';
  await stock.here('publish', await writeApp(stock.house, 'mfe-often', often));
  for (const letter of 'abcdefghijklmnopqrstuvwxyza') {
    hear(often, `of ${letter}`, { app: 'mfe-often', network: 'office' });
  }
  const { out } = await stock.here('errors', 'mfe-often');
  expect(out.match(/^TypeError: of /gm)).toHaveLength(20);
  expect(out).toMatch(
    /\n\n6 more were not kept: of one network 20 new errors of an app are kept a day, and 200 of an app in all\.$/,
  );
});

it('is in colour on a terminal', async () => {
  hear(mapped, 'no total');
  const terminal = 'process.stdout.isTTY=true;process.stdout.hasColors=()=>true';
  const child = startRelease(stock.house, ['errors', `mfe-note@${mapped}`], {
    NODE_OPTIONS: `--import=data:text/javascript,${terminal}`,
  });
  expect(await text(child.stdout)).toContain('\u001b[31mTypeError: no total\u001b[39m\n');
});

it('is for the app’s own token, and wants one app', async () => {
  const RELEASE_TOKEN = await stock.token('other-ci', '--app', 'mfe-other');
  const other = await runHere(stock.house, ['errors', 'mfe-note'], {
    variables: { RELEASE_TOKEN },
  });
  expect(other).toMatchObject({ code: 4, out: '' });
  expect(other.err).toContain('is for mfe-other alone');
  expect((await stock.here('errors')).code).toBe(2);
});
