import { act } from '@testing-library/react';
import { vi } from 'vitest';

/** Lets `LiveFeed` stand in jsdom, which has no event streams: this one never says anything. */
export function giveEvents(): void {
  vi.stubGlobal(
    'EventSource',
    class extends EventTarget {
      close(): void {}
    },
  );
}

/** Somebody looks at the page again: everything is fetched. */
export async function lookAgain(): Promise<void> {
  await act(async () => document.dispatchEvent(new Event('visibilitychange')));
}
