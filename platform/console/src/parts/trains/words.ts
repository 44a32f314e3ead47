/** Texts of the console about release trains. */
export const words = {
  title: 'Trains',
  lead: 'Builds that become live together, at a time.',
  plan: 'Plan a train',
  planOf: (apps: string) => `Plan a train of ${apps}`,
  means:
    'It leaves by itself, as one revision by you, if it still fits and nobody has moved one of its apps since.',
  leaves: 'Leaves',
  at: 'Leaves at',
  missing: 'A time within a year from now.',
  reasons: ['Planned release', 'After hours', 'Together with the announcement'],
  planned: (when: string) => `The train leaves at ${when}.`,
  states: { planned: 'Planned', left: 'Left', refused: 'Did not leave', cancelled: 'Cancelled' },
  as: (revision: string) => `as ${revision}`,
  cancel: 'Cancel',
  cancelOf: (apps: string) => `Cancel the train of ${apps}`,
  cancelReasons: ['Not yet', 'Planned anew', 'Under investigation'],
  cancelled: 'The train does not leave.',
} as const;
