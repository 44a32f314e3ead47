import type { FeedState } from './feed-state.ts';
export type { Feed, FeedListener, FeedMessage } from './feed-message.ts';
export { transferFeed } from './feed-of-page.ts';
export type { FeedState } from './feed-state.ts';
export declare function useFeedState(): FeedState;
