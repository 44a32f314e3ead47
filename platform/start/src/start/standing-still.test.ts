import { describe, expect, it } from 'vitest';
import { type Work, watchWork } from './standing-still.ts';

/** After which look a child counts as standing still; null: after none. */
function stoodAt(patience: number, looks: readonly Work[]): number | null {
  const standsStill = watchWork(patience);
  const at = looks.findIndex((work) => standsStill(work));
  return at === -1 ? null : at;
}
const looks = (count: number, work: (look: number) => Partial<Work>): Work[] =>
  Array.from({ length: count }, (_, look) => ({ processorTime: 0, written: 0, ...work(look) }));

describe('a child', () => {
  it('works as long as it gets a second of processor time within the patience, however slowly', () => {
    expect(
      stoodAt(
        120,
        looks(10_000, (look) => ({ processorTime: look * 9 })),
      ),
    ).toBeNull();
  });

  it('works as long as it writes to its log, and when its log is put aside', () => {
    expect(
      stoodAt(
        3,
        looks(100, (look) => ({ written: look })),
      ),
    ).toBeNull();
    expect(
      stoodAt(
        3,
        looks(5, (look) => ({ written: look < 3 ? 5_000_000 : 0 })),
      ),
    ).toBeNull();
  });

  it('stands still when it does neither', () => {
    expect(
      stoodAt(
        3,
        looks(10, () => ({})),
      ),
    ).toBe(3);
    expect(
      stoodAt(
        3,
        looks(10, (look) => ({ written: Math.min(look, 4) })),
      ),
    ).toBe(7);
  });

  it('stands still though it takes the little that waiting takes', () => {
    expect(
      stoodAt(
        120,
        looks(10_000, (look) => ({ processorTime: look })),
      ),
    ).toBe(120);
  });

  it('is waited for where nothing says what it does', () => {
    expect(
      stoodAt(
        3,
        looks(100, () => ({ processorTime: null })),
      ),
    ).toBeNull();
  });
});
