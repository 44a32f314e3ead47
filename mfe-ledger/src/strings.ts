/** What the ledger's pages say. */
export const strings = {
  latest: 'Latest Transactions',
  assets: 'Credentials & Data Assets',
  assetsLabel: 'Assets',
  transfers: 'Transactions',
  transaction: 'Transaction',
  facts: { id: 'ID', record: 'Record', kind: 'Kind', status: 'Status', date: 'Date' },
  missingTrxn: '******',
  credit: { asset: 'Creator', data: 'Consumer' },
  debit: 'User',
  data: 'Data',
  columns: { number: '#', name: 'Name', memo: 'Memo', value: 'Value' },
  notAvailable: 'Not Available',
  transactionFailed: 'The transaction could not be loaded',
  dataFailed: 'The data could not be loaded',
} as const;
