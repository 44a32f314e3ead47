import { afterAll, beforeAll, expect, it } from 'vitest';
import { noteOne, noteTwo, openStock, type Stock } from './stock.testing.ts';

let stock: Stock;
beforeAll(async () => {
  stock = await openStock();
});
afterAll(() => stock.house.close());

it('says what browsers get of an app, by bucket, since when, why, and after a failure', async () => {
  const channel = await stock.newChannel();
  const to = ['--channel', channel];
  expect((await stock.here('why', 'mfe-note', ...to)).out).toMatch(
    /^mfe-note on channel-1, revision 1\n\nBROWSERS .*\nall +1\.0\.0-b+ +revision 1, \d+ s ago +maria +the beginning +a notice\n/,
  );
  await stock.here('promote', 'mfe-note', '--percent', '2.5', '--reason', 'a try', ...to);
  const { out } = await stock.here('why', 'mfe-note', ...to);
  expect(out).toMatch(/\n2\.5 %: buckets 0 to 249 +1\.1\.0-c+ +revision 2, .* a try +1\.0\.0-b+\n/);
  expect(out).toMatch(/\n97\.5 %: buckets 250 to 9999 +1\.0\.0-b+ +revision 1, .* a notice\n/);
  await stock.here('promote', 'mfe-note', '--percent', '10', '--reason', 'more of it', ...to);
  expect((await stock.here('why', 'mfe-note', ...to)).out).toMatch(
    /\n10 %: buckets 0 to 999 .* revision 3, .* more of it /,
  );
  await stock.here('promote', 'mfe-note', '--reason', 'it is good', ...to);
  expect(await stock.document('why', 'mfe-note', ...to)).toMatchObject({
    code: 0,
    revision: 4,
    given: [
      {
        as: 'live',
        build: noteTwo,
        buckets: [0, 9_999],
        since: { revision: 4, reason: 'it is good' },
        afterFailure: noteOne,
      },
    ],
  });
});

it('says what stands in the way of the next change, and how loads went', async () => {
  const channel = await stock.newChannel();
  const to = ['--channel', channel];
  await stock.here('promote', 'mfe-note', '--reason', 'it is good', ...to);
  await stock.here('rollback', 'mfe-note', '--recall', '--reason', 'totals are wrong', ...to);
  await stock.here('lock', 'mfe-note', '--reason', 'see the incident', ...to);
  const { out } = await stock.here('why', 'mfe-note', ...to);
  expect(out).toMatch(/\nlocked \d+ s ago by .*: see the incident/);
  expect(out).toMatch(/\nrecalled 1\.1\.0-c+, \d+ s ago by .*: totals are wrong/);
  expect(out).toContain(`\nlast hour ${noteOne}: 0 loads, 0 failed`);
});

it('says of an app that the channel has not, and of options that need each other', async () => {
  const channel = await stock.newChannel();
  const none = await stock.here('why', 'mfe-none', '--channel', channel);
  expect(none).toMatchObject({ code: 1, err: `release: ${channel} has no mfe-none.` });
  const without = await stock.here('why', 'mfe-note', '--browser');
  expect(without).toMatchObject({
    code: 2,
    err: expect.stringContaining('--browser needs a site.'),
  });
  const stray = await stock.here('why', 'mfe-note', '--page', '/notes');
  expect(stray).toMatchObject({
    code: 2,
    err: expect.stringContaining('--page is for --browser.'),
  });
});
