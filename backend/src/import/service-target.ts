import Value from 'typebox/value';
import { importAnswerSchema, importErrorSchema, importPath } from './import-message.ts';
import { mostLines } from './pace.ts';
import { emptyReport, type LinesReport } from './record-lines.ts';
import { addReport, type LedgerTarget } from './target.ts';

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
  const sendAll = async (firstLine: number, lines: readonly string[]): Promise<LinesReport> => {
    const report = emptyReport();
    for (let at = 0; at < lines.length; ) {
      const some = lines.slice(at, at + size);
      const started = performance.now();
      addReport(report, await send(firstLine + at, some));
      const fit = (some.length * aim) / (performance.now() - started);
      size = Math.floor(Math.min(mostLines, Math.max(leastLines, Math.min(fit, size * 2))));
      at += some.length;
    }
    return report;
  };
  let last: Promise<unknown> = Promise.resolve();
  return {
    record(firstLine, lines) {
      const report = last.then(() => sendAll(firstLine, lines));
      last = report.catch(() => {});
      return report;
    },
    close: async () => {},
  };
}
