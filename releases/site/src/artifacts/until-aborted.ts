/**
 * Waits for work that cannot be stopped, such as a compression, until the signal is aborted. The work goes on then,
 * for nobody.
 *
 * @throws the signal's reason
 */
export function untilAborted<T>(signal: AbortSignal, begin: () => Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const abort = () => reject(signal.reason);
    signal.addEventListener('abort', abort);
    const over = () => signal.removeEventListener('abort', abort);
    begin().then(resolve, reject).finally(over);
  });
}
