import { setTimeout as wait } from 'node:timers/promises';
import { codeOf } from './error-code.ts';

const initialDelayMs = 50;
const maxDelayMs = 1_000;

/**
 * Retries for `timeoutMs` while the database cannot be reached, so that a restart delays callers instead of failing
 * them. Waits 50 ms, 100 ms and so on up to a second. To each it adds up to a half at random. Rejects with the last
 * error, and with any other error at once. `revive` is called before each further attempt.
 */
export async function retryWhileUnreachable<T>(
  timeoutMs: number,
  attempt: () => Promise<T>,
  revive: () => Promise<void> = async () => {},
): Promise<T> {
  const deadline = performance.now() + timeoutMs;
  for (let delay = initialDelayMs; ; delay = Math.min(delay * 2, maxDelayMs)) {
    try {
      return await attempt();
    } catch (error) {
      const left = deadline - performance.now();
      if (left <= 0 || !isUnreachable(error)) throw error;
      await wait(Math.min(left, delay * (1 + Math.random() / 2)));
      // Where it fails, the next attempt says more.
      await revive().catch(() => {});
    }
  }
}

/**
 * Whether the database cannot be reached. That is PostgreSQL's class 08 and 57P0 (it stops or starts), errors of the
 * network, and those that `pg` has no code for.
 */
export function isUnreachable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return (
    /^(08|57P0|ECONNREFUSED|ECONNRESET|ENOENT|EPIPE|ENOTFOUND|ETIMEDOUT)/.test(codeOf(error)) ||
    /^(Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client has encountered a connection error|Client was closed)/.test(
      error.message,
    )
  );
}
