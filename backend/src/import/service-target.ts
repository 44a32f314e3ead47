import { setTimeout as wait } from 'node:timers/promises';
import { callErrorSchema } from '@tallystick/shared/contracts/calls';
import * as v from 'valibot';
import { doctorPath, stepReportSchema } from '../doctor/doctor-message.ts';
import { importPath, linesReportSchema } from './import-message.ts';
import { maxLines } from './pace.ts';
import type { LedgerTarget } from './target.ts';

/** Longer than the store gives a batch. */
const timeoutMs = 150_000;
/** A message should take so long: a busy service then acknowledges fewer lines at once. */
const targetMs = 500;
const minLines = 50;

/**
 * Records through the ledger service that holds the store. `origin` as `http://127.0.0.1:4100`,
 * `key` from its data folder.
 */
export function serviceTarget(origin: string, key: string): LedgerTarget {
  let size = minLines;
  const post = async <T>(path: string, message: unknown, schema: v.GenericSchema<unknown, T>) => {
    const answer = await fetch(`${origin}${path}`, {
      method: 'POST',
      headers: { authorization: key, 'content-type': 'application/json' },
      body: JSON.stringify(message),
      signal: AbortSignal.timeout(timeoutMs),
    }).catch((error: unknown) => {
      throw new Error(`The ledger service at ${origin} does not answer.`, { cause: error });
    });
    const body: unknown = await answer.json().catch(() => undefined);
    const good = v.safeParse(v.object({ data: schema }), body);
    if (answer.ok && good.success) return good.output.data;
    const refused = v.safeParse(callErrorSchema, body);
    const reason = refused.success ? refused.output.error : `status ${answer.status}`;
    throw new Error(`The ledger service at ${origin} refused: ${reason}`);
  };
  let last: Promise<unknown> = Promise.resolve();
  return {
    lines: () => size,
    record(firstLine, lines) {
      const report = last.then(async () => {
        const started = performance.now();
        const answer = await post(importPath, { firstLine, lines }, linesReportSchema);
        const fit = (lines.length * targetMs) / (performance.now() - started);
        size = Math.floor(Math.min(maxLines, Math.max(minLines, Math.min(fit, size * 2))));
        return answer;
      });
      last = report.catch(() => {});
      return report;
    },
    examine: async (at) => {
      const started = performance.now();
      const report = await post(doctorPath, at, stepReportSchema);
      // Leaves half of the store's time to readers.
      await wait(performance.now() - started);
      return report;
    },
    close: async () => {},
  };
}
