import { describe, expect, it } from 'vitest';
import { isoDate, utcDate, utcDay } from './utc-date.ts';

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

  it('have a whole day, whatever the year', () => {
    expect(utcDay(1_453_684_324_000)).toBe('2016-01-25');
    // Microseconds, taken for milliseconds.
    expect(utcDay(1_453_684_324_000_000)).toBe('+048035-06-04');
    expect(utcDay(9_000_000_000_000_000)).toBeUndefined();
  });

  it('are null past the end of the calendar', () => {
    expect(utcDate(9_000_000_000_000_000)).toBeNull();
    expect(isoDate(9_000_000_000_000_000)).toBeNull();
  });
});
