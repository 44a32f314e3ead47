import { expect, it } from 'vitest';
import { endOf } from './end-of.ts';

it.each([
  ['b84020c6ad84', 'c6ad84'],
  ['abc', 'abc'],
  ['', ''],
  ['x-1-😀2345', '1-😀2345'.slice(1)],
  ['id-😀😀😀😀😀😀', '😀😀😀😀😀😀'],
  ['id-👩‍👩‍👧12345', '👩‍👩‍👧12345'],
  ['id-👍🏽12345', '👍🏽12345'],
  ['ide\u030112345', 'e\u030112345'],
  ['id🇩🇪12345', '🇩🇪12345'],
  ['a\nb123', 'a\nb123'],
])('of %j is %j', (text, end) => {
  expect(endOf(text, 6)).toBe(end);
});

it('cuts through no character of a long text', () => {
  for (const one of ['😀', '👩‍👩‍👧', 'e\u0301', '🇩🇪']) {
    expect(endOf(one.repeat(100), 6)).toBe(one.repeat(6));
  }
});
