import { describe, expect, it } from 'vitest';
import { broughtInto } from './slots.ts';

const slot = 'mfe-notes:beside';
const brings = (name: string, ...all: [expose: string, order: number, slot?: string][]) => ({
  name,
  brings: all.map(([expose, order, of = slot]) => ({ slot: of, expose, order })),
});
const declarations = [
  brings('mfe-tags', ['./tags', 20], ['./cloud', 5, 'mfe-notes:below']),
  brings('mfe-cards', ['./card', 20], ['./stamp', 10]),
  { name: 'mfe-plain' },
];
const names = (...given: Parameters<typeof broughtInto>) =>
  broughtInto(...given).map(({ name, hidden }) => (hidden ? `(${name})` : name));

describe('what stands in a slot', () => {
  it('is what apps bring into it, by their order, and by name where that is the same', () => {
    expect(names(slot, declarations)).toEqual([
      'mfe-cards/stamp',
      'mfe-cards/card',
      'mfe-tags/tags',
    ]);
    expect(broughtInto('mfe-notes:below', declarations)).toEqual([
      { name: 'mfe-tags/cloud', app: 'mfe-tags', expose: './cloud', hidden: false },
    ]);
  });

  it('is as a manager has arranged it: first what is named, and without what is hidden', () => {
    const arranged = { hidden: ['mfe-cards/card'], order: ['mfe-tags/tags', 'mfe-gone/away'] };
    expect(names(slot, declarations, { [slot]: arranged })).toEqual([
      'mfe-tags/tags',
      'mfe-cards/stamp',
      '(mfe-cards/card)',
    ]);
    expect(names('constructor:beside', declarations, { [slot]: arranged })).toEqual([]);
  });
});
