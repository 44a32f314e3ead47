/** A value, and whether it may be behind because its source did not answer in time. */
export interface Reading<T> {
  value: T;
  behind: boolean;
}

/** A value that others change, read anew for each question but never twice at once. */
export interface Freshest<T> {
  /**
   * A value whose reading began after the question, so that a change that was acknowledged before
   * is in it. If the source fails or is slower than `patience`, the last value that it gave
   * (`behind`); rejects only while it has never given one.
   */
  get(): Promise<Reading<T>>;
  /** Whether the last reading failed, or is not there in time. */
  troubled(): boolean;
}

export interface FreshestOptions {
  /** Milliseconds that a question waits for the source while there is a last value. */
  patience: number;
  /** Milliseconds after which a reading counts as failed and the next one may begin. */
  giveUp: number;
  /** Told once when trouble begins, and with null when it has ended. */
  onTrouble(problem: unknown): void;
}

/**
 * Questions that come while a reading is under way share the next one: however many ask, the
 * source has one question at a time.
 */
export function keepFreshest<T>(
  read: () => Promise<T>,
  { patience, giveUp, onTrouble }: FreshestOptions,
): Freshest<T> {
  let last: { value: T } | undefined;
  let running: Promise<void> | undefined;
  let next: Promise<Reading<T>> | undefined;
  let trouble = false;

  function setTrouble(problem: unknown): void {
    if (trouble !== (problem !== null)) onTrouble(problem);
    trouble = problem !== null;
  }

  async function readOnce(): Promise<T> {
    try {
      const value = await within(giveUp, read());
      last = { value };
      setTrouble(null);
      return value;
    } catch (error) {
      setTrouble(error);
      throw error;
    }
  }

  function begin(): Promise<T> {
    const reading = readOnce();
    const ended = reading.then(nothing, nothing).then(() => {
      if (running === ended) running = undefined;
    });
    running = ended;
    return reading;
  }

  /** Waits for a reading as long as there is patience, longer only if there is no last value. */
  async function answer(reading: Promise<T>): Promise<Reading<T>> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, patience);
    });
    const fresh = reading.then((value) => ({ value, behind: false }));
    try {
      const first = await Promise.race([fresh, late]);
      if (first !== undefined) return first;
      setTrouble(new Error(`no answer within ${patience} ms`));
      return last === undefined ? await fresh : { value: last.value, behind: true };
    } catch (error) {
      if (last === undefined) throw error;
      return { value: last.value, behind: true };
    } finally {
      clearTimeout(timer);
      fresh.catch(nothing);
    }
  }

  return {
    troubled: () => trouble,
    get() {
      if (running === undefined) return answer(begin());
      // A source that hangs is not waited for again by each question.
      if (trouble && last !== undefined) {
        return Promise.resolve({ value: last.value, behind: true });
      }
      next ??= answer(
        running.then(() => {
          next = undefined;
          return begin();
        }),
      );
      return next;
    },
  };
}

function nothing(): void {}

/** Rejects if the promise takes longer. */
async function within<T>(milliseconds: number, promise: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new Error(`no answer within ${milliseconds} ms`)),
      milliseconds,
    );
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}
