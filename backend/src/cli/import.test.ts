import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { openStore, type Store } from '../store/store.ts';
import {
  dataFolder,
  ledgerFile,
  ledgerLines,
  type Running,
  removeFolder,
  startLedger,
} from './cli.testing.ts';

let folder = '';
beforeEach(async () => {
  folder = await dataFolder(inject('pgliteTemplate'));
});
afterEach(() => removeFolder(folder));

const run = async (words: string[], variables: Record<string, string> = {}) => {
  const running = startLedger(words, { DATA_DIR: folder, ...variables });
  const code = await running.ended;
  return { code, output: running.output(), errors: running.errors() };
};

describe('npm run ledger -- import', () => {
  it('reports what it read; run again, nothing is new', async () => {
    const file = await ledgerFile(folder, ledgerLines(1_500));
    const first = await run(['import', file]);
    expect(first).toMatchObject({ code: 0, errors: '' });
    expect(first.output).toContain(
      '154 parties and 1,500 transfers read: 1,654 new, 0 changed, 0 as they were.',
    );
    const second = await run(['import', file]);
    expect(second.output).toContain('0 new, 0 changed, 1,654 as they were.');
  });

  it('names skipped lines on standard error and exits with 2', async () => {
    const lines = ledgerLines(3);
    lines.splice(1, 0, 'nonsense\n');
    const { code, output, errors } = await run(['import', await ledgerFile(folder, lines)]);
    expect(code).toBe(2);
    expect(output).toContain('154 parties and 3 transfers read: 157 new');
    expect(errors).toBe('line 2: is not JSON\n1 line was skipped.\n');
  });

  it('looks a relative file up where the person typed the command', async () => {
    await ledgerFile(folder, ledgerLines(1));
    const { code } = await run(['import', 'input.ndjson'], { INIT_CWD: folder });
    expect(code).toBe(0);
  });

  it('exits with 1 and one line if it cannot run', async () => {
    expect(await run(['import', '/missing.ndjson'])).toEqual({
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

  it('stops at Ctrl-C, says how far it came, and leaves the store to others', async () => {
    const running = startLedger(['import', '-'], { DATA_DIR: folder });
    await write(running, ledgerLines(12_000));
    running.child.kill('SIGINT');
    expect(await running.ended).toBe(130);
    expect(running.errors()).toMatch(/Stopped\. What was read up to line [\d,]+ is kept/);
    const opened = await openStore({ DATA_DIR: folder });
    expect(opened.ok).toBe(true);
    if (opened.ok) await opened.store.close();
  });

  it.each(['pglite', 'postgres'])(
    'killed in the middle and run again, ends at the same state: %s',
    async (engine) => {
      const variables: Record<string, string> =
        engine === 'postgres' ? { DATABASE_URL: await freshDatabase() } : {};
      const lines = ledgerLines(12_000);
      const running = startLedger(['import', '-'], { DATA_DIR: folder, ...variables });
      await write(running, lines);
      running.child.kill('SIGKILL');
      expect(await running.ended).toBeNull();

      const between = await stateOf(variables);
      expect(between.transfers).toBeGreaterThan(0);
      expect(between.transfers).toBeLessThan(12_000);
      expect(between).toEqual(consistent(between.transfers));

      const again = await run(['import', await ledgerFile(folder, lines)], variables);
      expect(again.output).toContain(
        `154 parties and 12,000 transfers read: ${(12_000 - between.transfers).toLocaleString('en-US')} new, 0 changed`,
      );
      expect(await stateOf(variables)).toEqual(consistent(12_000));
    },
  );
});

/** Resolves when the process has read nearly all of it, and so has recorded most of it. */
const write = ({ child }: Running, lines: readonly string[]) =>
  new Promise<void>((done) => child.stdin?.write(lines.join(''), () => done()));

async function freshDatabase(): Promise<string> {
  const url = inject('postgresUrl');
  const opened = await openStore({ DATA_DIR: folder, DATABASE_URL: `${url}postgres` });
  if (!opened.ok) throw new Error(opened.problem);
  const name = `t${Date.now()}`;
  await sql`create database ${sql.id(name)} template template`.execute(opened.store.db);
  await opened.store.close();
  return `${url}${name}`;
}

/** Everything that one import of so many new transfers leaves, and nothing twice. */
const consistent = (transfers: number) => ({
  parties: 154,
  transfers,
  tallied: transfers,
  spanned: transfers,
  inserts: transfers,
  updates: 0,
});

async function stateOf(variables: { DATABASE_URL?: string }) {
  const opened = await openStore({ DATA_DIR: folder, ...variables });
  if (!opened.ok) throw new Error(opened.problem);
  const state = await readState(opened.store);
  await opened.store.close();
  return state;
}

async function readState({ db }: Store) {
  const { rows } = await sql<ReturnType<typeof consistent>>`
    select
      (select count(*) from party) as parties,
      (select count(*) from transfer) as transfers,
      (select coalesce(sum(n), 0)::bigint from tally where scope = '') as tallied,
      (select coalesce(sum(n), 0)::bigint from span where scope = '') as spanned,
      (select count(distinct item) from event where operation = 'insert') as inserts,
      (select count(*) from event where operation = 'update') as updates`.execute(db);
  return rows[0] ?? consistent(0);
}
