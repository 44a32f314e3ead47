// @vitest-environment jsdom
import { expect, it } from 'vitest';
import { takeSignInCode } from './sign-in-code.ts';

const code = 'c'.repeat(43);

it('takes the code of a link once, and out of the address', () => {
  window.history.replaceState(null, '', `/history?app=shell#sign-in=${code}`);
  expect(takeSignInCode()).toBe(code);
  expect(window.location.href).toMatch(/\/history\?app=shell$/);
  expect(takeSignInCode()).toBe(null);
});

it('leaves what is no code', () => {
  window.history.replaceState(null, '', '/#elsewhere');
  expect(takeSignInCode()).toBe(null);
  expect(window.location.hash).toBe('#elsewhere');
});
