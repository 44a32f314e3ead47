import type { Ground } from '../ground/ground.ts';
import type { GroundKind } from '../ground/grounds.ts';

/** The way in which somebody meets a fault. */
export type Way =
  /** Looks at the list of transactions, and goes to the account page. */
  | 'to-account'
  /** Looks at the account page, and goes to the list of transactions. */
  | 'to-list'
  /** Has the account page open, and loads it again. */
  | 'again'
  /** Comes for the first time, to the account page. */
  | 'first'
  /** Looks at the list of transactions, and stays. */
  | 'stay';

/** Something that goes wrong, for real. */
export interface Fault {
  name: string;
  /** In words for people. */
  what: string;
  way: Way;
  /**
   * The most that it may cost while it lasts: `nothing` (what people wanted is there), `zone`, or
   * `page`, which then says so.
   */
  costs: 'nothing' | 'zone' | 'page';
  /** What it needs; absent: the embedded store. */
  ground?: GroundKind;
  /** Whether this browser keeps the site. */
  keeper?: boolean;
  /** Belongs to the short run in `npm test`. */
  short?: boolean;
  /** Before anybody looks, such as publishing a build. */
  prepare?(ground: Ground): Promise<void>;
  begin(ground: Ground): Promise<void>;
  end(ground: Ground): Promise<void>;
  /** How often it was met; absent: it cannot be missed. */
  met?(ground: Ground): number;
}
