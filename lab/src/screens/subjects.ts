import { type TransferDetail, transferDetailSchema } from '@tallystick/shared/contracts/transfer';
import * as v from 'valibot';
import { askLedger } from '../http/ledger-call.ts';

/** Transfers of a ledger that are worth a picture, and through them the parties. */
export interface Subjects {
  /** A credential. */
  asset: TransferDetail;
  /** Data that a consumer called and may read. */
  closed: TransferDetail;
  /** Data that nobody may read yet. */
  open: TransferDetail;
  /** Data that a checker called. */
  checked: TransferDetail;
}

const listSchema = v.object({ data: v.object({ list: v.array(v.object({ item: v.string() })) }) });
const detailSchema = v.object({ data: transferDetailSchema });

/** Looks through the newest transfers of the ledger service at `ledgerUrl`. */
export async function findSubjects(ledgerUrl: string): Promise<Subjects> {
  const found: Partial<Subjects> = {};
  const ask = async (path: string, data: object): Promise<unknown> =>
    JSON.parse((await askLedger(ledgerUrl, path, data)).text);
  for (let index = 1; index <= 5; index += 1) {
    const page = { index, items: 100 };
    const { data } = v.parse(listSchema, await ask('transfers/list/latest', page));
    for (const { item } of data.list) {
      const transfer = v.parse(detailSchema, await ask('transfers/details', { item })).data;
      found[roleOf(transfer)] ??= transfer;
      const { asset, closed, open, checked } = found;
      if (asset && closed && open && checked) return { asset, closed, open, checked };
    }
  }
  throw new Error(`The ledger has only ${Object.keys(found).join(', ')} to show.`);
}

function roleOf({ feat, status, credit }: TransferDetail): keyof Subjects {
  if (feat.form === 'asset') return 'asset';
  if (credit.kind === 'checker') return 'checked';
  return status === 6 ? 'closed' : 'open';
}
