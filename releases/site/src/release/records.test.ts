import { expect, it } from 'vitest';
import { openRecords } from './records.ts';

it('asks once in a second for a build that there is not', async () => {
  let now = 0;
  let asked = 0;
  const buildAttestation = async () => {
    asked += 1;
    return null;
  };
  const open = () => Promise.reject(new Error('nothing to open'));
  const { read, known } = openRecords(
    { buildAttestation, isPreviewOnly: async () => false },
    open,
    () => now,
  );
  const build = '1.0.0-cccccccccccc';
  expect(await read('mfe-note', build)).toBeNull();
  now = 999;
  expect(await read('mfe-note', build)).toBeNull();
  expect(asked).toBe(1);
  await read('mfe-other', build);
  expect(asked).toBe(2);
  now = 1_000;
  expect(await read('mfe-note', build)).toBeNull();
  expect(asked).toBe(3);
  expect(known('mfe-note', build)).toBeUndefined();
});
