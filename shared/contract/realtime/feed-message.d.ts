import type { LiveEvent } from '../contracts/live.ts';
export type FeedMessage = {
    readonly type: 'event';
    readonly event: LiveEvent;
} | {
    readonly type: 'refetch';
};
export type FeedListener = (message: FeedMessage) => void;
export interface Feed {
    readonly subscribe: (listener: FeedListener, since?: number) => () => void;
    readonly pause: () => void;
    readonly resume: () => void;
}
