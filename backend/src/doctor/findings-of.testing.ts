import type { Store } from '../store/store.ts';
import { examineStep, firstStage } from './examine-step.ts';

/** All that `doctor` finds. */
export async function findingsOf(store: Pick<Store, 'query'>): Promise<string[]> {
  const found: string[] = [];
  for (let at: typeof firstStage | null = firstStage; at !== null; ) {
    const { findings, next } = await examineStep(store, at);
    found.push(...findings);
    at = next;
  }
  return found;
}
