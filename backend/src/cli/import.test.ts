import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { proving } from '@tallystick/contract/testing/proof';
import { copyDatabase } from '@tallystick/store/copy-database.testing';
import { sql, type Transaction } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { inTurn } from '../ledger/writer-turn.ts';
import type { Database } from '../store/schema.ts';
import { openStore } from '../store/store.ts';
import {
  ledgerFile,
  ledgerLines,
  type Running,
  removeFolder,
  runLedger,
  startLedger,
} from './cli.testing.ts';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tallystick-cli-'));
});
afterEach(() => removeFolder(folder));

const run = (words: string[], variables: Record<string, string>) =>
  runLedger(words, { DATA_DIR: folder, ...variables });

describe('npm run ledger -- import', () => {
  it('reports what it read; run again, nothing is new', async () => {
    const postgres = await freshDatabase();
    const file = await ledgerFile(folder, ledgerLines(1_500));
    const first = await run(['import', file], postgres);
    expect(first).toMatchObject({ code: 0, errors: '' });
    expect(first.output).toContain(
      '154 parties and 1,500 transfers read: 1,654 new, 0 changed, 0 unchanged.',
    );
    const second = await run(['import', file], postgres);
    expect(second.output).toContain('0 new, 0 changed, 1,654 unchanged.');
  });

  it('names skipped lines and exits with 2; a relative file is where the person typed', async () => {
    const lines = ledgerLines(3);
    lines.splice(1, 0, 'nonsense\n');
    await ledgerFile(folder, lines);
    const variables = { ...(await freshDatabase()), INIT_CWD: folder };
    const { code, output, errors } = await run(['import', 'input.ndjson'], variables);
    expect(code).toBe(2);
    expect(output).toContain('154 parties and 3 transfers read: 157 new');
    expect(errors).toBe('line 2: is not JSON\n1 line was skipped.\n');
  });

  it('goes on where whoever reads what it says of lines has enough of it', async () => {
    const file = await ledgerFile(folder, ['nonsense\n', ...ledgerLines(3)]);
    const running = startLedger(['import', file], { DATA_DIR: folder, ...(await freshDatabase()) });
    running.child.stderr?.destroy();
    expect(await running.ended).toBe(2);
    expect(running.output()).toContain('154 parties and 3 transfers read: 157 new');
  });

  it('exits with 1 and one line if it cannot run', async () => {
    expect(await run(['import', '/missing.ndjson'], {})).toEqual({
      code: 1,
      output: '',
      errors: '/missing.ndjson cannot be read: there is no such file.\n',
    });
    expect(await run(['import', '-'], { SITE_PORT: 'x' })).toEqual({
      code: 1,
      output: '',
      errors: 'SITE_PORT=x is not a port number\n',
    });
  });

  it('says in two sentences why the store took no more, and what it has', async () => {
    const variables = await freshDatabase();
    const opened = await openStore({ DATA_DIR: folder, ...variables });
    if (!opened.ok) throw new Error(opened.problem);
    await sql`
      create function refuse() returns trigger language plpgsql as $$
        begin raise exception 'not now'; end $$;
      create trigger refuse before insert on transfer
      for each statement execute function refuse()`.execute(opened.value.db);
    await opened.value.close();
    const file = await ledgerFile(folder, ledgerLines(3));
    expect(await run(['import', file], variables)).toMatchObject({
      code: 1,
      errors: 'not now. What was read up to line 0 is kept; run it again to go on.\n',
    });
  });

  it('stops at Ctrl-C and says how far it came', async () => {
    const running = startLedger(['import', '-'], { DATA_DIR: folder, ...(await freshDatabase()) });
    await write(running, ledgerLines(9_000));
    running.child.kill('SIGINT');
    expect(await running.ended).toBe(130);
    expect(running.errors()).toMatch(/Stopped\. What was read up to line [\d,]+ is kept/);
  });

  it.runIf(proving)('killed in the middle and run again, ends at the same state', async () => {
    const variables = await freshDatabase();
    const lines = ledgerLines(9_000);
    const running = startLedger(['import', '-'], { DATA_DIR: folder, ...variables });
    await write(running, lines);
    running.child.kill('SIGKILL');
    expect(await running.ended).toBeNull();

    const between = await stateOf(variables);
    expect(between.transfers).toBeGreaterThan(0);
    expect(between.transfers).toBeLessThan(9_000);
    expect(between).toEqual(consistent(between.transfers));

    const again = await run(['import', await ledgerFile(folder, lines)], variables);
    const missing = (9_000 - between.transfers).toLocaleString('en-US');
    expect(again.output).toContain(
      `154 parties and 9,000 transfers read: ${missing} new, 0 changed`,
    );
    expect(await stateOf(variables)).toEqual(consistent(9_000));
  });
});

describe('npm run ledger -- import --bulk', () => {
  it.runIf(proving)(
    'killed in the middle leaves an empty ledger, which can be filled again',
    async () => {
      const variables = await freshDatabase();
      const lines = ledgerLines(4_500);
      const running = startLedger(['import', '-', '--bulk'], { DATA_DIR: folder, ...variables });
      await write(running, lines);
      running.child.kill('SIGKILL');
      expect(await running.ended).toBeNull();
      expect(await stateOf(variables)).toEqual({ ...consistent(0), parties: 0 });

      const again = await run(['import', await ledgerFile(folder, lines), '--bulk'], variables);
      expect(again).toMatchObject({ code: 0 });
      expect(again.output).toContain('154 parties and 4,500 transfers read: 4,654 new');
      expect(again.errors).toMatch(/: index transfer_newest …\n/);
      expect(await stateOf(variables)).toEqual({ ...consistent(4_500), inserts: 1 });
    },
  );

  it('stopped by Ctrl-C keeps nothing; a ledger with records is left alone', async () => {
    const variables = await freshDatabase();
    const running = startLedger(['import', '-', '--bulk'], { DATA_DIR: folder, ...variables });
    await write(running, ledgerLines(4_500));
    running.child.kill('SIGINT');
    expect(await running.ended).toBe(130);
    expect(running.errors()).toContain('Stopped. Nothing of it is kept.\n');
    expect(await stateOf(variables)).toEqual({ ...consistent(0), parties: 0 });

    const file = await ledgerFile(folder, ledgerLines(3));
    expect((await run(['import', file], variables)).code).toBe(0);
    const refused = await run(['import', file, '--bulk'], variables);
    expect(refused.code).toBe(1);
    expect(refused.errors).toBe(
      'The ledger is not empty. Import it without --bulk. Nothing of it is kept.\n',
    );
  });

  it('shows what is not seen in a name for which it ends', async () => {
    const party = (name: string) =>
      `${JSON.stringify({ record: 'party', kind: 'user', id: 'a\u202e\u001b[2J', name })}\n`;
    const file = await ledgerFile(folder, [party('Ada'), party('Ada L.')]);
    const refused = await run(['import', file, '--bulk'], await freshDatabase());
    expect(refused.errors).toContain('Line 2 gives user a⟨U+202E⟩⟨U+001B⟩[2J another name.');
  });
});

/** Resolves when the process has read nearly all of it, and so has recorded most of it. */
const write = ({ child }: Running, lines: readonly string[]) =>
  new Promise<void>((done) => child.stdin?.write(lines.join(''), () => done()));

/** Names an empty database of its own. */
const freshDatabase = async () => ({ DATABASE_URL: await copyDatabase() });

/** Everything that one import of so many new transfers leaves, and nothing twice. */
const consistent = (transfers: number) => ({
  parties: 154,
  transfers,
  tallied: transfers,
  spanned: transfers,
  inserts: transfers,
  updates: 0,
});

async function stateOf(variables: { DATABASE_URL: string }) {
  const opened = await openStore({ DATA_DIR: folder, ...variables });
  if (!opened.ok) throw new Error(opened.problem);
  const { db, close } = opened.value;
  // A server ends what a killed process had asked for: after it.
  const state = await inTurn(db, readState);
  await close();
  return state;
}

async function readState(trx: Transaction<Database>) {
  const { rows } = await sql<ReturnType<typeof consistent>>`
    select
      (select count(*) from party) as parties,
      (select count(*) from transfer) as transfers,
      (select coalesce(sum(n), 0)::bigint from tally where scope = '') as tallied,
      (select coalesce(sum(n), 0)::bigint from span where scope = '') as spanned,
      (select count(distinct item) from event where operation = 'insert') as inserts,
      (select count(*) from event where operation = 'update') as updates`.execute(trx);
  return rows[0] ?? consistent(0);
}
