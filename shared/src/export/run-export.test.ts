import { describe, expect, it } from 'vitest';
import type { Destination } from './destination.ts';
import { type Progress, runExport } from './run-export.ts';

const transfer = '{"record":"transfer","item":"t"}\n';
const bytes = (text: string) => new TextEncoder().encode(text);

/** A destination in memory, which tells what became of it. */
function memory({ room = Number.POSITIVE_INFINITY } = {}) {
  const chunks: Uint8Array[] = [];
  const length = () => chunks.reduce((sum, chunk) => sum + chunk.length, 0);
  const destination: Destination = {
    write: async (chunk) => {
      if (length() + chunk.length > room) throw new Error('the disk is full');
      chunks.push(chunk);
    },
    finish: async () => {
      state.kept = true;
      return 'chosen.ndjson';
    },
    giveUp: async () => {
      state.givenUp = true;
    },
  };
  const state = { destination, length, chunks, kept: false, givenUp: false };
  return state;
}

/** Runs an export whose stream does, step by step, what is said. */
async function run(
  steps: readonly (string | Error | (() => void))[],
  { given = new AbortController(), to = memory(), iterable = true } = {},
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
  if (!iterable) Object.defineProperty(data, Symbol.asyncIterator, { value: undefined });
  const result = await runExport({
    format: 'ndjson',
    open: async () => ({ ok: true, code: 200, data }),
    destination: to.destination,
    onProgress: (now) => progress.push(now),
    signal: given.signal,
  });
  return { result, progress, to };
}

describe('an export', () => {
  it('tells how far it is, and is whole in the end', async () => {
    const { result, progress, to } = await run([transfer, transfer + transfer]);
    expect(progress).toEqual([
      { rows: 1, bytes: 33 },
      { rows: 3, bytes: 99 },
    ]);
    expect(result).toEqual({ ok: true, file: 'chosen.ndjson', rows: 3, bytes: 99 });
    expect(Buffer.concat(to.chunks).toString()).toBe(transfer.repeat(3));
    expect(to).toMatchObject({ kept: true, givenUp: false });
  });

  it('needs no stream that can be iterated, which Safari has not', async () => {
    const { result } = await run([transfer, transfer], { iterable: false });
    expect(result).toMatchObject({ ok: true, rows: 2 });
  });

  it('waits until there is room for more', async () => {
    const written: number[] = [];
    const gate = Promise.withResolvers<void>();
    const to = memory();
    const destination: Destination = {
      ...to.destination,
      write: async (chunk) => {
        written.push(chunk.length);
        await gate.promise;
      },
    };
    const running = run([transfer, transfer, transfer], { to: { ...to, destination } });
    await new Promise((resolve) => setImmediate(resolve));
    expect(written).toEqual([33]);
    gate.resolve();
    expect((await running).result).toMatchObject({ ok: true, rows: 3 });
    expect(written).toEqual([33, 33, 33]);
  });

  it('that breaks off or is cancelled leaves nothing', async () => {
    const broken = await run([transfer, new Error('network')]);
    expect(broken.result).toEqual({ ok: false, error: 'The connection was lost.' });
    expect(broken.to).toMatchObject({ kept: false, givenUp: true });
    const given = new AbortController();
    const cancelled = await run([transfer, () => given.abort()], { given });
    expect(cancelled.result).toEqual({ ok: false, error: 'The export was cancelled.' });
    expect(cancelled.to).toMatchObject({ kept: false, givenUp: true });
  });

  it('for which there is no room says so', async () => {
    const { result, to } = await run([transfer, transfer], { to: memory({ room: 40 }) });
    expect(result).toEqual({ ok: false, error: 'The file could not be written.' });
    expect(to).toMatchObject({ kept: false, givenUp: true });
  });
});
