import { type Answer, ledger } from '@tallystick/shared/api';
import { transferFeed } from '@tallystick/shared/realtime';
import { useEffect, useState } from 'react';
import type { Activity } from '../contracts/activity.ts';
import type { ActivityRange } from '../contracts/activity-ranges.ts';
import { belongs, type Scope, scopeKey } from '../transfers/scope.ts';
import { loadDrawing } from './drawing.ts';
import { strings } from './strings.ts';
import { watchActivity } from './watch-activity.ts';

const notDrawn = { ok: false, code: 0, error: strings.notDrawn } as const;

/** The activity of a range, null until it is counted, kept up to date; and a way to try again. */
export function useActivity(
  scope: Scope,
  range: ActivityRange,
): readonly [Answer<Activity> | null, () => void] {
  const [answer, setAnswer] = useState<Answer<Activity> | null>(null);
  const [attempt, setAttempt] = useState(0);
  const key = scopeKey(scope);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for the scope
  useEffect(() => {
    const party = 'party' in scope ? { kind: scope.of, id: scope.party } : undefined;
    return watchActivity({
      count: async (signal) => {
        const counted = ledger.activity({ range, party }, signal);
        const [answer, drawing] = await Promise.all([counted, loadDrawing()]);
        return drawing === null ? notDrawn : answer;
      },
      feed: transferFeed(),
      concerns: (transfer) => belongs(scope, transfer),
      report: setAnswer,
    });
  }, [key, range, attempt]);

  return [answer, () => setAttempt(attempt + 1)];
}
