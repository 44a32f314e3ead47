import { ledger } from '@tallystick/shared/api';
import type { Activity } from '../contracts/activity.ts';
import type { ActivityRange } from '../contracts/activity-ranges.ts';
import { type LateAnswer, lateAnswer } from '../late/late-answer.ts';
import { listQueryOf } from '../transfers/list-query.ts';
import { type Scope, scopeKey } from '../transfers/scope.ts';

/** What a chart counts, and the first count. */
export interface LoadingActivity {
  readonly scope: Scope;
  /** Null: nobody chose, so the shortest that holds most of what there is. */
  readonly range: ActivityRange | null;
  /** Undefined where the chart of the same stands already. */
  readonly first: LateAnswer<Activity> | undefined;
}

/** The charts that stand on the page, by what they count. */
const standing = new Set<string>();

/** A text that is the same for charts that count the same. */
export const activityKey = ({ scope, range }: Omit<LoadingActivity, 'first'>) =>
  `${range ?? 'most'} ${scopeKey(scope)}`;

/** Says that a chart stands; returns what says that it is gone. */
export function holdActivity(key: string): () => void {
  standing.add(key);
  return () => standing.delete(key);
}

/** For a route's loader: counts the transfers of `scope` over the range that the request's URL names, and does not wait. */
export function loadActivity(request: Request, scope: Scope): LoadingActivity {
  const { range = null } = listQueryOf(request.url);
  const asked = { scope, range };
  const first = standing.has(activityKey(asked))
    ? undefined
    : lateAnswer(countActivity(asked, request.signal));
  return { ...asked, first };
}

/** Counts what a chart shows. */
export function countActivity(
  { scope, range }: Omit<LoadingActivity, 'first'>,
  signal: AbortSignal,
) {
  const party = 'party' in scope ? { kind: scope.of, id: scope.party } : undefined;
  // A shell of before counts all of time.
  return ledger.activity({ range: range ?? 'all', shortest: range === null, party }, signal);
}
