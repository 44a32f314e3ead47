import Value from 'typebox/value';
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
  const send = async (firstLine: number, lines: readonly string[]): Promise<LinesReport> => {
    const answer = await fetch(`${origin}${importPath}`, {
      method: 'POST',
      headers: { authorization: key, 'content-type': 'application/json' },
      body: JSON.stringify({ firstLine, lines }),
      signal: AbortSignal.timeout(patience),
    }).catch((error: unknown) => {
      throw new Error(`The ledger service at ${origin} does not answer.`, { cause: error });
    });
    const body: unknown = await answer.json().catch(() => undefined);
    if (answer.ok && Value.Check(importAnswerSchema, body)) return body.data;
    const reason = Value.Check(importErrorSchema, body) ? body.error : `status ${answer.status}`;
    throw new Error(`The ledger service at ${origin} refused the lines: ${reason}`);
  };
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
    close: async () => {},
  };
}
