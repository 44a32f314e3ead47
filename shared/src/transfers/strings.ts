import type { FeedState } from '@tallystick/shared/realtime';
import type { TransferForm } from '../contracts/transfer.ts';
import type { Hold } from './reading.ts';

const transactions = (count: number) => (count === 1 ? '1 transaction' : `${count} transactions`);
const newTransactions = (count: number) =>
  count === 1 ? '1 new transaction' : `${count} new transactions`;

/** What the transfer lists say. */
export const strings = {
  missingTrxn: '******',
  forms: { asset: 'Credential', data: 'Data' } satisfies Record<TransferForm, string>,
  to: 'to',
  columns: {
    kind: 'Kind',
    status: 'Status',
    transaction: 'Transaction',
    method: 'Method',
    date: 'Date',
    view: 'View',
  },
  rows: 'Rows',
  pleaseWait: 'Please wait...',

  pages: 'Pages',
  first: 'First',
  previous: 'Previous',
  next: 'Next',
  last: 'Last',
  page: 'Page',
  ofPages: (count: number) => `of ${count}`,
  atPage: (index: number, last: number) => `Page ${index} of ${last}`,
  afterTheEnd: (index: number) => `Page ${index} is past the end`,

  search: 'Search transactions',
  searchHint: 'Search id or party…',
  searchKey: '/',
  searchKeyOff: '/ off',
  searchKeys: {
    on: 'The key / leads to the search: switch it off',
    off: 'The key / off: switch it on, to lead to the search',
  },
  found: (count: number, search: string) =>
    count === 1 ? `1 transaction matches “${search}”.` : `${count} transactions match “${search}”.`,

  empty: 'No transactions yet.',
  noMatch: (search: string) => `Nothing matches “${search}”.`,
  showAll: 'Show all transactions',
  pastTheEnd: 'This page is past the end of the list.',
  goToLastPage: 'Go to the last page',
  listFailed: 'The list could not be loaded',
  offline: 'You are offline',
  offlineText: 'The list is loaded as soon as the connection is back.',
  oldRows: 'The rows below are those of before.',
  tryAgain: 'Try again',

  pause: 'Pause',
  resume: 'Resume',
  liveRows: 'live rows',
  newRows: (count: number) => (count > 999 ? '999+ new' : `${count} new`),
  showNewRows: 'transactions, show them',
  cameIn: (count: number, total: number) =>
    `${newTransactions(count)}, ${transactions(total)} in all.`,
  holds: {
    paused: 'New transactions wait here while the list is paused.',
    selection: 'New transactions wait here while text is selected.',
    focus: 'New transactions wait here while a row has the focus.',
    pointer: 'New transactions wait here while you point at the list.',
    scrolled: 'New transactions wait here while the top of the list is out of sight.',
  } satisfies Record<Hold, string>,
  pausedList: 'Paused',
  offlineFeed: 'Offline',
  liveUnderSearch: 'Live: these rows only',
  feed: {
    idle: '',
    connecting: 'Connecting…',
    live: 'Live',
    waiting: 'Reconnecting…',
    refetching: 'Catching up…',
    paused: 'Paused',
    closed: 'Not live',
  } satisfies Record<FeedState, string>,
} as const;
