import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { openMapThread } from './map-thread.ts';
import { readFrames } from './read-frames.ts';

const build = '1.0.0-aaaaaaaaaaaa';
const good = { version: 3, sources: ['src/a.ts'], names: ['sum'], mappings: 'oBAWIA' };
const frame = (at: string) => `mfe-a/${build}/main.0123456789ab.js:${at}`;

const thread = openMapThread();
afterAll(thread.end);
afterEach(() => vi.restoreAllMocks());

async function framesBy(map: unknown, frames = [frame('1:21')]) {
  const text = typeof map === 'string' ? map : JSON.stringify(map);
  const readMap = async () => new TextEncoder().encode(text);
  return await readFrames('mfe-a', frames, { readMap, thread }, 60_000);
}

const asReported = { file: 'main.js', line: 1, column: 21, name: null, own: false };

describe('frames through a source map', () => {
  it('are in the source, the innermost first, without what differs between builds', async () => {
    const map = { ...good, sources: ['webpack://mfe_a/./src/a.ts?3f2a'] };
    expect(await framesBy(map, [frame('1:21'), frame('1:5'), frame('1:40')])).toEqual([
      { file: 'src/a.ts', line: 12, column: 5, name: 'sum', own: true },
      { ...asReported, column: 5 },
      { file: 'src/a.ts', line: 12, column: 5, name: 'sum', own: true },
    ]);
  });

  it('are not the own ones in a dependency, nor in another app', async () => {
    const inDependency = { ...good, sources: ['../node_modules/.pnpm/x/index.js'] };
    expect(await framesBy(inDependency)).toMatchObject([{ own: false }]);
    const others = [`shell/${build}/main.js:1:21`];
    expect(await framesBy(good, others)).toMatchObject([{ file: 'src/a.ts', own: false }]);
  });

  it.each([
    ['no JSON', 'not a map'],
    ['deep JSON', '['.repeat(1_000_000)],
    ['another version', { ...good, version: 2 }],
    ['an indexed map', { version: 3, sections: [{ offset: { line: 0, column: 0 }, map: good }] }],
    ['too many mappings', { ...good, mappings: 'AAAA,'.repeat(900_000) }],
    ['too many sources', { ...good, sources: Array.from({ length: 100_001 }, () => '') }],
    ['a source that is no text', { ...good, sources: [{ toString: 'x' }] }],
    ['a source that is not there', { ...good, mappings: 'oBgogogBWIA' }],
    ['a line before the first', { ...good, mappings: 'oBAXIA' }],
    ['more bytes than are read', ' '.repeat(21 * 1024 * 1024)],
  ])('are as they were reported with %s', async (_what, map) => {
    expect(await framesBy(map)).toEqual([asReported]);
  });

  it('are some, whatever the mappings hold', async () => {
    for (const mappings of [
      '\u0000~~~é'.repeat(1_000),
      ';'.repeat(1_000_000),
      'g'.repeat(99_999),
    ]) {
      expect(await framesBy({ ...good, mappings })).toHaveLength(1);
    }
  });

  it('are as they were reported if a map takes too long, which is not tried again', async () => {
    const slow = { ...good, mappings: `${';'.repeat(4_000_000)}oBAWIA` };
    const frames = [`mfe-a/${build}/slow.js:1:21`];
    const expected = [{ ...asReported, file: 'slow.js' }];
    // Its time is over at once, however fast the machine is.
    vi.spyOn(AbortSignal, 'timeout').mockReturnValueOnce(AbortSignal.abort());
    expect(await framesBy(slow, frames)).toEqual(expected);
    expect(await framesBy(good, frames)).toEqual(expected);
    expect(await framesBy(good)).toMatchObject([{ file: 'src/a.ts' }]);
  });

  it('have their time from when the thread has started', async () => {
    const limits = vi.spyOn(AbortSignal, 'timeout');
    const own = openMapThread();
    const map = new TextEncoder().encode(JSON.stringify(good));
    const [app, path] = ['mfe-a', 'main.js'];
    const read = own.read(
      { map, frames: [{ app, build, path, line: 1, column: 21 }], app },
      60_000,
    );
    expect(limits).not.toHaveBeenCalled();
    expect(await read).toMatchObject([{ file: 'src/a.ts' }]);
    expect(limits.mock.calls).toEqual([[60_000]]);
    await own.end();
  });

  it('show nothing of a path or name that could break a line, and little of a long one', async () => {
    const map = { ...good, sources: [`a\u0000\n\u202e\ud800${'b'.repeat(9_000)}`], names: ['n\r'] };
    const [first] = await framesBy(map);
    expect(first).toMatchObject({ file: `a\ufffd${'b'.repeat(198)}`, name: 'n' });
  });

  it('leaves out what is no frame', async () => {
    expect(await framesBy(good, ['x', 'a/b/c:1', '', 'a/b/c d:1:2'])).toEqual([]);
  });
});
