import type { RecordedType } from '@tallystick/contract/build-contract';
import { describe, expect, it } from 'vitest';
import { newBudget, typeProblem } from './type-fit.ts';

const plain = (text: string): RecordedType => ({ is: 'plain', text });
const problem = (given: RecordedType[], wanted: RecordedType[], budget = newBudget()) =>
  typeProblem({ types: given, at: 0 }, { types: wanted, at: 0 }, budget);

describe('a type in place of another', () => {
  it.each([
    ['"a"', 'string', null],
    ['string', '"a"', 'string is no "a"'],
    ['7', 'number', null],
    ['undefined', 'void', null],
    ['true', 'boolean', null],
    ['any', 'string', null],
  ])('%s for %s', (given, wanted, says) => {
    expect(problem([plain(given)], [plain(wanted)])).toBe(says);
  });

  it('takes boolean where both of its values are named', () => {
    const both: RecordedType = { is: 'union', types: [1, 2] };
    expect(problem([plain('boolean')], [both, plain('true'), plain('false')])).toBeNull();
    expect(problem([plain('boolean')], [both, plain('true'), plain('"no"')])).not.toBeNull();
  });

  it.each<[string, (size: number) => [RecordedType[], RecordedType[]]]>([
    [
      'fields that may be missing, each of many types',
      (size) => {
        const fields = (optional: boolean) =>
          Object.fromEntries(
            Array.from({ length: size }, (_, n) => [`f${n}`, { type: 1, optional }]),
          );
        const union: RecordedType = {
          is: 'union',
          types: Array.from({ length: size }, (_, n) => n + 2),
        };
        const others = Array.from({ length: size }, () => plain('string')).fill(
          plain('undefined'),
          -1,
        );
        return [
          [{ is: 'object', fields: fields(true) }, plain('any')],
          [{ is: 'object', fields: fields(false) }, union, ...others],
        ];
      },
    ],
    [
      'functions of many signatures',
      (size) => {
        const calls = Array.from({ length: size }, () => ({ parameters: [], returns: 1 }));
        const type: RecordedType = { is: 'object', fields: {}, calls };
        return [
          [type, plain('string')],
          [type, plain('void')],
        ];
      },
    ],
  ])('looks at no more types than it is told to, of %s', (_what, typesOf) => {
    let looked = 0;
    const counted = (types: RecordedType[]) =>
      new Proxy(types, {
        get: (all, name, receiver) => {
          if (typeof name === 'string' && /^\d+$/.test(name)) looked += 1;
          return Reflect.get(all, name, receiver);
        },
      });
    const [given, wanted] = typesOf(400);
    problem(counted(given), counted(wanted), { steps: 1_000 });
    expect(looked).toBeLessThan(10_000);
  });

  it('compares types that are made of themselves, and finds what differs in them', () => {
    const row = (text: string): RecordedType[] => [
      { is: 'object', fields: { id: { type: 2 }, below: { type: 1 } } },
      { is: 'array', item: 0 },
      plain(text),
    ];
    expect(problem(row('string'), row('string'))).toBeNull();
    expect(problem(row('number'), row('string'))).toBe('"id": number is no string');
  });

  it('ends in a union that holds itself, also one of that alone', () => {
    const itself: RecordedType = { is: 'union', types: [0] };
    const orText: RecordedType[] = [{ is: 'union', types: [0, 1] }, plain('string')];
    expect(problem([plain('boolean')], [itself])).toBeNull();
    expect(problem([plain('boolean')], orText)).toBeNull();
    const call: RecordedType = {
      is: 'object',
      fields: {},
      calls: [{ parameters: [], returns: 1 }],
    };
    const again: RecordedType = { is: 'union', types: [1] };
    expect(problem([call, plain('string')], [call, again])).toBeNull();
    const fields = (optional: boolean): RecordedType => ({
      is: 'object',
      fields: { id: { type: 1, ...(optional && { optional }) } },
    });
    const within: RecordedType = { is: 'union', types: [1, 2] };
    expect(problem([fields(true), plain('string')], [fields(false), within, plain('string')])).toBe(
      '"id" may be missing',
    );
  });

  it('knows a promise from what it gives, and leaves other names to the compiler', () => {
    const promise: RecordedType = { is: 'named', name: 'Promise', from: '', arguments: [1] };
    const node = (name: string): RecordedType => {
      return { is: 'named', name, from: 'react', arguments: [] };
    };
    expect(problem([plain('string')], [promise, plain('string')])).toBe('string is no Promise');
    expect(problem([promise, plain('number')], [promise, plain('string')])).toBe(
      'number is no string',
    );
    expect(problem([node('ReactNode')], [node('ReactElement')])).toBeNull();
  });

  it('ends in what it may take and says nothing, however large what somebody has recorded is', () => {
    const many = Array.from({ length: 400 }, (_, at) => at + 1);
    const wide = (text: string): RecordedType[] => [
      { is: 'union', types: many },
      ...many.map((at): RecordedType => ({ is: 'object', fields: { [`f${at}`]: { type: 0 } } })),
      plain(text),
    ];
    const budget = { steps: 10_000 };
    expect(problem(wide('string'), wide('number'), budget)).toBeNull();
    expect(budget.steps).toBeLessThan(0);
  });

  it('takes names of everything that objects have for fields like any other', () => {
    const object = (fields: Record<string, { type: number }>): RecordedType[] => [
      { is: 'object', fields },
      plain('string'),
    ];
    const wanted = object({ constructor: { type: 1 } });
    expect(problem(object({}), wanted)).toBe('"constructor" is missing');
  });
});
