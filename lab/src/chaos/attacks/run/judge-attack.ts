import * as v from 'valibot';
import type { Attack, AttackResult } from '../attack.ts';
import { type ProbeResult, p99 } from '../watch/probe.ts';

/**
 * Times as long as in quiet that others may wait for a list. Seconds until a recall is known, and until an address that
 * has attacked is answered again.
 */
const limits = { slower: 3, recall: 2, neighbour: 2 } as const;

/** How a recall went that was made while an attack lasted. */
export interface Recall {
  /** Why it could not be made; null: it was. */
  refused: string | null;
  /** Open tabs that were to hear of it, and those that did. */
  of: number;
  reached: number;
  /** Milliseconds until the last of them had heard of it; null: none has. */
  took: number | null;
}

/** What an attack cost others and the machine. */
export interface Cost {
  quiet: readonly ProbeResult[];
  during: readonly ProbeResult[];
  /** Servers that ended. */
  ended: readonly string[];
  /** Megabytes: the most in memory, and on disk at the end, beyond what was there before. */
  memory: number;
  disk: number;
  recall: Recall;
  /** Milliseconds after its end until who shares an attacker's address was answered. */
  neighbour: number;
  /** What somebody did not get who came meanwhile, in words. */
  refused: readonly string[];
}

/** What is kept of an attack, in words; '': it was not measured. */
export const attackOutcomeSchema = v.object({
  name: v.string(),
  what: v.string(),
  /** What came of it. */
  came: v.string(),
  /** What lists took, what pages took, and what a server took that nobody attacked. */
  lists: v.string(),
  pages: v.string(),
  plain: v.string(),
  memory: v.string(),
  disk: v.string(),
  recall: v.string(),
  /** How long who shares an attacker's address waited for an answer, once it was over. */
  neighbour: v.optional(v.string(), ''),
  /** What must not be; none: it is as it should be. */
  wrong: v.array(v.string()),
});
export type AttackOutcome = v.InferOutput<typeof attackOutcomeSchema>;

const unmeasured = {
  lists: '',
  pages: '',
  plain: '',
  memory: '',
  disk: '',
  recall: '',
  neighbour: '',
};

/** For an attack that could not even be tried. */
export function untriedAttack(
  { name, what }: Pick<Attack, 'name' | 'what'>,
  error: unknown,
): AttackOutcome {
  const wrong = [`could not be tried: ${String(error).split('\n', 1)[0]}`];
  return { ...unmeasured, name, what, came: '', wrong };
}

/** Judges what an attack got and what it cost; `cost` null: nobody could be measured beside it. */
export function judgeAttack(
  { name, what }: Pick<Attack, 'name' | 'what'>,
  result: AttackResult,
  cost: Cost | null,
): AttackOutcome {
  const wrong = result.blocked ? [] : [result.summary];
  const outcome = { ...unmeasured, name, what, came: result.summary };
  if (cost === null) return { ...outcome, wrong };
  if (cost.ended.length > 0) wrong.push(`ended: ${cost.ended.join(' and ')}`);
  const lists = slower(cost, 'list');
  if (!(lists.times <= limits.slower)) wrong.push(`lists took ${lists.words}`);
  const pages = slower(cost, 'page');
  if (!(pages.times <= limits.slower)) wrong.push(`pages took ${pages.words}`);
  const { refused, of, reached, took } = cost.recall;
  if (refused !== null) wrong.push(`no recall: ${refused.split('\n', 1)[0]?.slice(0, 80)}`);
  else if (reached < of) wrong.push(`the recall reached ${reached} of ${of} tabs`);
  else if (took === null || took > limits.recall * 1_000) wrong.push('the recall was late');
  wrong.push(...cost.refused);
  const freed = cost.neighbour / 1_000;
  if (freed > limits.neighbour)
    wrong.push(`neighbours were shut out for ${freed.toFixed(1)} s more`);
  return {
    ...outcome,
    lists: lists.words,
    pages: pages.words,
    plain: slower(cost, 'plain').words,
    memory: `${cost.memory.toFixed(0)} MB`,
    disk: `${cost.disk.toFixed(1)} MB`,
    recall: took === null ? 'never' : `${reached} of ${of}, ${(took / 1_000).toFixed(1)} s`,
    neighbour: `${freed.toFixed(1)} s`,
    wrong,
  };
}

/** How much longer 99 of 100 took than in quiet. */
function slower({ quiet, during }: Cost, of: string): { times: number; words: string } {
  const only = (asked: readonly ProbeResult[]) => asked.filter(({ what }) => what === of);
  const [calm, late] = [p99(only(quiet)), p99(only(during))];
  const times = late / calm;
  const instead = only(during).flatMap(({ instead = [] }) => instead);
  const lost = Math.ceil((instead.length / only(during).length) * 100);
  const reasons = [...new Set(instead)].map(
    (reason) => `${instead.filter((other) => other === reason).length} × ${reason}`,
  );
  const share = lost === 0 ? '' : `, ${lost} % not answered (${reasons.join(', ')})`;
  if (!Number.isFinite(late))
    return { times, words: `never (quiet ${calm.toFixed(0)} ms)${share}` };
  return { times, words: `${times.toFixed(1)} × (${late.toFixed(0)} ms)${share}` };
}
