import type { MenuEntry } from '@tallystick/contract/remote';
import { describe, expect, it } from 'vitest';
import { divideEntries } from './more-entries.tsx';

const entry = (order: number): MenuEntry => ({
  name: `e${order}`,
  text: `Entry ${order}`,
  icon: 'code',
  link: `e${order}`,
  user: ['user'],
  subs: ['lite'],
  actv: true,
  order,
});
const entries = [1, 2, 3, 4].map(entry);

describe('the entries of a menu', () => {
  it.each([
    [5, 4, 0],
    [4, 4, 0],
    [3, 2, 2],
    [1, 0, 4],
  ])('with %d places: %d are shown, and %d are behind "More"', (places, first, rest) => {
    const divided = divideEntries(entries, places);
    expect([divided.first.length, divided.rest.length]).toEqual([first, rest]);
    expect([...divided.first, ...divided.rest]).toEqual(entries);
  });
});
