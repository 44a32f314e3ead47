import { expect, it } from 'vitest';
import { createSeal } from './seal.ts';

const seal = createSeal(new Uint8Array(32).fill(1));
const letter = { to: 'jörg@bücher.example', code: '012345' };

it('opens what it sealed, for the same request only', () => {
  const sealed = seal.close('request', letter);
  expect(seal.open('request', sealed)).toEqual(letter);
  expect(seal.open('another', sealed)).toBeNull();
  expect(createSeal(new Uint8Array(32)).open('request', sealed)).toBeNull();
  expect(sealed.includes('012345')).toBe(false);
});

it('opens nothing that was changed or cut', () => {
  const sealed = seal.close('request', letter);
  for (const place of [0, 15, sealed.length - 1]) {
    const changed = Buffer.from(sealed);
    changed[place] = (changed[place] ?? 0) ^ 1;
    expect(seal.open('request', changed)).toBeNull();
  }
  expect(seal.open('request', sealed.subarray(0, 20))).toBeNull();
  expect(seal.open('request', new Uint8Array())).toBeNull();
});

it('never seals the same twice alike', () => {
  expect(seal.close('request', letter)).not.toEqual(seal.close('request', letter));
});
