/** What the export of a list says. */
export const strings = {
  export: 'Export',
  whole: (search: string, filtered: boolean) => {
    const filters = filtered ? ', under the filters that are set,' : '';
    if (search) return `Every transaction that matches “${search}”${filters || ','} as a file.`;
    return filtered ? `Every transaction${filters} as a file.` : 'The whole list, as a file.';
  },
  formats: {
    csv: { name: 'CSV', text: 'for a spreadsheet' },
    ndjson: { name: 'NDJSON', text: 'for a program, or to import again' },
  },
  progress: 'Progress of the export',
  rows: (rows: string, of: string | null, size: string) =>
    of === null ? `${rows} transactions, ${size}` : `${rows} of ${of} transactions, ${size}`,
  begun: 'The export has begun.',
  saved: (name: string, rows: string, size: string) =>
    `Saved as ${name}: ${rows} transactions, ${size}.`,
  cancel: 'Cancel',
  cancelled: 'The export was cancelled.',
  failed: (why: string) => `Nothing was saved. ${why}`,
  brokeOff: 'The connection broke off.',
  notWritten: 'The file could not be written.',
} as const;
