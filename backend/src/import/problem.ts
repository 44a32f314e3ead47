import { lineOf } from '@tallystick/store/error-code';
import { isFull, reserve } from '@tallystick/store/free-space';

/** Why lines were not recorded, in one line for a person. */
export const problemOf = (error: unknown): string =>
  isFull(error)
    ? `The disk of the ledger has less than ${reserve.usual / 1_048_576} MB left: make room on it.`
    : lineOf(error);
