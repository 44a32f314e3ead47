import type { TransferForm } from '../contracts/transfer.ts';

/** What the transfer lists say. */
export const strings = {
  missingTrxn: '******',
  forms: { asset: 'Credential', data: 'Data' } satisfies Record<TransferForm, string>,
  to: 'to',
  previous: 'Previous',
  next: 'Next',
  pages: 'Pages',
  empty: 'No transactions yet.',
  noMatch: (search: string) => `Nothing matches “${search}”.`,
  pastTheEnd: 'This page is past the end of the list.',
  goToLastPage: 'Go to the last page',
  listFailed: 'The list could not be loaded',
  columns: {
    status: 'Status',
    transaction: 'Transaction',
    method: 'Method',
    date: 'Date',
    view: 'View',
  },
  feed: {
    idle: '',
    connecting: 'Connecting…',
    live: 'Live',
    waiting: 'Reconnecting…',
    refetching: 'Catching up…',
    paused: 'Paused',
    closed: 'Not live',
  },
} as const;
