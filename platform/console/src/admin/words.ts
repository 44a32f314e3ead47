/** What the console says where the registry does not do as it is asked. */
export const words = {
  offline: 'The registry does not answer. Retrying…',
  lost: 'The registry did not answer. The change may or may not have been made: check before you try again.',
  unreadable:
    'The registry’s response was not understood. Console and registry may be different versions: reload the page.',
  /** The registry's own words stand below. */
  heading: {
    invalid: 'This cannot be done',
    unauthorized: 'Your session has ended',
    forbidden: 'Your token may not do this',
    unknown: 'Not found',
    'no-call': 'The registry does not know this call',
    taken: 'Already taken',
    waiting: 'A second person has to approve it',
    moved: 'Somebody else made a change first',
    oversize: 'That is too large',
    unfit: 'The build does not fit',
    locked: 'The app is locked',
    condemned: 'The build was taken back',
    ambiguous: 'Which is meant, the live build or the canary?',
    unguarded: 'The request was incomplete',
    limited: 'Too many tries',
    damaged: 'The registry is damaged',
    unavailable: 'The registry is unavailable right now',
    offline: 'No connection to the registry',
    unreadable: 'Unexpected response',
  },
  /** What can be done about it, in place of the release command's words. */
  wayOut: {
    locked: (by: string) => `Ask ${by}. A manager can unlock it.`,
    condemned:
      'Release another build, or ask a manager to resume this one in the app’s list of builds.',
    ambiguous:
      'Confirm below that you mean the live build. To end only the canary: End the canary.',
  },
  /** The heading where the registry says what became of the build. */
  condemned: {
    paused: 'The build is paused',
    'rolled-back': 'The build was rolled back by the registry',
    recalled: 'The build was recalled',
    undone: 'The build was undone',
  },
  kept: (when: string) => `Shown as of ${when}.`,
} as const;
