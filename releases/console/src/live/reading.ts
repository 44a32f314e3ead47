import type { Answer } from '../admin/answer.ts';

/** Something that is read again and again; at most one reading is under way. */
export interface Readings {
  /** Reads again: at once, or right after the reading that is under way. */
  again(): void;
  stop(): void;
}

/** Starts reading. `tell` gets each answer, in the order of the questions. */
export function startReadings<T>(
  read: (signal: AbortSignal) => Promise<Answer<T>>,
  tell: (answer: Answer<T>) => void,
): Readings {
  const end = new AbortController();
  let wanted = true;
  let reading = false;

  async function run(): Promise<void> {
    reading = true;
    while (wanted) {
      wanted = false;
      const answer = await read(end.signal).catch(() => null);
      if (end.signal.aborted) return;
      if (answer !== null) tell(answer);
    }
    reading = false;
  }

  void run();
  return {
    again() {
      wanted = true;
      if (!reading) void run();
    },
    stop: () => end.abort(),
  };
}
