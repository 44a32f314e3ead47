import { describe, expect, it } from 'vitest';
import { isoDate, utcDate } from './utc-date.ts';

describe('dates', () => {
  it('are shown in UTC, whatever the zone of the machine', () => {
    expect(utcDate(1_453_684_324_000)).toBe('2016-01-25 01:12:04 UTC');
    expect(isoDate(1_453_684_324_000)).toBe('2016-01-25T01:12:04.000Z');
    expect(utcDate(0)).toBe('1970-01-01 00:00:00 UTC');
  });

  it('lose fractions of a second only in the short form', () => {
    expect(utcDate(1_453_684_324_987)).toBe('2016-01-25 01:12:04 UTC');
    expect(isoDate(1_453_684_324_987)).toBe('2016-01-25T01:12:04.987Z');
  });

  it('are null past the end of the calendar', () => {
    expect(utcDate(9_000_000_000_000_000)).toBeNull();
    expect(isoDate(9_000_000_000_000_000)).toBeNull();
  });
});
