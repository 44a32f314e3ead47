import { setTimeout as wait } from 'node:timers/promises';
import { addCounts } from '../ledger/counts.ts';
import type { RecordingStore } from '../ledger/record.ts';
import type { Store } from '../store/store.ts';
import type { LinesReport } from './lines-report.ts';
import { createPace } from './pace.ts';
import { emptyReport, parseLines, recordParsed } from './record-lines.ts';

/** Where lines of ledger input go. */
export interface LedgerTarget {
  /**
   * Records lines of which the first has the number `firstLine`. Calls are carried out in the order
   * in which they were made. Rejects, with one line for a person, if not all lines were recorded.
   * The first of them may be recorded then; sent again, they are found unchanged.
   */
  record(firstLine: number, lines: readonly string[]): Promise<LinesReport>;
}

/**
 * Records straight into a store: in one transaction while nobody else wants it, else in several with rests
 * between them.
 */
export function storeTarget(store: RecordingStore & Pick<Store, 'waiting'>): LedgerTarget {
  const pace = createPace();
  let last: Promise<unknown> = Promise.resolve();
  /** Parses the next lines at once, while the store is busy with the earlier ones. */
  const nextOf = (firstLine: number, lines: readonly string[]) => {
    const some = lines.slice(0, pace.lines());
    return {
      parsed: parseLines(firstLine, some),
      firstLine: firstLine + some.length,
      lines: lines.slice(some.length),
    };
  };
  return {
    record(firstLine, lines) {
      let next = nextOf(firstLine, lines);
      const recordAll = async () => {
        const report = emptyReport();
        for (;;) {
          const recording = recordParsed(store, next.parsed);
          const more = next.lines.length > 0;
          if (more) next = nextOf(next.firstLine, next.lines);
          const { turn, parties, transfers, bad } = await recording;
          addCounts(report.parties, parties);
          addCounts(report.transfers, transfers);
          report.bad.push(...bad);
          const rest = turn ? pace.took(turn) : 0;
          if (rest > 0) await wait(rest);
          if (!more) return report;
        }
      };
      const report = last.then(recordAll);
      last = report.catch(() => {});
      return report;
    },
  };
}
