import type { Counts } from '../ledger/counts.ts';

/** A line that was skipped, by its number from 1; `reason` goes on from "line 17 …". */
export interface BadLine {
  line: number;
  reason: string;
}

/** What became of some lines. */
export interface LinesReport {
  parties: Counts;
  transfers: Counts;
  bad: BadLine[];
}
