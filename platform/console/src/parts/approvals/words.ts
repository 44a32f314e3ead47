/** Texts of the console about changes that wait for a second person. */
export const words = {
  title: 'Waiting for a second person',
  own: 'You asked for this; somebody else must approve it.',
  approve: 'Approve',
  approveOf: (apps: string, by: string) => `Approve the change of ${apps} by ${by}`,
  approveMeans: 'The change is made at once, unless one of its apps has changed since.',
  approved: (apps: string) => `The change of ${apps} was approved and made.`,
  decline: 'Decline',
  takeBack: 'Take back',
  declineOf: (apps: string, by: string) => `Decline the change of ${apps} by ${by}`,
  declined: (apps: string) => `The change of ${apps} was declined. Nothing has changed.`,
} as const;
