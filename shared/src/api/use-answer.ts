import { useEffect, useState } from 'react';
import type { Answer } from './answer.ts';

/**
 * What `ask` answers, null until it does; asked again when `key` changes, and until that is answered the
 * answer of before. Nothing is asked where `key` is null.
 */
export function useAnswer<Data>(
  key: string | null,
  ask: (signal: AbortSignal) => Promise<Answer<Data>>,
): Answer<Data> | null {
  const [answer, setAnswer] = useState<Answer<Data> | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for what is asked
  useEffect(() => {
    if (key === null) return setAnswer(null);
    const gone = new AbortController();
    // Rejects only when nobody waits for it any more.
    ask(gone.signal).then(setAnswer, () => {});
    return () => gone.abort();
  }, [key]);
  return key === null ? null : answer;
}
