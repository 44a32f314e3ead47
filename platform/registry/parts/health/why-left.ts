import { type MayNot, mayNot } from '../../src/channel/automatic.ts';
import { splitWords } from '../../src/contract/comparison-words.ts';
import type { Finding } from './assess.ts';
import type { HealthSettings } from './settings.ts';

/**
 * Why the rule leaves a failing build to people; null: the registry may act.
 *
 * @param since when the app's live build came (ISO)
 * @param at milliseconds since 1970
 */
export function whyLeft(
  { mode, trial }: Pick<HealthSettings, 'mode' | 'trial'>,
  { role, figures, networksNeeded, sharedWith, slow, split }: Finding,
  since: string,
  at: number,
): MayNot | null {
  if (mode === 'alert') {
    return mayNot('alert-only', 'the rule is to alert only (HEALTH_RULE)');
  }
  if (sharedWith !== null) {
    return mayNot('shared', `${sharedWith} fails as well, which nobody moved`);
  }
  // One that fails for most breaks the split itself: pages that never came to run say nothing of it.
  if (split !== null && (slow !== null || figures.failed * 2 <= figures.browsers)) {
    return mayNot('split', splitWords(split));
  }
  if (role === 'canary') return null;
  if (at - Date.parse(since) > trial) {
    return mayNot('long-live', `it went well since ${since}, so it may be something else`);
  }
  const { networks } = figures;
  if (networks >= networksNeeded) return null;
  return mayNot('few-networks', `${networks} networks say so, and it takes ${networksNeeded}`);
}
