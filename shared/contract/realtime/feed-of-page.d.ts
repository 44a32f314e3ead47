import type { Feed } from './feed-message.ts';
export declare const feedStateAtom: import("jotai").PrimitiveAtom<"closed" | "connecting" | "idle" | "live" | "paused" | "refetching" | "waiting"> & {
    init: "closed" | "connecting" | "idle" | "live" | "paused" | "refetching" | "waiting";
};
export declare function transferFeed(): Feed;
