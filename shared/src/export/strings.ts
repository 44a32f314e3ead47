import { numberText } from '../format/number.ts';
import { transactions } from '../transfers/strings.ts';

/** What the export of a list says. */
export const strings = {
  export: 'Export',
  whole: (search: string, filtered: boolean) => {
    const filters = filtered ? ' and your filters' : '';
    if (search) return `All transactions matching “${search}”${filters}, as a file.`;
    return filtered
      ? 'All transactions matching your filters, as a file.'
      : 'The whole list, as a file.';
  },
  formats: {
    csv: { name: 'CSV', text: 'for a spreadsheet' },
    ndjson: { name: 'NDJSON', text: 'for programs, or to import again' },
  },
  progress: 'Progress of the export',
  rows: (rows: number, of: number | null, size: string) =>
    of === null
      ? `${transactions(rows)}, ${size}`
      : `${numberText(rows)} of ${transactions(of)}, ${size}`,
  begun: 'Export started.',
  saved: (name: string, rows: number, size: string) =>
    `Saved as ${name}: ${transactions(rows)}, ${size}.`,
  cancel: 'Cancel',
  close: 'Close',
  cancelled: 'The export was cancelled.',
  failed: (why: string) => `Nothing was saved. ${why}`,
  brokeOff: 'The connection was lost.',
  notWritten: 'The file could not be written.',
} as const;
