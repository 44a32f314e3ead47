export declare const feedStates: readonly ['idle', 'connecting', 'live', 'waiting', 'refetching', 'paused', 'closed'];
export type FeedState = (typeof feedStates)[number];
