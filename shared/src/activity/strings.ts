/** What the activity chart says. */
export const strings = {
  activity: 'Activity',
  range: 'Range',
  ranges: {
    '7': '7 days',
    '30': '30 days',
    '90': '90 days',
    '365': '1 year',
    all: 'All',
  },
  grouping: 'Divided by',
  groupings: { kind: 'Kind', status: 'Status' },
  kinds: { asset: 'Credential', data: 'Data' },
  loading: 'Counting…',
  empty: 'No transactions yet.',
  failed: 'The activity could not be counted.',
  notDrawn: 'A part of the page did not come.',
  tryAgain: 'Try again',
  whole: (count: string, one: boolean, period: string) =>
    `${count} ${one ? 'transaction' : 'transactions'}, ${period}, the day of the newest`,
  bar: (period: string, count: string) => `${period}: ${count}`,
  look: 'Look at one bar',
  table: 'Show as a table',
  caption: 'Transactions by time, the newest first',
  period: 'Period',
  all: 'All',
} as const;
