import { describe, expect, it } from 'vitest';
import { openAdmission } from './admission.ts';

describe('a page is rendered now', () => {
  it('for two of one client at once, and for four in all', () => {
    const { admit, isFull } = openAdmission(100, () => 0);
    const [first, second] = [admit('one'), admit('one')];
    expect([first, second, admit('one')]).toEqual([
      expect.any(Function),
      expect.any(Function),
      null,
    ]);
    expect([admit('two'), admit('three'), admit('four')]).toEqual([
      expect.any(Function),
      expect.any(Function),
      null,
    ]);
    expect(isFull()).toBe(true);
    first?.();
    expect(isFull()).toBe(false);
    expect(admit('four')).toEqual(expect.any(Function));
  });

  it('for so many of one client in any minute', () => {
    let time = 0;
    const { admit } = openAdmission(6, () => time);
    const admitted = (client: string) => {
      const leave = admit(client);
      leave?.();
      return leave !== null;
    };
    const some = (times: number) => Array.from({ length: times }, () => admitted('one'));
    expect(some(8)).toEqual([true, true, true, true, true, true, false, false]);
    expect(admitted('two')).toBe(true);
    time += 59_999;
    expect(some(2)).toEqual([false, false]);
    time += 1;
    expect(some(7)).toEqual([true, true, true, true, true, true, false]);
  });
});
