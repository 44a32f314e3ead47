import { describe, expect, it } from 'vitest';
import { statuses, statusOf } from './status.ts';

describe('statusOf', () => {
  it.each([
    [0, 'Created', 'tint'],
    [1, 'In Process', 'warning'],
    [2, 'Scheduled', 'warning'],
    [3, 'Created', 'warning'],
    [4, 'Created', 'danger'],
    [5, 'Created', 'danger'],
    [6, 'Closed (Submitted)', 'success'],
    [7, 'Declined (User)', 'danger'],
    [8, 'Revoked (User)', 'danger'],
    [9, 'Partial (User)', 'next'],
  ])('%i is %s in %s', (code, label, colour) => {
    expect(statusOf(code)).toEqual({ label, colour });
  });

  it('knows ten codes, and takes any other for 0', () => {
    expect(statuses).toHaveLength(10);
    expect(statusOf(10)).toEqual({ label: 'Created', colour: 'tint' });
    expect(statusOf(-1)).toEqual({ label: 'Created', colour: 'tint' });
  });
});
