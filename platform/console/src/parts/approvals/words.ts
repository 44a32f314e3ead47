/** Texts of the console about changes that wait for a second person. */
export const words = {
  title: 'Waits for a second person',
  own: 'You have asked for it: somebody else approves it.',
  approve: 'Approve',
  approveOf: (apps: string, by: string) => `Approve the change of ${apps} by ${by}`,
  approveMeans: 'It is made at once, unless one of its apps has moved since.',
  approved: (apps: string) => `The change of ${apps} is approved and made.`,
  decline: 'Decline',
  takeBack: 'Take back',
  declineOf: (apps: string, by: string) => `Decline the change of ${apps} by ${by}`,
  declined: (apps: string) => `The change of ${apps} is declined: nothing has changed.`,
} as const;
