import type { Store } from '../store/store.ts';
import { examineStep, firstStage } from './examine-step.ts';

/** All that `doctor` finds that does not fit. */
export async function findingsOf(store: Pick<Store, 'query'>): Promise<string[]> {
  return (await examined(store)).findings;
}

/** All that `doctor` says. */
export async function examined(store: Pick<Store, 'query'>) {
  const all: { findings: string[]; notes: string[] } = { findings: [], notes: [] };
  for (let at: typeof firstStage | null = firstStage; at !== null; ) {
    const { findings, notes, next } = await examineStep(store, at);
    all.findings.push(...findings);
    all.notes.push(...notes);
    at = next;
  }
  return all;
}
