import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { notes } from '../notes.testing.ts';
import { openSmallDisk } from '../small-disk.testing.ts';
import { openStore } from '../store.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tallystick-refusals-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

async function problemIn(dataDir: string): Promise<string> {
  const opened = await openStore(notes, { DATA_DIR: dataDir, DATABASE_URL: undefined });
  if (!opened.ok) return opened.problem;
  await opened.value.close();
  return 'none';
}

it.each([
  [
    'ledger',
    '17',
    'it holds databases of a version before this one, which are read by that version alone.',
  ],
  ['database/data', '17', 'its database was made by PostgreSQL 17, and this program brings 18.'],
])(
  'leaves a folder with %s of PostgreSQL %s as it is, and says how to bring it over',
  async (path, version, problem) => {
    mkdirSync(join(folder, path), { recursive: true });
    writeFileSync(join(folder, path, 'PG_VERSION'), `${version}\n`);
    expect(await problemIn(folder)).toBe(
      `DATA_DIR=${folder} cannot be used: ${problem} Nothing was changed. By the version that ran before: npm run backup -- FILE; then by this one, with another DATA_DIR: npm run restore -- FILE`,
    );
    expect(readdirSync(join(folder, path))).toEqual(['PG_VERSION']);
    expect(readdirSync(folder)).toEqual([path.split('/')[0]]);
  },
);

const disk = await openSmallDisk(100);

it.runIf(disk)(
  'makes no database on a disk without room for it, and says how much it needs',
  async () => {
    const where = join(disk?.folder ?? '', 'data');
    expect(await problemIn(where)).toMatch(
      /^DATA_DIR=.* cannot be used: its disk has \d+ MB left, and a database needs 160 MB at first\. Make room, or choose another DATA_DIR\.$/,
    );
    expect(readdirSync(where)).toEqual([]);
    await disk?.end();
  },
);

const mayEnter = process.getuid?.() === 0;

it.runIf(mayEnter)(
  'says where the user of PostgreSQL cannot reach a folder of root in a container',
  async () => {
    const script = `
    const { openStore } = await import(${JSON.stringify(new URL('../store.ts', import.meta.url))});
    const { notes } = await import(${JSON.stringify(new URL('../notes.testing.ts', import.meta.url))});
    const opened = await openStore(notes, { DATA_DIR: ${JSON.stringify(join(folder, 'a', 'data'))} });
    console.log(opened.problem);`;
    // Without this right there is no mount namespace.
    const words = [
      '--bounding-set=-sys_admin',
      process.execPath,
      '--input-type=module',
      '-e',
      script,
    ];
    mkdirSync(join(folder, 'a'), { mode: 0o700 });
    expect(execFileSync('setpriv', words, { encoding: 'utf8' })).toMatch(
      /^DATA_DIR=.* cannot be used: The database server did not start: PostgreSQL does not run as root, and its user \w+ cannot reach .*database and .*native\. Choose a DATA_DIR that every user can reach, or start as an ordinary user\./,
    );
  },
);
