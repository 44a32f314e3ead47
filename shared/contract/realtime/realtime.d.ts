import type { Feed } from './feed-message.ts';
import type { FeedState } from './feed-state.ts';
export type { Feed, FeedListener, FeedMessage } from './feed-message.ts';
export type { FeedState } from './feed-state.ts';
export declare function transferFeed(): Feed;
export declare function useFeedState(): FeedState;
