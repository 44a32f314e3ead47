// @vitest-environment jsdom
import { createManualClock } from '@tallystick/timing/manual-clock';
import { fireEvent } from '@testing-library/react';
import { expect, it } from 'vitest';
import { type UserActivity, watchUserActivity } from './user-activity.ts';

function watch() {
  const { clock, advance, due } = createManualClock();
  const told: UserActivity[] = [];
  let half = false;
  const stop = watchUserActivity({ dirty: () => half }, clock, (activity) => told.push(activity));
  return {
    told,
    advance,
    due,
    stop,
    fill: (dirty: boolean) => {
      half = dirty;
    },
  };
}
const still = { dirty: false, active: false };
const active = { dirty: false, active: true };

it('a moment is quiet after two seconds in which nobody did anything', () => {
  const { told, advance } = watch();
  expect(told).toEqual([active]);
  advance(2_000);
  expect(told.at(-1)).toEqual(still);
});

it.each(['keydown', 'pointerdown', 'wheel', 'scroll', 'touchMove'] as const)(
  '%s ends it, for two seconds at least',
  (sign) => {
    const { told, advance } = watch();
    advance(2_000);
    const event = sign === 'touchMove' ? new Event('touchmove') : new Event(sign);
    fireEvent(document.documentElement, event);
    expect(told.at(-1)).toEqual(active);
    advance(2_000);
    expect(told.at(-1)).toEqual(active);
    advance(2_000);
    expect(told.at(-1)).toEqual(still);
  },
);

it('tells of a field that was filled or went without a hand’s move', () => {
  const { told, advance, fill } = watch();
  advance(2_000);
  fill(true);
  advance(2_000);
  expect(told.at(-1)).toEqual({ dirty: true, active: false });
  fill(false);
  advance(2_000);
  expect(told.at(-1)).toEqual(still);
});

it('tells nothing twice, and nothing once it has been stopped', () => {
  const { told, advance, due, stop } = watch();
  advance(2_000);
  advance(2_000);
  expect(told).toHaveLength(2);
  stop();
  expect(due()).toEqual([]);
  fireEvent(document, new Event('keydown'));
  expect(told).toHaveLength(2);
});
