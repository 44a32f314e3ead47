import type { Answer } from '@tallystick/shared/api';
import { transferFeed } from '@tallystick/shared/realtime';
import { useEffect, useState } from 'react';
import type { TransferRow } from '../contracts/transfer.ts';
import { type Counted, watchCounted } from './watch-counted.ts';

/**
 * What `count` counts, null until it is there, kept up to date with the transfers that it `concerns`;
 * and a way to try again. `key` is the same as long as the same is counted.
 */
export function useCounted<Data extends Counted>(
  key: string,
  count: (signal: AbortSignal) => Promise<Answer<Data>>,
  concerns: (transfer: TransferRow) => boolean,
): readonly [Answer<Data> | null, () => void] {
  const [answer, setAnswer] = useState<Answer<Data> | null>(null);
  const [attempt, setAttempt] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for what is counted
  useEffect(
    () => watchCounted({ count, feed: transferFeed(), concerns, report: setAnswer }),
    [key, attempt],
  );

  return [answer, () => setAttempt(attempt + 1)];
}
