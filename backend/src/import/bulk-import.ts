import type { Session } from '@tallystick/store/connections';
import { codeOf } from '@tallystick/store/error-code';
import { dropIndices, takeMemory } from '@tallystick/store/indices';
import { sql, type Transaction } from 'kysely';
import { sumAllPairs } from '../ledger/pair-segments.ts';
import { sumAll } from '../ledger/segments.ts';
import { bulkEntries } from '../records/bulk-entries.ts';
import type { Store } from '../store/store.ts';
import { countRows, tellOfLast } from './bulk-counts.ts';
import { bulkTarget, instead } from './bulk-target.ts';
import { makeChecksums, stopChecksums } from './copied-transfers.ts';
import { type ImportOutcome, type ImportWatcher, importLines } from './import-lines.ts';
import type { Line } from './lines.ts';
import { problemOf } from './problem.ts';
import { emptyReport } from './record-lines.ts';

/** What grows with the ledger: these tables get their indices last. */
const longTables = ['party', 'party_word', 'transfer', 'tally'];
/** The log of records grows too, and goes on where it was: nothing of it is taken away. */
const log = 'record_entry';
const tables = [...longTables, 'span', 'segment'];
/** Triggers on these keep sums, which are made last. */
const summed = ['transfer', 'tally', 'span'];

export interface BulkWatcher extends ImportWatcher {
  /** Told of what is done once the lines are read, as `index transfer_newest`. */
  onStage?(stage: string): void;
}

/**
 * Records a ledger's lines in an empty store, in one transaction: first the rows, then what is counted
 * from them, then the indices. It leaves what an import of the same lines does, but of the events only
 * the newest. If there is a problem, nothing is kept. Nobody can read the ledger meanwhile. Never rejects.
 */
export async function importInBulk(
  store: Pick<Store, 'withSession' | 'recordKey'>,
  lines: AsyncIterable<Line>,
  { onStage, ...watcher }: BulkWatcher = {},
): Promise<ImportOutcome> {
  const { signal } = watcher;
  const fill = async (trx: Transaction<unknown>, copyIn: Session['copyIn']) => {
    const indices = await dropIndices(trx, [...longTables, log]);
    const setTriggers = (change: 'disable' | 'enable') => {
      const all = summed.map((table) => `alter table ${table} ${change} trigger user`);
      return sql.raw(all.join(';')).execute(trx);
    };
    await setTriggers('disable');
    await makeChecksums(trx);
    const entries = await bulkEntries(trx, await store.recordKey());
    const target = bulkTarget(trx, copyIn, entries);
    const outcome = await importLines(lines, target, watcher);
    const written = await target.end();
    if (outcome.problem !== undefined) throw new Error(outcome.problem);
    await stopChecksums(trx);
    onStage?.('daily counts');
    await countRows(trx);
    await tellOfLast(trx, written);
    for (const { name, definition } of indices) {
      signal?.throwIfAborted();
      onStage?.(`index ${name}`);
      await sql.raw(definition).execute(trx);
    }
    onStage?.('sums');
    await sumAll(trx);
    await sumAllPairs(trx);
    await setTriggers('enable');
    return outcome;
  };
  try {
    const outcome = await store.withSession(
      ({ db, copyIn }) =>
        db.transaction().execute(async (trx) => {
          await takeEmptyTables(trx);
          await takeMemory(trx);
          return fill(trx, copyIn);
        }),
      signal,
    );
    onStage?.('statistics');
    await analyze(store, signal).catch(() => {});
    return outcome;
  } catch (error) {
    const { parties, transfers } = emptyReport();
    const problem = signal?.aborted ? 'Stopped.' : whyNot(error);
    return { report: { lines: 0, bad: 0, parties, transfers }, problem };
  }
}

/** All at once, or none of them meanwhile: whoever reads one may wait for another that was taken already. */
const takeTables = `
  do $$
  declare latest timestamptz := clock_timestamp() + '10s';
  begin
    loop
      begin
        lock table ${tables.join()} in access exclusive mode nowait;
        return;
      exception when lock_not_available then
        if clock_timestamp() > latest then raise; end if;
        perform pg_sleep(0.01);
      end;
    end loop;
  end $$`;

/** Makes the tables this transaction's own; rejects if there is anything in them. */
async function takeEmptyTables(trx: Transaction<unknown>): Promise<void> {
  await sql`set local lock_timeout = '10s'`.execute(trx);
  await sql.raw(takeTables).execute(trx);
  const { rows } = await sql<{ used: boolean }>`
    select exists (select from party) or exists (select from event) as used`.execute(trx);
  if (rows[0]?.used !== false) throw new Error(`The ledger is not empty. ${instead}`);
  // New files: those of an import that was interrupted are gone with it.
  await sql.raw(`truncate ${tables.join()} restart identity`).execute(trx);
}

/** Autovacuum would do it later; until then plans are bad and no page is known to be visible to all. */
function analyze(
  { withSession }: Pick<Store, 'withSession'>,
  signal: AbortSignal | undefined,
): Promise<void> {
  return withSession(async ({ db }) => {
    for (const table of [...tables, log]) await sql.raw(`vacuum (analyze) ${table}`).execute(db);
  }, signal);
}

/** One line for a person. */
function whyNot(error: unknown): string {
  const code = codeOf(error);
  if (code === '23505' && error instanceof Error && 'detail' in error) {
    return `A record appears twice: ${error.detail} ${instead}`;
  }
  if (code === '55P03') return 'The ledger is in use: somebody else reads or writes it.';
  return problemOf(error);
}
