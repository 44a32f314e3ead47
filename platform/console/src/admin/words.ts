/** What the console says where the registry does not do as it is asked. */
export const words = {
  offline: 'The registry does not answer. It is asked again and again.',
  lost: 'The registry does not answer. It may have been done or not: look before you try again.',
  unreadable:
    'The registry answered something else than agreed. Console and registry may be of different versions: reload the page.',
  /** The registry's own words stand below. */
  heading: {
    invalid: 'This cannot be done',
    unauthorized: 'Your session has ended',
    forbidden: 'Your token may not do this',
    unknown: 'It is not there',
    'no-call': 'The registry has no such call',
    taken: 'It is taken already',
    waiting: 'A second person has to approve it',
    moved: 'Somebody else was faster',
    oversize: 'That is too large',
    unfit: 'The build does not fit',
    locked: 'The app is locked',
    condemned: 'The build was taken back',
    ambiguous: 'Which is meant, the live build or the canary?',
    unguarded: 'The request was not complete',
    limited: 'Too many tries',
    damaged: 'The registry is damaged',
    unavailable: 'The registry cannot answer now',
    offline: 'No connection to the registry',
    unreadable: 'The answer makes no sense',
  },
  /** What can be done about it, in place of the release command's words. */
  wayOut: {
    locked: (by: string) => `Talk to ${by}. A manager can unlock it.`,
    condemned:
      'Ship another build, or let a manager resume this one in the list of the app’s builds.',
    ambiguous: 'Say below that the live build is meant. To end the canary alone: End the canary.',
  },
  /** The heading where the registry says what became of the build. */
  condemned: {
    paused: 'The build is paused',
    'rolled-back': 'The build was rolled back by the registry',
    recalled: 'The build was recalled',
    undone: 'The build was undone',
  },
  kept: (when: string) => `What you see is as of ${when}.`,
} as const;
