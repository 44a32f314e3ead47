import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { proving } from '@tallystick/contract/testing/proof';
import { flipBit } from '@tallystick/store/damage.testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openStore } from '../store/store.ts';
import { ledgerFile, ledgerLines, removeFolder, runLedger, startService } from './cli.testing.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tallystick-doctor-'));
});
afterAll(() => removeFolder(folder));

const run = (...words: string[]) => runLedger(words, { DATA_DIR: folder });

it.runIf(proving)(
  'finds a bit that was turned around in a file, also beside the service',
  async () => {
    expect((await run('import', await ledgerFile(folder, ledgerLines(400)))).code).toBe(0);
    expect(await run('doctor')).toEqual({
      code: 0,
      output: expect.stringMatching(/^The ledger is whole: [\d,]+ rows read \(\d+\.\d s\)\.\n$/),
      errors: '',
    });

    const opened = await openStore({ DATA_DIR: folder, DATABASE_URL: undefined });
    if (!opened.ok) throw new Error(opened.problem);
    const { query, close } = opened.value;
    const [row] = await query<{ path: string }>(
      { text: `select pg_relation_filepath('transfer') as path` },
      [],
    );
    await close();
    await flipBit(folder, row?.path ?? '', 2);

    const finding =
      /^the table transfer cannot be read in block 2 of \d+: invalid page in block 2 of /;
    const alone = await run('doctor');
    expect(alone.code).toBe(2);
    expect(alone.output).toMatch(finding);
    expect(alone.output).toContain('"When the ledger is damaged"');

    const service = await startService({ DATA_DIR: folder });
    const beside = await run('doctor');
    service.child.kill('SIGTERM');
    await service.ended;
    expect(beside.code).toBe(2);
    expect(beside.output).toMatch(finding);
  },
);
