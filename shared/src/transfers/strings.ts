import type { FeedState } from '@tallystick/shared/realtime';
import type { PartyKind } from '../contracts/party.ts';
import type { TransferForm } from '../contracts/transfer.ts';
import { partyKindNames } from '../format/names.ts';
import { numberText } from '../format/number.ts';
import type { Hold } from './reading.ts';

/** `1 transaction`, `35,592 transactions` */
export const transactions = (count: number) =>
  count === 1 ? '1 transaction' : `${numberText(count)} transactions`;
const newTransactions = (count: number) =>
  count === 1 ? '1 new transaction' : `${numberText(count)} new transactions`;
/** What all is narrowed to by a search and filters. */
const narrowing = (search: string, filtered: boolean) => {
  const filters = filtered ? 'the filters' : '';
  return search ? `“${search}”${filters && ` and ${filters}`}` : filters;
};

/** What the transfer lists say. */
export const strings = {
  missingTrxn: '******',
  /** Between the two parties, for who does not see the arrow. */
  gave: { asset: 'issued to', data: 'requested data from' } satisfies Record<TransferForm, string>,
  transactionId: 'transaction id',
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
  ofPages: (count: number) => `of ${numberText(count)}`,
  atPage: (index: number, last: number) => `Page ${numberText(index)} of ${numberText(last)}`,
  afterTheEnd: (index: number) => `Page ${numberText(index)} is past the end`,

  search: 'Search in this list',
  found: (count: number, search: string, filtered: boolean, more: boolean) =>
    more
      ? `${transactions(count)} or more match ${narrowing(search, filtered)}.`
      : `${transactions(count)} ${count === 1 ? 'matches' : 'match'} ${narrowing(search, filtered)}.`,

  filtersFailed: 'The filters could not be loaded',
  filtersFailedText: 'The connection was lost. The list itself works.',
  filters: (count: number) => (count === 0 ? 'Filters' : `Filters (${count})`),
  filterBy: 'Filter by',
  chosenFilters: 'Chosen filters',
  removeFilter: (name: string) => `Remove filter: ${name}`,
  clearFilters: 'Clear filters',
  allForms: 'All',
  choice: (name: string, count: number | undefined) =>
    count === undefined ? name : `${name} ${numberText(count)}`,
  from: 'From (UTC)',
  to: 'To (UTC)',
  lastDays: (days: number) => `Last ${days} days`,
  since: (day: string) => `From ${day}`,
  until: (day: string) => `To ${day}`,
  creditId: 'Creator, consumer or checker',
  debitId: 'User',
  idHint: 'ID',
  party: (kind: PartyKind | undefined, name: string) =>
    `${kind === undefined ? 'Credit party' : partyKindNames[kind]}: ${name}`,

  empty: 'No transactions yet.',
  noAssets: 'No assets yet.',
  noMatch: (search: string, filtered: boolean) => `Nothing matches ${narrowing(search, filtered)}.`,
  noNewMatch: (search: string, filtered: boolean) =>
    `No match for ${narrowing(search, filtered)} among recent transactions. Choose earlier dates.`,
  showAll: 'Show all transactions',
  pastTheEnd: 'This page is past the end of the list.',
  pastTheSearch: 'The search ends here. Choose earlier dates to see more.',
  goToLastPage: 'Go to the last page',
  listFailed: 'The list could not be loaded',
  offline: 'You are offline',
  offlineText: 'The list will load when you are back online.',
  oldRows: 'The rows below are from the previous view.',

  pause: 'Pause',
  resume: 'Resume',
  liveRows: 'live rows',
  newRows: (count: number) => (count > 999 ? '999+ new' : `${count} new`),
  showNewRows: (count: number) =>
    count === 1 ? 'transaction, show it' : 'transactions, show them',
  cameIn: (count: number, total: number) =>
    `${newTransactions(count)}, ${transactions(total)} in all.`,
  holds: {
    paused: 'New transactions wait here while the list is paused.',
    selection: 'New transactions wait here while text is selected.',
    focus: 'New transactions wait here while a row is selected with the keyboard.',
    pointer: 'New transactions wait here while you move the pointer or point at the list.',
    scrolled: 'New transactions wait here while you are further down the list.',
  } satisfies Record<Hold, string>,
  again: (rows: number, page: number) =>
    `${rows === 1 ? '1 row' : `${rows} rows`} moved here from page ${numberText(page)}`,
  offlineFeed: 'Offline',
  liveUnderSearch: 'Live updates for these rows only',
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
