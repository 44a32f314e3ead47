import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSmallDisk } from '@tallystick/store/small-disk.testing';
import { expect, it, onTestFinished, vi } from 'vitest';
import { openTestbeds } from './testbeds.ts';

const disk = await openSmallDisk(1);
await disk?.end();

it.skipIf(disk === null)('a disk goes again if its testbed cannot be opened', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tallystick-chaos-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  vi.stubEnv('TMPDIR', folder);
  const house = {
    ...{ siteUrl: '', ledgerUrl: '', adminUrl: '', dataDir: folder, environment: {} },
    freshDir: join(folder, 'nothing'),
  };
  await expect(openTestbeds(house).get('disk')).rejects.toThrow('ENOENT');
  expect(readdirSync(folder).filter((name) => name.startsWith('tallystick-disk-'))).toEqual([]);
});
