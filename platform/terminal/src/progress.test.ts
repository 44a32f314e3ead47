import { expect, it } from 'vitest';
import { createProgressDisplay, progressLine } from './progress.ts';

const half = { records: 23_132, share: 0.5 };

it('says how far a command is, with a bar on a terminal', () => {
  expect(progressLine(half, 2_000, true)).toBe(
    '██████████████░░░░░░░░░░░░░░  50%  23,132 records, 11,566 a second',
  );
  expect(progressLine(half, 2_000, false)).toBe(' 50%  23,132 records, 11,566 a second');
});

it('is at 100 % where a file has grown while it was read', () => {
  expect(progressLine({ ...half, share: 1.1 }, 2_000, true)).toMatch(
    /^█{28} 100% {2}23,132 records/,
  );
});

it('says only the figures when the size is not known', () => {
  expect(progressLine({ ...half, share: undefined }, 2_000, true)).toBe(
    '23,132 records, 11,566 a second',
  );
});

function shown(isTTY: boolean, columns = 80) {
  let text = '';
  let time = 0;
  const write = (part: unknown) => {
    text += String(part);
    return true;
  };
  const display = createProgressDisplay({ write, isTTY, columns }, () => time);
  const updateAt = (elapsed: number) => {
    time = elapsed;
    display.update(half);
  };
  return { display, updateAt, text: () => text };
}

it('writes a line every three seconds where there is no terminal', () => {
  const { display, updateAt, text } = shown(false);
  for (const elapsed of [100, 2_900, 3_100, 4_000, 6_200]) updateAt(elapsed);
  display.end();
  expect(text().split('\n')).toHaveLength(3);
});

it('draws its bar over itself, keeps notes above it, and takes it away at the end', () => {
  const { display, updateAt, text } = shown(true, 20);
  updateAt(2_000);
  display.note('line 3: is not JSON');
  updateAt(3_000);
  display.end();
  const clear = '\r\u001b[K';
  const bar = '██████████████░░░░░';
  expect(text()).toBe(`${bar}${clear}line 3: is not JSON\n${bar}${clear}`);
});
