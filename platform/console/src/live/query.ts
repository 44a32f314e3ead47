import type { Answer } from '../admin/answer.ts';

export type Query = ReturnType<typeof startQuery>;

/**
 * Starts to fetch something again and again; at most one fetch is under way. `onAnswer` gets each
 * answer, in the order of the calls.
 */
export function startQuery<T>(
  ask: (signal: AbortSignal) => Promise<Answer<T>>,
  onAnswer: (answer: Answer<T>) => void,
) {
  const end = new AbortController();
  let wanted = true;
  let fetching = false;

  async function run(): Promise<void> {
    fetching = true;
    while (wanted) {
      wanted = false;
      const answer = await ask(end.signal).catch(() => null);
      if (end.signal.aborted) return;
      if (answer !== null) onAnswer(answer);
    }
    fetching = false;
  }

  void run();
  return {
    /** Fetches again: at once, or right after the fetch that is under way. */
    refetch(): void {
      wanted = true;
      if (!fetching) void run();
    },
    stop: (): void => end.abort(),
  };
}
