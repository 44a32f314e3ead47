/** The feed's states; what each means, and what leads where, is in states.md beside this file. */
export const feedStates = [
  'idle',
  'connecting',
  'live',
  'waiting',
  'refetching',
  'paused',
  'closed',
] as const;
export type FeedState = (typeof feedStates)[number];
