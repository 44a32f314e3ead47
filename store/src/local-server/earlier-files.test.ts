import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { notes } from '../notes.testing.ts';
import { openStore } from '../store.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tallystick-earlier-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

it.each([
  [
    'ledger',
    '17',
    'it holds databases of a version before this one, which are read by that version alone.',
  ],
  ['database/data', '17', 'its database was made by PostgreSQL 17, and this program brings 18.'],
])(
  'a folder with %s of PostgreSQL %s is left as it is, and how to bring it over is said',
  async (path, version, problem) => {
    mkdirSync(join(folder, path), { recursive: true });
    writeFileSync(join(folder, path, 'PG_VERSION'), `${version}\n`);
    expect(await openStore(notes, { DATA_DIR: folder, DATABASE_URL: undefined })).toEqual({
      ok: false,
      problem: `DATA_DIR=${folder} cannot be used: ${problem} Nothing was changed. By the version that ran before: npm run backup -- FILE; then by this one, with another DATA_DIR: npm run restore -- FILE`,
    });
    expect(readdirSync(join(folder, path))).toEqual(['PG_VERSION']);
    expect(readdirSync(folder)).toEqual([path.split('/')[0]]);
  },
);
