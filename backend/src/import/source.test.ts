import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Line } from './lines.ts';
import { openFile, openStream } from './source.ts';

const text = Array.from({ length: 20_000 }, (_, n) => `line ${n} ${(n * 7_919) % 10_007}\n`).join(
  '',
);

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tallystick-source-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function readFile(content: Uint8Array | string) {
  const path = join(folder, 'input');
  await writeFile(path, content);
  const opened = await openFile(path);
  if (!opened.ok) throw new Error(opened.problem);
  const lines: Line[] = [];
  let problem: string | undefined;
  try {
    for await (const line of opened.value.lines) lines.push(line);
  } catch (error) {
    problem = error instanceof Error ? error.message.replace(path, 'FILE') : String(error);
  }
  return { lines, problem, source: opened.value };
}

describe('a file of lines', () => {
  it('is read as it is', async () => {
    const { lines, problem, source } = await readFile(text);
    expect(problem).toBeUndefined();
    expect(lines).toHaveLength(20_000);
    expect(lines[19_999]).toEqual({ number: 20_000, text: 'line 19999 1299' });
    expect([source.size, source.bytesRead()]).toEqual([text.length, text.length]);
  });

  it('is unpacked if it is gzip, whatever its name; also of several members', async () => {
    expect((await readFile(gzipSync(text))).lines).toHaveLength(20_000);
    const two = Buffer.concat([gzipSync('one\n'), gzipSync('two\n')]);
    expect((await readFile(two)).lines).toEqual([
      { number: 1, text: 'one' },
      { number: 2, text: 'two' },
    ]);
  });

  it('may be empty, or shorter than what tells gzip', async () => {
    expect(await readFile('')).toMatchObject({ lines: [], problem: undefined });
    expect((await readFile('x')).lines).toEqual([{ number: 1, text: 'x' }]);
  });

  it.each([1_000, 20_000, 59_000])(
    'cut off at %i bytes of gzip gives what was whole, then says so',
    async (length) => {
      const packed = gzipSync(text);
      expect(packed.length).toBeGreaterThan(length);
      const { lines, problem } = await readFile(packed.subarray(0, length));
      expect(problem).toBe('FILE breaks off in the middle of its packed data (gzip).');
      expect(lines.length).toBeGreaterThan(((length - 1_000) / packed.length) * 20_000 * 0.8);
      expect(
        text.startsWith(lines.map((line) => ('text' in line ? `${line.text}\n` : '')).join('')),
      ).toBe(true);
    },
  );

  it('whose gzip is damaged says so', async () => {
    const packed = gzipSync(text);
    packed.fill(0, 30_000, 30_100);
    const { problem } = await readFile(packed);
    expect(problem).toBe('FILE is damaged: its packed data (gzip) cannot be unpacked.');
  });

  it('that is not there, or a folder, is a problem', async () => {
    const missing = join(folder, 'missing');
    expect(await openFile(missing)).toEqual({
      ok: false,
      problem: `${missing} cannot be read: there is no such file.`,
    });
    expect(await openFile(folder)).toEqual({
      ok: false,
      problem: `${folder} is a folder, not a file.`,
    });
  });
});

it('a stream is read as a file is, without a size', async () => {
  const stream = async function* () {
    const packed = gzipSync('one\ntwo\n');
    yield packed.subarray(0, 1);
    yield packed.subarray(1);
  };
  const source = openStream(stream(), 'The input');
  expect(source.size).toBeUndefined();
  const lines: Line[] = [];
  for await (const line of source.lines) lines.push(line);
  expect(lines).toEqual([
    { number: 1, text: 'one' },
    { number: 2, text: 'two' },
  ]);
});
