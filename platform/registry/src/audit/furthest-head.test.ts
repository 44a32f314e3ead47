import { leafHash, withLeaf } from '@tallystick/tile-log/tree';
import { expect, it } from 'vitest';
import { openFurthestHead } from './furthest-head.ts';
import { type Head, hashOf } from './seal.ts';

const leaf = (text: string) => leafHash(Buffer.from(text));
const one = withLeaf([], 0, leaf('one'));
const two = withLeaf(one, 1, leaf('two'));
const otherTwo = withLeaf(one, 1, leaf('other'));
const headOf = (sequence: number, frontier: typeof one): Head => ({
  sequence,
  hash: hashOf(frontier),
  note: `note ${sequence}`,
});

/** A kept checkpoint that collects what is noted. */
function kept(head: Head | null) {
  const noted: number[] = [];
  const note = ({ sequence }: Head) => void noted.push(sequence);
  return { noted, checkpoint: { head, note, close: async () => {} } };
}

it('begins at the kept checkpoint, and notes only heads that are further', () => {
  const { noted, checkpoint } = kept(headOf(1, one));
  const furthest = openFurthestHead(checkpoint);
  expect(furthest.reached()).toBe(1);
  furthest.note(headOf(1, one));
  furthest.note(null);
  furthest.note(headOf(2, two));
  expect(furthest.reached()).toBe(2);
  expect(noted).toEqual([2]);
});

it('tells a log that has another entry in place of the head', () => {
  const furthest = openFurthestHead(kept(headOf(2, two)).checkpoint);
  expect(furthest.differsAt(2, two)).toBe(false);
  expect(furthest.differsAt(2, otherTwo)).toBe(true);
  expect(furthest.differsAt(1, one)).toBe(false);
});

it('knows nothing at first without a kept checkpoint', () => {
  const furthest = openFurthestHead();
  expect(furthest.reached()).toBe(0);
  expect(furthest.differsAt(1, one)).toBe(false);
});
