import { setTimeout as wait } from 'node:timers/promises';
import { call } from '../../../http/call.ts';

/** The first address of every attacker. */
const from = '127.0.0.2';
const pauseMs = 50;
const giveUpMs = 60_000;

/**
 * Asks servers, over new connections from an address that attacked them until now, until each answers once. Answers how
 * many milliseconds that took; infinite: longer than a minute.
 */
export async function untilAnswered(urls: readonly string[]): Promise<number> {
  const begin = performance.now();
  await Promise.all(
    urls.map(async (url) => {
      while (!(await isAnswered(url)) && performance.now() < begin + giveUpMs) await wait(pauseMs);
    }),
  );
  const took = performance.now() - begin;
  return took < giveUpMs ? took : Number.POSITIVE_INFINITY;
}

const isAnswered = (url: string): Promise<boolean> =>
  call(`${url}/health`, { from, timeoutMs: giveUpMs }).then(
    ({ status }) => status === 200,
    () => false,
  );
