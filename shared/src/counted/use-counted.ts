import type { Answer } from '@tallystick/shared/api';
import { transferFeed } from '@tallystick/shared/realtime';
import { useEffect, useState } from 'react';
import type { TransferRow } from '../contracts/transfer.ts';
import { type LateAnswer, useLateAnswer } from '../late/late-answer.ts';
import { type Counted, watchCounted } from './watch-counted.ts';

/**
 * What `count` counts, null until it is there, kept up to date with the transfers that it `concerns`;
 * and a way to try again. `key` is the same as long as the same is counted. `first` is what a loader asked for
 * already: it takes the place of the first count.
 */
export function useCounted<Data extends Counted>(
  key: string,
  count: (signal: AbortSignal) => Promise<Answer<Data>>,
  concerns: (transfer: TransferRow) => boolean,
  first?: LateAnswer<Data>,
): readonly [Answer<Data> | null, () => void] {
  const [answer, setAnswer] = useState<Answer<Data> | null>(null);
  const [attempt, setAttempt] = useState(0);
  const given = useLateAnswer(first);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for what is counted
  useEffect(() => {
    let asked = attempt === 0 ? first : undefined;
    const countFrom = (signal: AbortSignal) => {
      const late = asked;
      asked = undefined;
      // What a loader asked for is given up with its navigation.
      return late === undefined ? count(signal) : late.answer.catch(() => count(signal));
    };
    return watchCounted({ count: countFrom, feed: transferFeed(), concerns, report: setAnswer });
  }, [key, attempt]);

  return [answer ?? given, () => setAttempt(attempt + 1)];
}
