import { numberText } from '@tallystick/shared/format/number';
/** What the party pages say. */
export const strings = {
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
  transfers: 'Transactions',
  total: 'Total',
  first: 'First',
  last: 'Latest',
  counting: 'Counting…',
  none: 'None yet',
  unknown: 'Could not be counted',
  statuses: 'By status',
  counterparties: 'Most frequent counterparties',
  latestCounterparties: 'Latest counterparties',
  ofAll: (shown: string, all: string) => `The first ${shown} of ${all}.`,
  counterpartiesFailed: 'They could not be counted.',
  ofLatest: (of: string) => `Of the latest ${of} transactions.`,
  together: (count: number, name: string) =>
    count === 1 ? `1 transaction with ${name}` : `${numberText(count)} transactions with ${name}`,
  watch: 'Watch',
  kept: 'Shown on Home. Kept in this browser alone; signing out clears it.',
  full: (most: number) =>
    `You watch ${most} parties, which is the most. Stop watching one of them first; they are on Home.`,
  notKept: 'This browser does not allow to keep it.',
  feed: 'Atom feed',
  fresh: (count: string) => `${count} new`,
  latestOf: (name: string) => `Latest transaction of ${name}`,
  moved: (name: string, count: number) =>
    `${name}: ${count === 1 ? '1 new transaction' : `${numberText(count)} new transactions`}.`,
  changed: (name: string) => `${name}: a transaction changed.`,
  pleaseWait: 'Please wait...',
  partyFailed: 'The party could not be loaded',
} as const;
