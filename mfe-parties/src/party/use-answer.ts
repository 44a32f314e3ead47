import type { Answer } from '@tallystick/shared/api';
import { useEffect, useState } from 'react';

/** What `ask` answers, null until it does; asked again when `key` changes. */
export function useAnswer<Data>(
  key: string,
  ask: (signal: AbortSignal) => Promise<Answer<Data>>,
): Answer<Data> | null {
  const [answer, setAnswer] = useState<Answer<Data> | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for what is asked
  useEffect(() => {
    const gone = new AbortController();
    // Rejects only when nobody waits for it any more.
    ask(gone.signal).then(setAnswer, () => {});
    return () => gone.abort();
  }, [key]);
  return answer;
}
