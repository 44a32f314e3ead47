import type { ExportFormat } from '../contracts/export.ts';

const newline = 10;
const quote = 34;
/** Where the lines of transfers and of parties differ: `{"record":"t`, `{"record":"p`. */
const kindAt = 11;
const t = 't'.charCodeAt(0);

/** Counts the transfers in the bytes of an export, as they come. */
export function createRowCounter(format: ExportFormat): (chunk: Uint8Array) => number {
  return format === 'csv' ? csvCounter() : ndjsonCounter();
}

/** Line ends outside of quotes, the first line left out. */
function csvCounter() {
  let lines = 0;
  let quoted = false;
  return (chunk: Uint8Array) => {
    for (const byte of chunk) {
      if (byte === quote) quoted = !quoted;
      else if (byte === newline && !quoted) lines += 1;
    }
    return Math.max(0, lines - 1);
  };
}

function ndjsonCounter() {
  let transfers = 0;
  let count = 0;
  let isTransfer = false;
  return (chunk: Uint8Array) => {
    for (const byte of chunk) {
      if (byte === newline) {
        if (isTransfer) transfers += 1;
        isTransfer = false;
        count = 0;
      } else {
        if (count === kindAt) isTransfer = byte === t;
        count += 1;
      }
    }
    return transfers;
  };
}
