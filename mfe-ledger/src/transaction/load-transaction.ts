import { type Answer, ledger } from '@tallystick/shared/api';
import type { Neighbours } from '@tallystick/shared/contracts/neighbours';
import type { DataVariable, TransferDetail } from '@tallystick/shared/contracts/transfer';
import { transferTitle } from '@tallystick/shared/format/transfer-title';
import type { LoaderFunctionArgs } from '@tallystick/shared/router';
import { closedStatus } from '@tallystick/shared/transfers/status';

/** A transfer, and what of the rest could be loaded. */
export interface Transaction {
  readonly transfer: TransferDetail;
  /** None unless the transfer is closed. */
  readonly vars: Answer<readonly DataVariable[]>;
  /** Null if they could not be loaded. */
  readonly neighbours: Neighbours | null;
}

/** What a load of the page gives; `title` names the page. */
export type LoadedTransaction = Answer<Transaction> & { readonly title?: string };

/**
 * The transfer that `:id` names, by item or by transaction id, with what stands beside it in its
 * parties' lists. Variables are asked for only at status 6. Throws a 404 response if there is no such
 * transfer.
 */
export async function loadTransaction({
  params: { id = '' },
  request: { signal },
}: LoaderFunctionArgs): Promise<LoadedTransaction> {
  const [found, beside] = await Promise.all([
    ledger.transfer(id, signal),
    ledger.neighbours(id, signal),
  ]);
  if (found.code === 404) throw new Response(null, { status: 404 });
  if (!found.ok) return found;
  const transfer = found.data;
  const neighbours = beside.ok ? beside.data : null;
  const answered = { ok: true, code: found.code, title: transferTitle(transfer) } as const;
  if (transfer.status !== closedStatus) {
    return { ...answered, data: { transfer, vars: noVariables, neighbours } };
  }
  const data = await ledger.transferData(transfer.item, signal);
  const vars = data.ok ? { ...data, data: data.data.vars } : data;
  return { ...answered, data: { transfer, vars, neighbours } };
}

const noVariables = { ok: true, code: 200, data: [] } as const;
