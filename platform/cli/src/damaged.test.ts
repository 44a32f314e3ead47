import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { damageTable } from '@tallystick/registry/damage.testing';
import { openRegistry } from '@tallystick/registry/open';
import { allParts } from '@tallystick/registry/parts/all-parts';
import { writeMachineKey } from '@tallystick/release-admin/machine-key';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openHouse, runHere } from './release.testing.ts';
import { noteTwo, openStock, type Stock } from './stock.testing.ts';

let stock: Stock;
beforeAll(async () => {
  stock = await openStock();
});
afterAll(() => stock.house.close());

it('verify says what is not whole and what to do, with exit code 7', async () => {
  await rm(join(stock.house.folder, 'artifacts', 'mfe-note', noteTwo, 'more.js'));
  const { code, out } = await stock.release('verify');
  expect(code).toBe(7);
  expect(out).toMatch(/^History is not whole: \d+ entries, 0 revisions\.$/m);
  expect(out).toContain(`mfe-note@${noteTwo}: its file more.js is missing`);
  expect(out).toContain('Publish those builds again from the same build folders');
  expect(await stock.document('verify')).toMatchObject({
    code: 7,
    ok: false,
    problems: [`mfe-note@${noteTwo}: its file more.js is missing`],
    advice: [expect.stringContaining('Publish those builds again')],
  });
});

it('names a table that cannot be read, and is not kept from it by that', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'tallystick-damaged-'));
  const place = { DATA_DIR: folder, DATABASE_URL: undefined };
  const opened = await openRegistry(place, undefined, { parts: allParts() });
  if (!opened.ok) throw new Error(opened.problem);
  await writeMachineKey(opened.value, folder);
  await opened.value.close();
  await damageTable(folder, 'token');
  const house = await openHouse(undefined, place);
  try {
    const { code, out } = await runHere(house, ['verify']);
    expect(code).toBe(7);
    expect(out).toContain('the table token cannot be read in block 0 of 1');
    expect(out).toContain('"When the registry is damaged"');
  } finally {
    await house.close();
  }
});
