import { refused } from '@tallystick/contract/result';
import { noCounts } from '../ledger/counts.ts';
import { type LedgerRecord, parseLedgerRecord } from '../ledger/ledger-record.ts';
import { type RecordingStore, recordBatch } from '../ledger/record.ts';
import type { Store } from '../store/store.ts';
import type { BadLine, LinesReport } from './lines-report.ts';
import type { Turn } from './pace.ts';

/** A report of no lines. */
export const emptyReport = (): LinesReport => ({
  parties: noCounts(),
  transfers: noCounts(),
  bad: [],
});

/** Lines of ledger input as records, with the lines that are not records; blank lines are skipped. */
export interface ParsedLines {
  records: LedgerRecord[];
  /** Line number of each record. */
  numbers: number[];
  bad: BadLine[];
}

/** Reads lines of ledger input, of which the first has the number `firstLine`. */
export function parseLines(firstLine: number, lines: readonly string[]): ParsedLines {
  const parsed: ParsedLines = { records: [], numbers: [], bad: [] };
  for (const [offset, text] of lines.entries()) {
    if (text.trim() === '') continue;
    const line = firstLine + offset;
    const value = parseJson(text);
    const result = value === undefined ? notJson : parseLedgerRecord(value);
    if (result.ok) {
      parsed.records.push(result.value);
      parsed.numbers.push(line);
    } else {
      parsed.bad.push({ line, reason: result.problem });
    }
  }
  return parsed;
}

/**
 * Records what was read, in one transaction. `turn`: how long it held the store and who waited; absent if
 * nothing was recorded. Rejects if the store fails; nothing of it is kept then.
 */
export async function recordParsed(
  store: RecordingStore & Pick<Store, 'waiting'>,
  { records, numbers, bad }: ParsedLines,
): Promise<LinesReport & { turn?: Turn }> {
  if (records.length === 0) return { ...emptyReport(), bad: [...bad] };
  let turn: Turn | undefined;
  const { parties, transfers, rejected } = await recordBatch(
    store,
    records,
    async (milliseconds) => {
      turn = { lines: records.length, milliseconds, waiting: await store.waiting() };
    },
  );
  const unknown = rejected.map(({ position, error }) => ({
    line: numbers[position] ?? 0,
    reason: error,
  }));
  const all = [...bad, ...unknown].sort((a, b) => a.line - b.line);
  return { parties, transfers, bad: all, ...(turn && { turn }) };
}

const notJson = refused('is not JSON');

/**
 * Undefined: not JSON. A whole number that JavaScript cannot hold exactly becomes a bigint, which no field
 * accepts.
 */
function parseJson(text: string): unknown {
  try {
    // Looking at each number takes several times as long: only where there may be one.
    return /\d{16}/.test(text) ? JSON.parse(text, withDigits) : JSON.parse(text);
  } catch {
    return undefined;
  }
}

function withDigits(_: string, value: unknown, ...[context]: { source?: string }[]): unknown {
  const source = context?.source ?? '';
  const isWhole = Number.isFinite(value) && /^-?\d{16,}$/.test(source);
  return isWhole && source !== String(value) ? BigInt(source) : value;
}
