import { expect, it } from 'vitest';
import { plainCode } from './machine.ts';

it.each([
  ['123456', '123456'],
  [' 123-456\n', '123456'],
  ['12 34 56', '123456'],
  ['123\u2013456', '123456'],
  ['\uff11\uff12\uff13456', '123456'],
  [' - ', ''],
  ['', ''],
])('%j is %j', (typed, plain) => {
  expect(plainCode(typed)).toBe(plain);
});
