// @vitest-environment jsdom
import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { lookAgain } from './live.testing.ts';
import { LiveFeed, useLive } from './live.tsx';

afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

it('asks nothing for a page that nobody sees, until somebody does', async () => {
  vi.useFakeTimers({ toFake: ['setInterval'] });
  const stream = Object.assign(new EventTarget(), { close: () => {} });
  vi.stubGlobal('EventSource', function open() {
    return stream;
  });
  const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
  const Tick = () => <output>{useLive().tick}</output>;
  render(
    <LiveFeed paused={false}>
      <Tick />
    </LiveFeed>,
  );
  const changed = () => act(async () => stream.dispatchEvent(new Event('changed')));
  await changed();
  expect(screen.getByRole('status').textContent).toBe('0');
  hidden.mockReturnValue(false);
  await lookAgain();
  expect(screen.getByRole('status').textContent).toBe('1');
  await changed();
  expect(screen.getByRole('status').textContent).toBe('2');
});
