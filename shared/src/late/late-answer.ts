import { useEffect, useReducer } from 'react';
import type { Answer } from '../api/answer.ts';

/** An answer that is on its way, or there already. */
export interface LateAnswer<Data> {
  /** A call that fails is an answer too; rejects only if it was given up. */
  readonly answer: Promise<Answer<Data>>;
  /** The answer, if it is there. */
  readonly settled: () => Answer<Data> | null;
}

export function lateAnswer<Data>(answer: Promise<Answer<Data>>): LateAnswer<Data> {
  let settled: Answer<Data> | null = null;
  answer.then(
    (come) => {
      settled = come;
    },
    // The call was given up, so nobody waits for its answer.
    () => {},
  );
  return { answer, settled: () => settled };
}

/** The answer of `late`, or null until it is there. If `late` changes first, the old answer is dropped. */
export function useLateAnswer<Data>(late: LateAnswer<Data> | undefined): Answer<Data> | null {
  const [, renderAgain] = useReducer((times: number) => times + 1, 0);
  useEffect(() => {
    late?.answer.then(renderAgain, () => {});
  }, [late]);
  return late?.settled() ?? null;
}
