import { damageOf } from '@tallystick/store/damage';
import type { Store } from '../store/store.ts';
import { countDays, countParties, countParts, countSpans } from './count-again.ts';
import type { PartStep, Stage, StepReport } from './examination.ts';
import { examineBlocks } from './examine-blocks.ts';

const begin = (part: Stage['part']): Stage => ({ part, table: '', from: 0, id: '' });
/** Where an examination begins. */
export const firstStage = begin('blocks');

/** Each part with what follows it, and how far an examination is in all when it begins. */
const parts = {
  blocks: { examine: examineBlocks, share: 0, after: begin('days') },
  days: { examine: countDays, share: 0.7, after: begin('spans') },
  spans: { examine: countSpans, share: 0.78, after: begin('parts') },
  parts: { examine: countParts, share: 0.8, after: begin('parties') },
  parties: { examine: countParties, share: 0.84, after: null },
} as const;

/**
 * One step of an examination, of some milliseconds. The first steps read every row of every table
 * and compare parties and transfers with their checksums. The later ones count again everything
 * that is counted. Records may be written meanwhile. Rejects if the store does not answer.
 */
export async function examineStep({ query }: Pick<Store, 'query'>, at: Stage): Promise<StepReport> {
  const { part } = at;
  const { examine, after } = parts[part];
  const {
    rows = 0,
    findings,
    notes = [],
    ...step
  } = await examine(query, at).catch((error: unknown): PartStep => {
    const reason = damageOf(error);
    if (reason === undefined) throw error;
    return { next: null, findings: [`${part} cannot be counted: ${reason}`] };
  });
  const next = step.next === null ? after : { part, ...step.next };
  return { rows, findings, notes, next, share: next ? parts[next.part].share : 1 };
}
