import { setTimeout as wait } from 'node:timers/promises';
import Value from 'typebox/value';
import { doctorAnswerSchema, doctorPath } from '../doctor/doctor-message.ts';
import { importAnswerSchema, importErrorSchema, importPath } from './import-message.ts';
import { mostLines } from './pace.ts';
import type { LinesReport } from './record-lines.ts';
import type { LedgerTarget } from './target.ts';

/** Longer than the store gives a batch, in milliseconds. */
const patience = 150_000;
/** Milliseconds that a message should take: a busy service then acknowledges fewer lines at once. */
const aim = 500;
const leastLines = 50;

/**
 * Records through the ledger service that holds the store. `origin` as `http://127.0.0.1:4100`,
 * `key` from its data folder.
 */
export function serviceTarget(origin: string, key: string): LedgerTarget {
  let size = leastLines;
  const post = async <T>(
    path: string,
    message: unknown,
    check: (body: unknown) => body is { data: T },
  ) => {
    const answer = await fetch(`${origin}${path}`, {
      method: 'POST',
      headers: { authorization: key, 'content-type': 'application/json' },
      body: JSON.stringify(message),
      signal: AbortSignal.timeout(patience),
    }).catch((error: unknown) => {
      throw new Error(`The ledger service at ${origin} does not answer.`, { cause: error });
    });
    const body: unknown = await answer.json().catch(() => undefined);
    if (answer.ok && check(body)) return body.data;
    const reason = Value.Check(importErrorSchema, body) ? body.error : `status ${answer.status}`;
    throw new Error(`The ledger service at ${origin} refused: ${reason}`);
  };
  const send = (firstLine: number, lines: readonly string[]): Promise<LinesReport> =>
    post(importPath, { firstLine, lines }, (body) => Value.Check(importAnswerSchema, body));
  let last: Promise<unknown> = Promise.resolve();
  return {
    lines: () => size,
    record(firstLine, lines) {
      const report = last.then(async () => {
        const started = performance.now();
        const answer = await send(firstLine, lines);
        const fit = (lines.length * aim) / (performance.now() - started);
        size = Math.floor(Math.min(mostLines, Math.max(leastLines, Math.min(fit, size * 2))));
        return answer;
      });
      last = report.catch(() => {});
      return report;
    },
    examine: async (at) => {
      const started = performance.now();
      const report = await post(doctorPath, at, (body) => Value.Check(doctorAnswerSchema, body));
      // Half of the store's time is for those who read.
      await wait(performance.now() - started);
      return report;
    },
    close: async () => {},
  };
}
