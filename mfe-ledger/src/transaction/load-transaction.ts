import { type Answer, ledger } from '@tallystick/shared/api';
import type { Neighbours } from '@tallystick/shared/contracts/neighbours';
import type {
  DataVariable,
  TransferDetail,
  TransferRow,
} from '@tallystick/shared/contracts/transfer';
import { transferTitle } from '@tallystick/shared/format/transfer-title';
import { type LateAnswer, lateAnswer } from '@tallystick/shared/late/late-answer';
import type { LoaderFunctionArgs } from '@tallystick/shared/router';
import { takePointedRow } from '@tallystick/shared/transfers/pointed-row';
import { closedStatus } from '@tallystick/shared/transfers/status';
import { strings } from '../strings.ts';

/** A transfer, and what of the rest could be loaded. */
export interface Transaction {
  readonly transfer: TransferDetail;
  /** None unless the transfer is closed. Null: not there yet. */
  readonly vars: Answer<readonly DataVariable[]> | null;
  /** Null if they could not be loaded, or are not there yet. */
  readonly neighbours: Neighbours | null;
}

/** What a load of the page gives; `title` names the page; with `late` the transfer is as the list had it. */
export type LoadedTransaction = Answer<Transaction> & {
  readonly title?: string;
  readonly late?: LateAnswer<Transaction>;
};

/**
 * The transfer that `:id` names, by item or by transaction id, with what stands beside it in its
 * parties' lists. Variables are asked for only at status 6. Where the row that was pointed at last says
 * who and what, that is the page, and the rest comes late. Throws a 404 response if there is no such transfer.
 */
export async function loadTransaction({
  params: { id = '' },
  request: { signal },
}: LoaderFunctionArgs): Promise<LoadedTransaction> {
  const row = takePointedRow(id);
  const transfer = row && transferOf(row);
  if (!transfer) return await loadWhole(id, signal);
  const answer = loadWhole(id, signal).catch((reason) => {
    if (reason instanceof Response) return { ok: false, code: 404, error: strings.gone } as const;
    throw reason;
  });
  return {
    ...{ ok: true, code: 200, title: transferTitle(transfer) },
    data: {
      transfer,
      vars: transfer.status === closedStatus ? null : noVariables,
      neighbours: null,
    },
    late: lateAnswer<Transaction>(answer),
  };
}

/** What a row says of its transfer; null: it does not name the parties (a service of before). */
function transferOf({ credit, debit, cred, debt, ...row }: TransferRow): TransferDetail | null {
  if (credit === undefined || debit === undefined) return null;
  return {
    ...{ item: row.item, trxn: row.trxn, feat: row.feat, status: row.stat, created: row.crts },
    credit: { ...credit, item: cred },
    debit: { ...debit, kind: 'user', item: debt },
  };
}

async function loadWhole(id: string, signal: AbortSignal): Promise<LoadedTransaction> {
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
