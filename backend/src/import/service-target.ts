import Value from 'typebox/value';
import { importAnswerSchema, importErrorSchema, importPath } from './import-message.ts';
import type { LinesReport } from './record-lines.ts';
import type { LedgerTarget } from './target.ts';

/** Longer than the store gives a batch, in milliseconds. */
const patience = 150_000;

/**
 * Records through the ledger service that holds the store. `origin` as `http://127.0.0.1:4100`,
 * `key` from its data folder.
 */
export function serviceTarget(origin: string, key: string): LedgerTarget {
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
    record(firstLine, lines) {
      const report = last.then(() => send(firstLine, lines));
      last = report.catch(() => {});
      return report;
    },
    close: async () => {},
  };
}
