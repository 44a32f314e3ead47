import { describe, expect, it } from 'vitest';
import { ago } from './ago.ts';

const at = (date: string) => Date.parse(date);

describe('ago', () => {
  it.each([
    ['2026-01-25T01:12:04Z', 'now', '2026-01-25T01:12:04Z'],
    ['2026-01-25T01:12:04Z', '59 seconds ago', '2026-01-25T01:13:03Z'],
    ['2026-01-25T01:12:04Z', '1 minute ago', '2026-01-25T01:13:04Z'],
    ['2026-01-25T01:12:04Z', '23 hours ago', '2026-01-26T01:12:03Z'],
    ['2026-01-25T01:12:04Z', '30 days ago', '2026-02-24T02:00:00Z'],
    ['2016-01-25T01:12:04Z', '10 years ago', '2026-11-21T00:00:00Z'],
    ['2026-01-25T01:12:04Z', 'now', '2026-01-25T01:02:00Z'],
    ['2029-01-26T01:12:04Z', 'in 3 years', '2026-01-25T01:08:00Z'],
  ])('%s is %s at %s', (moment, text, now) => {
    expect(ago(at(moment), at(now))).toBe(text);
  });
});
