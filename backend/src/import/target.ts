import type { Store } from '../store/store.ts';
import { type LinesReport, parseLines, recordParsed } from './record-lines.ts';

/** Where lines of ledger input go: a store, or a running service that holds it. */
export interface LedgerTarget {
  /**
   * Records lines of which the first has the number `firstLine`. Calls are carried out in the
   * order in which they were made. Rejects, with one line for a person, if nothing was recorded.
   */
  record(firstLine: number, lines: readonly string[]): Promise<LinesReport>;
  close(): Promise<void>;
}

/** Records straight into a store, which `close` leaves open. */
export function storeTarget(store: Pick<Store, 'db'>): LedgerTarget {
  let last: Promise<unknown> = Promise.resolve();
  return {
    record(firstLine, lines) {
      // Read at once: while the store is busy with the lines before.
      const parsed = parseLines(firstLine, lines);
      const report = last.then(() => recordParsed(store, parsed));
      last = report.catch(() => {});
      return report;
    },
    close: async () => {},
  };
}
