import { join } from 'node:path';
import { expect, it } from 'vitest';
import { appConfiguration } from './preset.ts';

it('gives a script chunk 120000 ms to load', () => {
  const folder = join(import.meta.dirname, '../../../mfe-ledger');
  expect(appConfiguration(folder).output?.chunkLoadTimeout).toBe(120_000);
});
