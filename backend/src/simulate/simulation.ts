import type { TransferRecord } from '../ledger/ledger-record.ts';
import { openStatuses } from '../sample/status-walk.ts';
import { createTransferMaker } from '../sample/transfer-maker.ts';

const maxOpen = 40;
const isOpen = ({ stat }: TransferRecord) => openStatuses.some((open) => open === stat);

/**
 * Plausible events of a ledger in use, one at a time. The same seed and moments give the same events. Updates touch
 * only transfers of this simulation and those given: never a ledger's own.
 */
export function createSimulation(
  settings: { seed: string; prefix: string },
  given: readonly TransferRecord[] = [],
) {
  const maker = createTransferMaker(settings);
  const { random } = maker;
  const open = [...given];
  const keep = (transfer: TransferRecord) => {
    // Few closed transfers change again.
    if (isOpen(transfer) || (transfer.stat === 6 && random.oneIn(6))) open.push(transfer);
    return transfer;
  };
  const create = (moment: number) => {
    let transfer = maker.create(moment);
    // Some sources report a transfer only after its first statuses.
    for (let ahead = random.oneIn(3) ? random.between(1, 4) : 0; ahead > 0; ahead -= 1) {
      transfer = maker.advance(transfer) ?? transfer;
    }
    return transfer;
  };
  /** What happens at `moment` (ms): a new transfer, or one of those before with its status moved on. */
  return (moment: number): TransferRecord => {
    const advances = open.length >= maxOpen || random.fraction() < 0.4;
    const [before] = advances ? open.splice(random.between(0, open.length - 1), 1) : [];
    return keep((before && maker.advance(before)) ?? create(moment));
  };
}
