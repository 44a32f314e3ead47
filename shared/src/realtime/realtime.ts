import { getDefaultStore, useAtomValue } from 'jotai';
import { feedStateAtom } from './feed-of-page.ts';
import type { FeedState } from './feed-state.ts';

export type { Feed, FeedListener, FeedMessage } from './feed-message.ts';
// biome-ignore lint/performance/noBarrelFile: what knows no React is there once, for every React of a page
export { transferFeed } from './feed-of-page.ts';
export type { FeedState } from './feed-state.ts';

/** The feed's state, for a notice or a dot; re-renders when it changes. */
export function useFeedState(): FeedState {
  return useAtomValue(feedStateAtom, { store: getDefaultStore() });
}
