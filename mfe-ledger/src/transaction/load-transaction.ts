import { type Answer, ledger } from '@tallystick/shared/api';
import type { DataVariable, TransferDetail } from '@tallystick/shared/contracts/transfer';
import type { LoaderFunctionArgs } from '@tallystick/shared/router';
import { closedStatus } from '@tallystick/shared/transfers/status';

/** A transfer and its variables: none unless it is closed, and perhaps they could not be loaded. */
export interface Transaction {
  readonly transfer: TransferDetail;
  readonly vars: Answer<readonly DataVariable[]>;
}

/**
 * The transfer that `:id` names, by item or by transaction id. Variables are asked for only at
 * status 6. Throws a 404 response if there is no such transfer.
 */
export async function loadTransaction({
  params: { id = '' },
  request: { signal },
}: LoaderFunctionArgs): Promise<Answer<Transaction>> {
  const found = await ledger.transfer(id, signal);
  if (found.code === 404) throw new Response(null, { status: 404 });
  if (!found.ok) return found;
  const transfer = found.data;
  if (transfer.status !== closedStatus) {
    return { ok: true, code: found.code, data: { transfer, vars: noVariables } };
  }
  const data = await ledger.transferData(transfer.item, signal);
  const vars = data.ok ? { ...data, data: data.data.vars } : data;
  return { ok: true, code: found.code, data: { transfer, vars } };
}

const noVariables = { ok: true, code: 200, data: [] } as const;
