import { afterEach, expect, it, vi } from 'vitest';
import { machinePace, runPace } from './pace.testing.ts';

afterEach(() => vi.unstubAllEnvs());

it('gives a machine at least the usual time, and at most five times that', () => {
  for (const by of ['clock', 'processor'] as const) {
    expect(machinePace(by)).toBeGreaterThanOrEqual(1);
    expect(machinePace(by)).toBeLessThanOrEqual(5);
  }
});

it('is measured once in a run, and its processes are told', () => {
  vi.stubEnv('TEST_PACE', '2.5');
  expect(runPace()).toBe(2.5);
  for (const odd of ['', 'fast', '0', '77']) {
    vi.stubEnv('TEST_PACE', odd);
    expect(process.env.TEST_PACE).toBe(odd);
    expect(runPace().toFixed(2)).toBe(process.env.TEST_PACE);
  }
});
