import { liveCollection, liveDatabase, type Was } from '@tallystick/shared/contracts/live';
import type { TransferRow } from '@tallystick/shared/contracts/transfer';
import { EJSON, Timestamp } from 'bson';

/** An event as the ledger keeps it. `sequence` numbers events in the order of their commits. */
export interface LedgerEvent {
  sequence: number;
  operation: 'insert' | 'update';
  transfer: TransferRow;
  was?: Was | undefined;
  /** When it was recorded. */
  at: Date;
}

/** An event ready for the wire: serialised once, written to every reader. */
export interface Frame extends LedgerEvent {
  bytes: Buffer;
}

/** A comment: keeps proxies and readers from taking silence for death. */
export const heartbeat = Buffer.from(':\n\n');

const namespace = { db: liveDatabase, coll: liveCollection };

/** The transfer as a document of the collection: its `_id` is its item. */
export function transferDocument(transfer: TransferRow) {
  return { _id: transfer.item, ...transfer };
}

/**
 * A change event. An update says every field anew; of what a transfer was, the ledger keeps only what
 * decided in which lists it stood and where.
 */
export function eventFrame(event: LedgerEvent): Frame {
  const { sequence, operation, transfer, was, at } = event;
  const change = {
    ...numbered(sequence),
    operationType: operation,
    clusterTime: new Timestamp({ t: Math.floor(at.getTime() / 1000), i: 1 }),
    fullDocument: transferDocument(transfer),
    ns: namespace,
    documentKey: { _id: transfer.item },
    ...(operation === 'update' && {
      updateDescription: { updatedFields: transfer, removedFields: [] },
    }),
    ...(was && { was }),
  };
  return { ...event, bytes: message(change) };
}

/** What a reader that asked for its position reads first: everything after `sequence` follows. */
export function positionFrame(sequence: number): Buffer {
  return message({ ...numbered(sequence), operationType: 'position', ns: namespace });
}

/** The final frame of a stream that cannot go on. */
export function errorFrame(error: string, errorCode: string): Buffer {
  const data = JSON.stringify({ error, error_code: errorCode, link: '' });
  return Buffer.from(`event: error\ndata: ${escapeData(data)}\n\n`);
}

function numbered(sequence: number) {
  return { _id: { _data: String(sequence) } };
}

function message(document: object): Buffer {
  return Buffer.from(`data: ${escapeData(EJSON.stringify(document, { relaxed: false }))}\n\n`);
}

/** The SDK takes these three back, and these three only. */
function escapeData(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\n', '%0A').replaceAll('\r', '%0D');
}
