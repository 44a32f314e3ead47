import { useEffect, useState } from 'react';
import { type LateAnswer, useLateAnswer } from '../late/late-answer.ts';
import { whenOnline } from '../machine/when-online.ts';
import type { Answer } from './answer.ts';

/**
 * What `ask` answers, null until it does; asked again when `key` changes, and until that is answered the
 * answer of before. What failed is asked again when the machine is back on line. Nothing is asked where `key` is null.
 * `first` is what a loader asked for already, in place of the first question.
 */
export function useAnswer<Data>(
  key: string | null,
  ask: (signal: AbortSignal) => Promise<Answer<Data>>,
  first?: LateAnswer<Data>,
): Answer<Data> | null {
  const given = useLateAnswer(first);
  const [answer, setAnswer] = useState<Answer<Data> | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for what is asked
  useEffect(() => {
    if (key === null) return setAnswer(null);
    const gone = new AbortController();
    let failed = false;
    let asked = first;
    const begin = () => {
      failed = false;
      const late = asked;
      asked = undefined;
      // What a loader asked for is given up with its navigation.
      const coming = late?.answer.catch(() => ask(gone.signal)) ?? ask(gone.signal);
      coming.then(
        (answer) => {
          if (gone.signal.aborted) return;
          failed = !answer.ok;
          setAnswer(answer);
        },
        // Rejects only when nobody waits for it any more.
        () => {},
      );
    };
    begin();
    const leaveOnline = whenOnline(() => failed && begin());
    return () => {
      gone.abort();
      leaveOnline();
    };
  }, [key]);
  return key === null ? null : (answer ?? given);
}
