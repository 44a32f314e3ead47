import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { backoff } from '@tallystick/timing/backoff';
import type { LinesReport } from '../import/lines-report.ts';
import { problemOf } from '../import/problem.ts';
import type { LedgerTarget } from '../import/target.ts';
import type { LedgerRecord } from '../ledger/ledger-record.ts';
import { cast } from '../sample/cast.ts';
import { createSimulation } from './simulation.ts';

const maxBatch = 500;
/** Failures in a row, over two minutes, after which the target is not only away for a moment. */
const maxFailures = 8;

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
  /** Told why a write failed that is tried again. */
  onFailure?(problem: string): void;
  /** Milliseconds from a failure to the next try, by how many there were in a row before it. */
  retryAfter?: (failures: number) => number;
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
 * is one insert or one update of the live feed. What a target that is away for a moment did not take is sent again.
 * Never rejects.
 */
export async function simulate({
  target,
  rate,
  count = Number.POSITIVE_INFINITY,
  seed = randomBytes(4).toString('hex'),
  signal,
  onProgress,
  onFailure,
  retryAfter = backoff,
  now = Date.now,
}: SimulateOptions): Promise<SimulateResult> {
  const nextEvent = createSimulation({ seed, prefix: `sim-${seed}` });
  const sum: SimulateResult = { inserted: 0, updated: 0 };
  const rest = (ms: number) =>
    pause(Math.max(ms, 1), undefined, signal && { signal }).catch(() => {});
  /** Milliseconds in which nothing could be recorded: what was due then is not made up for. */
  let away = 0;
  const recorded = async (records: readonly LedgerRecord[]) => {
    const began = performance.now();
    for (let failures = 0; ; failures += 1) {
      const result = await target.record(1, lines(records)).catch((error: unknown) => ({ error }));
      if (!('error' in result)) {
        if (failures > 0) away += performance.now() - began;
        return refuseBad(result);
      }
      if (failures >= maxFailures || signal?.aborted) throw result.error;
      onFailure?.(problemOf(result.error));
      await rest(retryAfter(failures));
    }
  };
  try {
    await recorded(cast);
    away = 0;
    const start = performance.now();
    let done = 0;
    while (done < count && !signal?.aborted) {
      const due = Math.floor(((performance.now() - start - away) / 1_000) * rate) + 1;
      const batch = Math.min(due - done, count - done, maxBatch);
      if (batch > 0) {
        const events = Array.from({ length: batch }, () => nextEvent(now()));
        const { transfers } = await recorded(events);
        sum.inserted += transfers.inserted;
        sum.updated += transfers.updated;
        done += batch;
        onProgress?.(sum);
      } else {
        await rest((done / rate) * 1_000 - (performance.now() - start - away));
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
