import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { LinesReport } from '../import/lines-report.ts';
import { problemOf } from '../import/problem.ts';
import type { LedgerTarget } from '../import/target.ts';
import type { LedgerRecord } from '../ledger/ledger-record.ts';
import { cast } from '../sample/cast.ts';
import { createSimulation } from './simulation.ts';

const maxBatch = 500;

export interface SimulateOptions {
  target: LedgerTarget;
  /** Events a second; Infinity: as fast as the target takes them. */
  rate: number;
  /** Events in all; without it until `signal`. */
  count?: number | undefined;
  /** The same seed makes the same transfers under the same items; without it they are new. */
  seed?: string | undefined;
  signal?: AbortSignal;
  /** Told after each write. */
  onProgress?(sum: SimulateResult): void;
  /** Milliseconds since 1970; the wall clock if absent. */
  now?: () => number;
}

export interface SimulateResult {
  inserted: number;
  updated: number;
  /** Why it ended early, for a person. */
  problem?: string;
}

/**
 * Records plausible events: new transfers and, for some of them, their further statuses. Each event
 * is one insert or one update of the live feed. Never rejects.
 */
export async function simulate({
  target,
  rate,
  count = Number.POSITIVE_INFINITY,
  seed = randomBytes(4).toString('hex'),
  signal,
  onProgress,
  now = Date.now,
}: SimulateOptions): Promise<SimulateResult> {
  const nextEvent = createSimulation({ seed, prefix: `sim-${seed}` });
  const sum: SimulateResult = { inserted: 0, updated: 0 };
  try {
    refuseBad(await target.record(1, lines(cast)));
    const start = performance.now();
    let done = 0;
    while (done < count && !signal?.aborted) {
      const due = Math.floor(((performance.now() - start) / 1_000) * rate) + 1;
      const batch = Math.min(due - done, count - done, maxBatch);
      if (batch > 0) {
        const events = Array.from({ length: batch }, () => nextEvent(now()));
        const { transfers } = refuseBad(await target.record(1, lines(events)));
        sum.inserted += transfers.inserted;
        sum.updated += transfers.updated;
        done += batch;
        onProgress?.(sum);
      } else {
        const wait = (done / rate) * 1_000 - (performance.now() - start);
        await pause(Math.max(wait, 1), undefined, signal && { signal }).catch(() => {});
      }
    }
    return sum;
  } catch (error) {
    return { ...sum, problem: problemOf(error) };
  }
}

const lines = (records: readonly LedgerRecord[]) => records.map((record) => JSON.stringify(record));

function refuseBad(report: LinesReport): LinesReport {
  const [bad] = report.bad;
  if (bad) throw new Error(`A simulated record was refused: ${bad.reason}`);
  return report;
}
