import { afterAll, beforeAll, expect, it } from 'vitest';
import { openStock, type Stock } from './stock.testing.ts';

let stock: Stock;
beforeAll(async () => {
  stock = await openStock();
  await stock.newChannel();
});
afterAll(() => stock.house.close());

it('says in sentences what was done, by whom, newest first, page by page', async () => {
  const { out } = await stock.here('audit', '--person', 'maria');
  expect(out).toMatch(
    /^\d+ {2}\d{4}-\d\d-\d\d \d\d:\d\d {2}maria promoted aaaaaaa of shell, bbbbbbb of mfe-note, and ddddddd of mfe-other to channel-1: the beginning$/m,
  );
  const few = await stock.here('audit', '--kind', 'publish', '--app', 'mfe-note', '--limit', '1');
  expect(few.out).toMatch(/published ccccccc of mfe-note\nMore: --before \d+/);
});

it('has all that is recorded for a script', async () => {
  const { code, out } = await stock.here('audit', '--kind', 'promote', '--days', '1', '--json');
  expect(code).toBe(0);
  expect(JSON.parse(out)).toMatchObject([
    { action: 'change', by: 'maria', detail: { revision: { channel: 'channel-1' } } },
  ]);
});

it.each([
  [['--kind', 'nothing'], '--kind must be one of: publish, '],
  [['--days', '0'], '--days must be a whole number of 1 or more.'],
  [['mfe-note'], 'audit takes options alone.'],
])('does not understand %j', async (words, problem) => {
  const { code, err } = await stock.here('audit', ...words);
  expect(code).toBe(2);
  expect(err).toContain(problem);
});
