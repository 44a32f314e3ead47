/** What the party pages say. */
export const strings = {
  kinds: { user: 'User', creator: 'Creator', consumer: 'Consumer', checker: 'Checker' },
  name: 'Name',
  id: 'ID',
  kind: 'Kind',
  roles: {
    user: 'owns data, on the debit side of transfers',
    creator: 'issues credentials, on the credit side of transfers',
    consumer: 'calls for data, on the credit side of transfers',
    checker: 'verifies data, on the credit side of transfers',
  },
  also: 'Also',
  partyId: 'party id',
  partyName: 'name',
  transfers: 'Transactions',
  pleaseWait: 'Please wait...',
  partyFailed: 'The party could not be loaded',
} as const;
