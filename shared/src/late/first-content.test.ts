// @vitest-environment jsdom
import { afterEach, describe, expect, it, vi } from 'vitest';
import { afterFirstContent, noteFirstContent } from './first-content.ts';

afterEach(() => {
  vi.useRealTimers();
  delete document.documentElement.dataset.shown;
});

/** A router whose first page has no data yet. */
function loadingRouter() {
  const state = { initialized: false };
  const listeners = new Set<() => void>();
  return {
    state,
    listeners,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    tell() {
      for (const listener of listeners) listener();
    },
  };
}

describe('the first content', () => {
  it('is waited for, whoever asks', async () => {
    const router = loadingRouter();
    noteFirstContent(router);
    const passed: number[] = [];
    const waits = [1, 2].map((n) => afterFirstContent().then(() => passed.push(n)));
    router.tell();
    expect(document.documentElement.dataset.shown).toBeUndefined();
    router.state.initialized = true;
    router.tell();
    expect(document.documentElement.dataset.shown).toBe('');
    await Promise.all(waits);
    expect(passed).toEqual([1, 2]);
    expect(router.listeners.size).toBe(0);
  });

  it('is there already where the page needed no data', async () => {
    const router = loadingRouter();
    router.state.initialized = true;
    noteFirstContent(router);
    await afterFirstContent();
    expect(router.listeners.size).toBe(0);
  });

  it('is not waited for longer than ten seconds', async () => {
    vi.useFakeTimers();
    noteFirstContent(loadingRouter());
    let passed = false;
    void afterFirstContent().then(() => {
      passed = true;
    });
    await vi.advanceTimersByTimeAsync(9_999);
    expect(passed).toBe(false);
    await vi.advanceTimersByTimeAsync(10);
    expect(passed).toBe(true);
  });
});
