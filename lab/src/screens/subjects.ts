import { type TransferDetail, transferDetailSchema } from '@tallystick/shared/contracts/transfer';
import * as v from 'valibot';

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
  for (let index = 1; index <= 5; index += 1) {
    const { data } = v.parse(
      listSchema,
      await ask(ledgerUrl, 'transfers/list/latest', { index, items: 100 }),
    );
    for (const { item } of data.list) {
      const answer = await ask(ledgerUrl, 'transfers/details', { item });
      const transfer = v.parse(detailSchema, answer).data;
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

async function ask(ledgerUrl: string, path: string, data: object): Promise<unknown> {
  const response = await fetch(`${ledgerUrl}/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: 'public-local' },
    body: JSON.stringify({ data }),
  });
  return await response.json();
}
