// @vitest-environment jsdom
import { afterEach, describe, expect, it, vi } from 'vitest';
import { afterFirstContent, noteFirstContent } from './first-content.ts';

afterEach(() => {
  vi.useRealTimers();
  delete document.documentElement.dataset.shown;
});

describe('the first content', () => {
  it('is waited for, whoever asks', async () => {
    const passed: number[] = [];
    const waits = [1, 2].map((n) => afterFirstContent().then(() => passed.push(n)));
    expect(document.documentElement.dataset.shown).toBeUndefined();
    noteFirstContent();
    await Promise.all(waits);
    expect(passed).toEqual([1, 2]);
  });

  it('is there already for who asks later', async () => {
    noteFirstContent();
    await expect(afterFirstContent()).resolves.toBeUndefined();
  });

  it('is not waited for longer than ten seconds', async () => {
    vi.useFakeTimers();
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
