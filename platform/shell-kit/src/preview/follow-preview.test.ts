import { createManualClock } from '@tallystick/timing/manual-clock';
import { expect, it, vi } from 'vitest';
import type { NewsEvents } from '../release/news-stream.ts';
import { followPreview } from './follow-preview.ts';

const news = { channel: 'production', revision: 2, recalled: [] };

/** A page of a preview that is over once `over` says so. */
function openPage() {
  const heard: NewsEvents[] = [];
  const state = { over: false, asked: 0, reloads: 0 };
  const { clock } = createManualClock();
  const line = followPreview({
    connect: (on) => {
      heard.push(on);
      return () => {};
    },
    clock,
    hasEnded: async () => {
      state.asked += 1;
      return state.over;
    },
    reload: () => {
      state.reloads += 1;
    },
  });
  line.join();
  const [on] = heard;
  if (on === undefined) throw new Error('It does not listen.');
  return { state, on, look: line.look };
}

it.each(['news', 'a beat', 'a file that is not there'] as const)(
  'is loaded anew once it is over, as it hears of %s',
  async (of) => {
    const { state, on, look } = openPage();
    const hear = () => {
      if (of === 'news') on.news(news);
      else if (of === 'a beat') on.beat();
      else void look();
    };
    hear();
    await vi.waitFor(() => expect(state.asked).toBe(1), { timeout: 60_000 });
    expect(state.reloads).toBe(0);
    state.over = true;
    hear();
    // What is heard while it asks is not asked again.
    const heard = () => {
      hear();
      expect(state.reloads).toBeGreaterThan(0);
    };
    await vi.waitFor(heard, { timeout: 60_000 });
  },
);

it('asks once at a time', () => {
  const { state, on } = openPage();
  on.beat();
  on.news(news);
  on.beat();
  expect(state.asked).toBe(1);
});

it('is loaded anew once, though more of its files are not there', async () => {
  const { state, on, look } = openPage();
  state.over = true;
  await look();
  await look();
  on.beat();
  expect(state).toEqual({ over: true, asked: 1, reloads: 1 });
});
