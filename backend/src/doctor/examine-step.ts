import { damageOf } from '@tallystick/store/damage';
import type { Store } from '../store/store.ts';
import { countDays, countParties, countParts, countSpans } from './count-again.ts';
import type { PartStep, Stage, StepReport } from './examination.ts';
import { examineBlocks } from './examine-blocks.ts';

const begin = (part: Stage['part']): Stage => ({ part, table: '', from: 0, id: '' });
/** Where an examination begins. */
export const firstStage = begin('blocks');

/** Each part: how far an examination is in all when it begins, what follows it, and what damage prevents. */
const parts = {
  blocks: {
    ...{ examine: examineBlocks, share: 0, after: begin('days') },
    prevented: 'the tables cannot be read',
  },
  days: {
    ...{ examine: countDays, share: 0.7, after: begin('spans') },
    prevented: 'the transfers of each day cannot be counted',
  },
  spans: {
    ...{ examine: countSpans, share: 0.78, after: begin('parts') },
    prevented: 'the sums of days cannot be checked',
  },
  parts: {
    ...{ examine: countParts, share: 0.8, after: begin('parties') },
    prevented: 'the parts of days cannot be counted',
  },
  parties: {
    ...{ examine: countParties, share: 0.84, after: null },
    prevented: 'the transfers of each party cannot be counted',
  },
} as const;

/**
 * One step of an examination, of some milliseconds. The first steps read every row of every table
 * and compare parties and transfers with their checksums. The later ones count again everything
 * that is counted. Records may be written meanwhile. Rejects if the store does not answer.
 */
export async function examineStep({ query }: Pick<Store, 'query'>, at: Stage): Promise<StepReport> {
  const { part } = at;
  const { examine, share: begun, after, prevented } = parts[part];
  const end = after ? parts[after.part].share : 1;
  const {
    rows = 0,
    findings,
    notes = [],
    done = 0,
    next,
  } = await examine(query, at).catch((error: unknown): PartStep => {
    const reason = damageOf(error);
    if (reason === undefined) throw error;
    return { next: null, findings: [`${prevented}: ${reason}`] };
  });
  if (next === null) return { rows, findings, notes, next: after, share: end };
  const share = begun + done * (end - begun);
  return { rows, findings, notes, next: { part, ...next }, share };
}
