/** What the party pages say. */
export const strings = {
  kinds: { user: 'User', creator: 'Creator', consumer: 'Consumer', checker: 'Checker' },
  name: 'Name',
  id: 'ID',
  transfers: 'Transactions',
  partyFailed: 'The party could not be loaded',
} as const;
