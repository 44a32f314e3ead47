import { locale } from './locale.ts';

const second = 1_000;
const day = 86_400 * second;
const units = [
  { unit: 'year', length: 365.25 * day },
  { unit: 'month', length: 30.4375 * day },
  { unit: 'day', length: day },
  { unit: 'hour', length: 3_600 * second },
  { unit: 'minute', length: 60 * second },
  { unit: 'second', length: second },
] as const;

/**
 * How long before or after `now` a moment is, in its largest whole unit: `9 years ago`. What is less than a day
 * after it has happened, by a clock that is ahead of this one: `now`.
 */
export function ago(milliseconds: number, now: number): string {
  const after = milliseconds - now;
  const distance = after > 0 && after < day ? 0 : after;
  const { unit, length } = units.find((each) => Math.abs(distance) >= each.length) ?? units[5];
  const whole = Math.trunc(distance / length);
  const numeric = whole === 0 ? 'auto' : 'always';
  return new Intl.RelativeTimeFormat(locale(), { numeric }).format(whole, unit);
}
