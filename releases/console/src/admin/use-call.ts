import { useState } from 'react';
import type { Answer, Trouble } from './answer.ts';

/** Makes calls; keeps whether one is under way, and why the last one failed. */
export function useCall() {
  const [busy, setBusy] = useState(false);
  const [trouble, setTrouble] = useState<Trouble | null>(null);

  async function run<T>(asked: Promise<Answer<T>>): Promise<Answer<T>> {
    setBusy(true);
    const answer = await asked;
    setBusy(false);
    setTrouble(answer.ok ? null : answer);
    return answer;
  }
  return { busy, trouble, run };
}
