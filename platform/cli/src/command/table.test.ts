import { expect, it } from 'vitest';
import type { Io } from '../io.ts';
import { table } from './table.ts';

const plain: Pick<Io, 'paint'> = { paint: (_tone, text) => text };
const painted: Pick<Io, 'paint'> = { paint: (_tone, text) => `<${text}>` };

it('stands words to the left and figures to the right', () => {
  const rows = [
    ['shell', '1', '1.5 KB', 'a'],
    ['mfe-ledger', '12', '800 B', ''],
  ];
  expect(table(['APP', 'TABS', 'SIZE', 'BY'], rows, plain)).toBe(
    [
      'APP         TABS    SIZE  BY',
      'shell          1  1.5 KB  a',
      'mfe-ledger    12   800 B',
    ].join('\n'),
  );
});

it('takes no room for colour', () => {
  const rows = [[{ text: 'ok', tone: 'good' as const }, 'x']];
  expect(table(['STATE', 'N'], rows, painted)).toBe('<STATE>  <N>\n<ok>     x');
});
