import type { LedgerRecord, TransferRecord } from '../ledger/ledger-record.ts';
import { cast } from './cast.ts';
import { createTransferMaker, type TransferMaker } from './transfer-maker.ts';

/** First part of the item of every transfer of the sample ledger and of its live feed. */
export const samplePrefix = 'demo';

const transferCount = 400;
const span = 90 * 86_400_000;

function walk(maker: TransferMaker, created: TransferRecord, steps: number): TransferRecord {
  let transfer = created;
  for (let step = 0; step < steps; step += 1) {
    if (transfer.stat === 6 && !maker.random.oneIn(8)) return transfer;
    transfer = maker.advance(transfer) ?? transfer;
  }
  return transfer;
}

/**
 * The sample ledger, parties first: 400 transfers of both kinds and all ten statuses. They are of
 * the 90 days up to `until` (ms), denser towards its end. All but the times is the same at each
 * call.
 */
export function sampleRecords(until: number): LedgerRecord[] {
  const maker = createTransferMaker({ seed: 'tallystick', prefix: samplePrefix });
  const transfers = Array.from({ length: transferCount }, (_, n) => {
    const age = span * ((transferCount - n - maker.random.fraction()) / transferCount) ** 1.6;
    const created = maker.create(Math.floor(until - age));
    return walk(maker, created, maker.random.between(0, n > transferCount - 20 ? 2 : 7));
  });
  return [...cast, ...transfers];
}
