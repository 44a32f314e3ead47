import { describe, expect, it } from 'vitest';
import { type Progress, runExport } from './run-export.ts';

const transfer = '{"record":"transfer","item":"t"}\n';
const bytes = (text: string) => new TextEncoder().encode(text);

/** Runs an export whose stream does, step by step, what is said. */
async function run(
  steps: readonly (string | Error | (() => void))[],
  given = new AbortController(),
) {
  const progress: Progress[] = [];
  const rest = [...steps];
  const data = new ReadableStream<Uint8Array>({
    pull: (controller) => {
      const step = rest.shift();
      if (step === undefined) controller.close();
      else if (step instanceof Error) controller.error(step);
      else if (typeof step === 'string') controller.enqueue(bytes(step));
      else {
        step();
        controller.error(given.signal.reason);
      }
    },
  });
  const result = await runExport({
    format: 'ndjson',
    open: async () => ({ ok: true, code: 200, data }),
    onProgress: (now) => progress.push(now),
    signal: given.signal,
  });
  return { result, progress };
}

describe('an export', () => {
  it('tells how far it is, and is whole in the end', async () => {
    const { result, progress } = await run([transfer, transfer + transfer]);
    expect(progress).toEqual([
      { rows: 1, bytes: 33 },
      { rows: 3, bytes: 99 },
    ]);
    expect(result).toMatchObject({ ok: true, rows: 3, bytes: 99 });
    expect(result.ok && (await result.file.text())).toBe(transfer.repeat(3));
  });

  it('is whole, too, when it is large', async () => {
    const large = transfer.repeat(100_000);
    const { result } = await run([large, large, large, large]);
    expect(result).toMatchObject({ ok: true, rows: 400_000, bytes: 13_200_000 });
    expect(result.ok && result.file.size).toBe(13_200_000);
  });

  it('that breaks off or is cancelled saves nothing', async () => {
    const { result } = await run([transfer, new Error('network')]);
    expect(result).toEqual({ ok: false, error: 'The connection broke off.' });
    const given = new AbortController();
    const cancelled = await run([transfer, () => given.abort()], given);
    expect(cancelled.result).toEqual({
      ok: false,
      error: 'The export was cancelled.',
    });
  });
});
