import { addCounts, type Counts } from '../ledger/counts.ts';
import type { Line } from './lines.ts';
import type { BadLine } from './lines-report.ts';
import { maxLines } from './pace.ts';
import { problemOf } from './problem.ts';
import { emptyReport } from './record-lines.ts';
import type { LedgerTarget } from './target.ts';

const charactersPerBatch = 1_048_576;
/** Reading waits while one batch is being recorded and the next is ready. */
const maxBatches = 2;

/** How far an import is; `lines` counts those that are recorded or skipped. */
export interface ImportReport {
  lines: number;
  bad: number;
  parties: Counts;
  transfers: Counts;
}

export interface ImportOutcome {
  report: ImportReport;
  /** Why the import ended before its input did; what `report` counts is kept. */
  problem?: string;
}

export interface ImportWatcher {
  /** Told of each skipped line, in order. */
  onBad?(line: BadLine): void;
  /** Told after each batch. */
  onProgress?(report: ImportReport): void;
  /** Ends the import after the batches under way. */
  signal?: AbortSignal;
}

/**
 * Records a ledger's lines in batches, in order, reading no faster than the target records.
 * Lines that cannot be recorded are skipped. Never rejects.
 */
export async function importLines(
  lines: AsyncIterable<Line>,
  target: LedgerTarget,
  { onBad, onProgress, signal }: ImportWatcher = {},
): Promise<ImportOutcome> {
  const { parties, transfers } = emptyReport();
  const report: ImportReport = { lines: 0, bad: 0, parties, transfers };
  const recording: Promise<void>[] = [];
  let failure: { reason: unknown } | undefined;

  const record = async (batch: Batch) => {
    try {
      const answer = await target.record(batch.firstLine, batch.lines);
      // After a failed batch the lines of the next count as not imported, even if they were recorded.
      if (failure) return;
      addCounts(parties, answer.parties);
      addCounts(transfers, answer.transfers);
      const bad = [...batch.unreadable, ...answer.bad].sort((a, b) => a.line - b.line);
      for (const line of bad) onBad?.(line);
      report.bad += bad.length;
      report.lines = batch.firstLine + batch.lines.length - 1;
      onProgress?.(report);
    } catch (reason) {
      failure ??= { reason };
    }
  };

  let batch = newBatch(1);
  const send = async () => {
    if (batch.lines.length === 0 || failure) return;
    recording.push(record(batch));
    batch = newBatch(batch.firstLine + batch.lines.length);
    if (recording.length >= maxBatches) await recording.shift();
  };

  let broken: { reason: unknown } | undefined;
  try {
    for await (const line of lines) {
      put(batch, line);
      if (isWhole(batch)) await send();
      if (failure || signal?.aborted) break;
    }
  } catch (reason) {
    broken = { reason };
  }
  if (!signal?.aborted) await send();
  await Promise.all(recording);
  if (signal?.aborted && !failure) return { report, problem: 'Stopped.' };
  const ended = failure ?? broken;
  return ended ? { report, problem: problemOf(ended.reason) } : { report };
}

interface Batch {
  firstLine: number;
  /** A line that could not be read is an empty one, so that the numbers fit. */
  lines: string[];
  characters: number;
  unreadable: BadLine[];
}

const newBatch = (firstLine: number): Batch => ({
  firstLine,
  lines: [],
  characters: 0,
  unreadable: [],
});

const isWhole = ({ lines, characters }: Batch) =>
  lines.length >= maxLines || characters >= charactersPerBatch;

function put(batch: Batch, line: Line): void {
  if ('text' in line) {
    batch.lines.push(line.text);
    batch.characters += line.text.length;
  } else {
    batch.lines.push('');
    batch.unreadable.push({ line: line.number, reason: line.problem });
  }
}
