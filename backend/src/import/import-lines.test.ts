import { describe, expect, it } from 'vitest';
import { importLines } from './import-lines.ts';
import type { Line } from './lines.ts';
import type { BadLine, LinesReport } from './lines-report.ts';
import { emptyReport } from './record-lines.ts';

const numbered = function* (count: number): Generator<Line> {
  for (let number = 1; number <= count; number += 1) yield { number, text: `line ${number}` };
};
const recorded = (inserted: number, bad: BadLine[] = []): LinesReport => ({
  ...emptyReport(),
  transfers: { inserted, updated: 0, unchanged: 0 },
  bad,
});

describe('an import', () => {
  it('records in order, in batches of 2,000, and adds up what became of them', async () => {
    const batches: [number, number][] = [];
    const { report, problem } = await importLines(streamed(numbered(4_500)), {
      record: async (firstLine, lines) => {
        batches.push([firstLine, lines.length]);
        return recorded(lines.length);
      },
    });
    expect(problem).toBeUndefined();
    expect(batches).toEqual([
      [1, 2_000],
      [2_001, 2_000],
      [4_001, 500],
    ]);
    expect(report).toMatchObject({ lines: 4_500, bad: 0, transfers: { inserted: 4_500 } });
  });

  it('ends a batch early when its lines are long', async () => {
    const sizes: number[] = [];
    const long = function* (): Generator<Line> {
      for (let number = 1; number <= 5; number += 1) yield { number, text: 'x'.repeat(600_000) };
    };
    await importLines(streamed(long()), {
      record: async (_, lines) => {
        sizes.push(lines.length);
        return recorded(lines.length);
      },
    });
    expect(sizes).toEqual([2, 2, 1]);
  });

  it('reads no further than two batches ahead of what is recorded', async () => {
    let read = 0;
    const source = function* () {
      for (const line of numbered(10_000)) {
        read += 1;
        yield line;
      }
    };
    const aheads: number[] = [];
    let done = 0;
    const { report } = await importLines(streamed(source()), {
      record: async (_, lines) => {
        await new Promise((later) => setImmediate(later));
        aheads.push(read - done);
        done += lines.length;
        return recorded(lines.length);
      },
    });
    expect(report.lines).toBe(10_000);
    expect(Math.max(...aheads)).toBeLessThanOrEqual(4_000);
  });

  it('names skipped lines in order, unreadable and refused ones alike', async () => {
    const lines: Line[] = [
      { number: 1, text: 'fine' },
      { number: 2, problem: 'is not UTF-8 text' },
      { number: 3, text: 'refused' },
      { number: 4, problem: 'is longer than 5 bytes' },
    ];
    const bad: BadLine[] = [];
    const { report } = await importLines(
      streamed(lines),
      {
        record: async (_, batch) => {
          expect(batch).toEqual(['fine', '', 'refused', '']);
          return recorded(1, [{ line: 3, reason: 'is not JSON' }]);
        },
      },
      { onBad: (line) => bad.push(line) },
    );
    expect(report).toMatchObject({ lines: 4, bad: 3, transfers: { inserted: 1 } });
    expect(bad).toEqual([
      { line: 2, reason: 'is not UTF-8 text' },
      { line: 3, reason: 'is not JSON' },
      { line: 4, reason: 'is longer than 5 bytes' },
    ]);
  });

  it('keeps what came before its input broke off', async () => {
    const source = async function* () {
      yield* numbered(1_200);
      throw new Error('The input breaks off.');
    };
    const { report, problem } = await importLines(source(), {
      record: async (_, lines) => recorded(lines.length),
    });
    expect(problem).toBe('The input breaks off.');
    expect(report.lines).toBe(1_200);
  });

  it('ends at a failed batch and tells only what was recorded before it', async () => {
    let calls = 0;
    const { report, problem } = await importLines(streamed(numbered(50_000)), {
      record: async (firstLine, lines) => {
        calls += 1;
        if (firstLine === 4_001) throw new Error('The store is full.');
        return recorded(lines.length);
      },
    });
    expect(problem).toBe('The store is full.');
    expect(report.lines).toBe(4_000);
    expect(calls).toBeLessThanOrEqual(5);
  });

  it('tells nothing of a batch that was recorded after a failed one', async () => {
    const { promise: nextBegun, resolve: beginNext } = Promise.withResolvers<void>();
    const { report, problem } = await importLines(streamed(numbered(6_000)), {
      record: async (firstLine, lines) => {
        if (firstLine === 2_001) {
          await nextBegun;
          throw new Error('The store is full.');
        }
        if (firstLine === 4_001) {
          beginNext();
          await new Promise((later) => setImmediate(later));
        }
        return recorded(lines.length);
      },
    });
    expect(problem).toBe('The store is full.');
    expect(report).toMatchObject({ lines: 2_000, transfers: { inserted: 2_000 } });
  });

  it('ends between two batches when asked to', async () => {
    const stopping = new AbortController();
    const { report, problem } = await importLines(
      streamed(numbered(50_000)),
      { record: async (_, lines) => recorded(lines.length) },
      { signal: stopping.signal, onProgress: () => stopping.abort() },
    );
    expect(problem).toBe('Stopped.');
    expect(report.lines % 2_000).toBe(0);
    expect(report.lines).toBeLessThan(20_000);
  });
});

async function* streamed(lines: Iterable<Line>): AsyncGenerator<Line> {
  yield* lines;
}
