import { describe, expect, it } from 'vitest';
import { areSameValues, type ReadSetting, valueProblem } from './setting-values.ts';
import { writtenSettings } from './written-settings.ts';

const size: ReadSetting = { type: 'integer', default: 20, minimum: 1, maximum: 100 };
const flag: ReadSetting = { type: 'boolean', default: false };
const tone: ReadSetting = { type: 'string', default: 'calm', enum: ['calm', 'bold'] };
const word: ReadSetting = { type: 'string', default: '', maxLength: 3 };
const share: ReadSetting = { type: 'number', default: 0.5 };

it.each<[ReadSetting, unknown, string | null]>([
  [size, 1, null],
  [size, 100, null],
  [size, 0, 'must be 1 or more'],
  [size, 101, 'must be 100 or less'],
  [size, 2.5, 'must be a whole number'],
  [size, '20', 'must be a number'],
  [share, 2.5, null],
  [share, Number.NaN, 'must be a number'],
  [flag, true, null],
  [flag, 1, 'must be a boolean'],
  [tone, 'bold', null],
  [tone, 'loud', 'must be one of calm, bold'],
  [word, 'abc', null],
  [word, 'abcd', 'must have 3 characters or fewer'],
  [word, undefined, 'must be a string'],
])('a setting %j takes %j: %s', (setting, value, problem) => {
  expect(valueProblem(setting, value)).toBe(problem);
});

it('are the same whatever their order, and others where one differs', () => {
  expect(areSameValues({ a: 1, b: true }, { b: true, a: 1 })).toBe(true);
  expect(areSameValues({ a: 1 }, { a: 1, b: true })).toBe(false);
  expect(areSameValues({ a: 1 }, { a: '1' })).toBe(false);
  expect(areSameValues(undefined, {})).toBe(true);
});

describe('settings as somebody types them', () => {
  const declared = { size, flag, tone, share };

  it('are of the types that are declared', () => {
    expect(writtenSettings(declared, ['size=50', 'flag=true', 'tone=bold', 'share=-0.25'])).toEqual(
      { ok: true, value: { size: 50, flag: true, tone: 'bold', share: -0.25 } },
    );
  });

  it.each([
    ['sise=50', 'there is no setting sise. Did you mean "size"?'],
    ['toString=1', 'there is no setting toString.'],
    ['size', 'size is no setting with its value, such as pageSize=50'],
    ['size=1e9', 'size must be a number'],
    ['size=', 'size must be a number'],
    ['flag=yes', 'flag must be a boolean'],
    ['tone=loud', 'tone must be one of calm, bold'],
  ])('%s: %s', (typed, problem) => {
    expect(writtenSettings(declared, [typed])).toEqual({ ok: false, problem });
  });
});
