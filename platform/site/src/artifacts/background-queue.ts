export type BackgroundQueue = ReturnType<typeof openBackgroundQueue>;

/** Work for which nobody waits, one piece after the other. What fails is logged, and the next one begins. */
export function openBackgroundQueue(log: (line: string) => void) {
  const closing = new AbortController();
  const { signal } = closing;
  let queue: Promise<void> = Promise.resolve();

  return {
    /** Resolves when this, and what was added before it, is over. `failure`: how the line of the log begins. */
    add(failure: string, work: () => Promise<void>): Promise<void> {
      queue = queue
        .then(() => (signal.aborted ? undefined : work()))
        .catch((error: unknown) => {
          if (!signal.aborted) log(`${failure}: ${error}`);
        });
      return queue;
    },
    isClosed: () => signal.aborted,
    /**
     * Waits for a part of such work that cannot be stopped, such as a compression, until the queue is closed. That
     * part goes on then, for nobody.
     *
     * @throws when the queue is closed
     */
    untilClosed<T>(begin: () => Promise<T>): Promise<T> {
      return new Promise((resolve, reject) => {
        signal.throwIfAborted();
        const abort = () => reject(signal.reason);
        signal.addEventListener('abort', abort);
        const over = () => signal.removeEventListener('abort', abort);
        begin().then(resolve, reject).finally(over);
      });
    },
    /** Resolves when all is over that was added before. */
    over: () => queue,
    /** Begins nothing more; resolves when nothing is being written. */
    close(): Promise<void> {
      closing.abort();
      return queue;
    },
  };
}
