import type { Answer } from '@tallystick/shared/api';
import { closedStatus } from '@tallystick/shared/transfers/status';
import { strings } from '../strings.ts';
import type { Transaction } from './load-transaction.ts';

/**
 * What the page of a transfer shows after a load of it, and why that may be out of date. It is null
 * as long as nothing came. A part that did not come stays as it was.
 */
export function keptAfter(shown: Transaction | null, loaded: Answer<Transaction>) {
  if (!loaded.ok) return { loaded, shown, problem: shown && loaded.error };
  const next = loaded.data;
  const mayKeep = shown?.vars?.ok === true && shown.transfer.status === closedStatus;
  const vars = next.vars?.ok === false && mayKeep ? shown.vars : next.vars;
  const neighbours = next.neighbours ?? shown?.neighbours ?? null;
  const isWhole = vars === next.vars && neighbours === next.neighbours;
  const why = next.vars?.ok === false ? next.vars.error : strings.neighboursFailed;
  return { loaded, shown: { ...next, vars, neighbours }, problem: isWhole ? null : why };
}
