import type { Answer } from '@tallystick/shared/api';
import { closedStatus } from '@tallystick/shared/transfers/status';
import { strings } from '../strings.ts';
import type { Transaction } from './load-transaction.ts';

/** What the page of a transfer shows, and why that may be out of date. */
export interface Kept {
  /** The load that led to it. */
  readonly loaded: Answer<Transaction>;
  /** Null: nothing came yet. */
  readonly shown: Transaction | null;
  /** Why a part of it could not be loaded again, in a sentence; null if all of it is new. */
  readonly problem: string | null;
}

/** What is shown after a load of the same page: a part that did not come stays as it was. */
export function keptAfter(shown: Transaction | null, loaded: Answer<Transaction>): Kept {
  if (!loaded.ok) return { loaded, shown, problem: shown && loaded.error };
  const next = loaded.data;
  if (!shown) return { loaded, shown: next, problem: null };
  const lacksVariables =
    next.vars?.ok === false && shown.vars?.ok === true && shown.transfer.status === closedStatus;
  const lacksNeighbours = next.neighbours === null && shown.neighbours !== null;
  if (!lacksVariables && !lacksNeighbours) return { loaded, shown: next, problem: null };
  return {
    loaded,
    shown: {
      ...next,
      vars: lacksVariables ? shown.vars : next.vars,
      neighbours: lacksNeighbours ? shown.neighbours : next.neighbours,
    },
    problem: next.vars?.ok === false ? next.vars.error : strings.neighboursFailed,
  };
}
