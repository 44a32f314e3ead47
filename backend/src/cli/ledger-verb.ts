import type { ReadWords, Verb } from '@tallystick/command-line/verb';
import type { Result } from '@tallystick/contract/result';
import type { Io } from '@tallystick/terminal/io';
import type { LedgerEnvironment } from '../settings/ledger-environment.ts';

/** What a verb does; answers the exit code. */
export type Run = (io: Io<LedgerEnvironment>) => Promise<number>;

/** A verb of the ledger command. */
export interface LedgerVerb extends Verb {
  /** It makes no data folder. */
  looks?: true;
  /** What to do by these words; `problem` is one line that says why they are not understood. */
  prepare(read: ReadWords): Result<Run>;
}
