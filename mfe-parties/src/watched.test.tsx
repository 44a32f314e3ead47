// @vitest-environment jsdom

import { visit } from '@tallystick/shared/testing/visit';
import { watchParty } from '@tallystick/shared/watched/watched-parties';
import { act, cleanup, screen } from '@testing-library/react';
import { useSyncExternalStore } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { Widget as Watched } from './watched.tsx';

/** How many transfers the party has, as they are counted. */
const counted = vi.hoisted(() => {
  const answerOf = (count: number) => ({ ok: true, code: 200, data: { count, list: [] } });
  const listeners = new Set<() => void>();
  let answer = answerOf(1_500);
  return {
    answer: () => answer,
    rise(by: number) {
      answer = answerOf(answer.data.count + by);
      for (const each of listeners) each();
    },
    watch(listener: () => void) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
});
vi.mock('@tallystick/shared/counted/use-counted', () => ({
  useCounted: () => [useSyncExternalStore(counted.watch, counted.answer)],
}));
afterEach(() => {
  cleanup();
  localStorage.clear();
});

it('is told each time it moves, also where that is told in the same words', async () => {
  watchParty({ kind: 'creator', id: 'otc-35', name: 'Trader 35', seen: 1_500 });
  visit({ '/': { Component: Watched } }, '/');
  await screen.findByRole('link', { name: 'Trader 35' });
  act(() => counted.rise(1));
  const first = screen.getByText('Trader 35: 1 new transaction.');
  act(() => counted.rise(1));
  expect(screen.getByText('Trader 35: 1 new transaction.')).not.toBe(first);
  act(() => counted.rise(1_200));
  expect(screen.getByText('Trader 35: 1,200 new transactions.')).toBeTruthy();
});
