import { damageOf } from '@tallystick/store/damage';
import type { Store } from '../store/store.ts';
import { countDays, countParties, countParts, countSpans } from './count-again.ts';
import type { PartStep, Stage, StepReport } from './doctor-message.ts';
import { examineBlocks } from './examine-blocks.ts';

const begin = (part: Stage['part']): Stage => ({ part, table: '', from: 0, id: '' });
/** Where an examination begins. */
export const firstStage = begin('blocks');

/** How far an examination is in all when a part begins. */
const shares = { blocks: 0, days: 0.7, spans: 0.78, parts: 0.8, parties: 0.84 } as const;
const after = {
  blocks: begin('days'),
  days: begin('spans'),
  spans: begin('parts'),
  parts: begin('parties'),
  parties: null,
} as const;
const parts = {
  blocks: examineBlocks,
  days: countDays,
  spans: countSpans,
  parts: countParts,
  parties: countParties,
} as const;

/**
 * One step of an examination, of some milliseconds: every row of every table is read, and parties and
 * transfers are held against their checksums; then everything that is counted is counted again.
 * Records may be written meanwhile. Rejects if the store does not answer.
 */
export async function examineStep({ query }: Pick<Store, 'query'>, at: Stage): Promise<StepReport> {
  const { part } = at;
  const step = await parts[part](query, at).catch((error: unknown): PartStep => {
    const reason = damageOf(error);
    if (reason === undefined) throw error;
    return { next: null, rows: 0, findings: [`${part} cannot be counted: ${reason}`] };
  });
  const next = step.next === null ? after[part] : { part, ...step.next };
  return { rows: step.rows, findings: step.findings, next, share: next ? shares[next.part] : 1 };
}
