import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { startDeparture } from './departure.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function depart() {
  const steps: string[] = [];
  const stop = startDeparture({
    clearStored: () => steps.push('clear'),
    signOut: async () => {
      steps.push('sign out');
    },
    goHome: () => steps.push('home'),
  });
  return { steps, stop };
}

describe('signing out', () => {
  it('clears at once, signs out after two seconds, then goes home', async () => {
    const { steps } = depart();
    expect(steps).toEqual(['clear']);
    await vi.advanceTimersByTimeAsync(1999);
    expect(steps).toEqual(['clear']);
    await vi.advanceTimersByTimeAsync(1);
    expect(steps).toEqual(['clear', 'sign out', 'home']);
  });

  it('happens at once when the page is left earlier, and goes nowhere then', async () => {
    const { steps, stop } = depart();
    await vi.advanceTimersByTimeAsync(500);
    stop();
    await vi.advanceTimersByTimeAsync(5000);
    expect(steps).toEqual(['clear', 'sign out']);
  });

  it('happens once, also when going home leaves the page', async () => {
    const { steps, stop } = depart();
    await vi.advanceTimersByTimeAsync(2000);
    stop();
    await vi.advanceTimersByTimeAsync(5000);
    expect(steps).toEqual(['clear', 'sign out', 'home']);
  });
});
