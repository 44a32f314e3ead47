import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { closeToOthers, lockDoubt, makeFolder, settleDataFolder } from './data-folder.ts';

vi.mock('node:fs', async (original) => {
  const fs = await original<typeof import('node:fs')>();
  return { ...fs, mkdirSync: vi.fn(fs.mkdirSync) };
});

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tallystick-data-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const modeOf = (...path: string[]) => (statSync(join(folder, ...path)).mode & 0o7777).toString(8);

it('closes what others could open, and leaves what lies elsewhere and the server’s own', () => {
  const data = join(folder, 'data');
  mkdirSync(join(data, 'artifacts'), { recursive: true });
  writeFileSync(join(data, 'artifacts', 'entry.js'), '');
  writeFileSync(join(data, 'service.key'), '', { mode: 0o600 });
  writeFileSync(join(folder, 'elsewhere'), '');
  symlinkSync(join(folder, 'elsewhere'), join(data, 'link'));
  symlinkSync(join(folder, 'nowhere'), join(data, 'broken'));
  chmodSync(join(folder, 'elsewhere'), 0o644);
  chmodSync(data, 0o755);
  mkdirSync(join(data, 'database'));
  chmodSync(join(data, 'database'), 0o711);
  chmodSync(join(data, 'artifacts'), 0o2775);
  chmodSync(join(data, 'artifacts', 'entry.js'), 0o666);

  const settle = () => settleDataFolder({ DATA_DIR: data, DATABASE_URL: undefined });
  expect(settle()).toContain(
    `Other users of this machine could open 3 files and folders in ${data}: no more.`,
  );
  expect(modeOf('data')).toBe('711');
  expect(modeOf('data', 'artifacts')).toBe('700');
  expect(modeOf('data', 'artifacts', 'entry.js')).toBe('600');
  expect(modeOf('data', 'service.key')).toBe('600');
  expect(modeOf('data', 'database')).toBe('711');
  expect(modeOf('elsewhere')).toBe('644');
  expect(settle().join()).not.toContain('Other users');
  expect(closeToOthers(join(data, 'gone'))).toBe(0);
});

it.each(['before', 'after'])(
  'makes a folder where another process makes the one above just %s it is tried',
  async (when) => {
    const { mkdirSync: make } = await vi.importActual<typeof import('node:fs')>('node:fs');
    const others = () => make(join(folder, 'above'), { recursive: true });
    vi.mocked(mkdirSync).mockImplementationOnce((path) => {
      try {
        if (when === 'before') others();
        make(path);
      } finally {
        others();
      }
      return undefined;
    });
    makeFolder(join(folder, 'above', 'data'));
    expect(statSync(join(folder, 'above', 'data')).isDirectory()).toBe(true);
  },
);

it('says where a database is not sure to be of one server alone', () => {
  expect(lockDoubt(0x6969)).toMatch(/^DATA_DIR is on NFS: /);
  expect(lockDoubt(0xff534d42)).toMatch(/^DATA_DIR is on SMB: /);
  const [ext4, tmpfs, overlay] = [0xef53, 0x01021994, 0x794c7630];
  expect([ext4, tmpfs, overlay].map(lockDoubt)).toEqual([undefined, undefined, undefined]);
});
