import type { LogView } from '../audit/log-view.ts';
import type { Replay } from '../audit/replay.ts';
import type { Next } from '../channel/goals.ts';
import type { BuildKey } from '../contract/build-key.ts';
import type { Revision } from '../contract/channel.ts';
import type { Collection } from '../contract/history.ts';
import type { AnyNotice } from '../contract/notice.ts';
import type { Actor } from '../contract/tokens.ts';
import type { FileStore } from '../files/file-store.ts';
import type { Draft } from '../publish/draft-file.ts';
import type { Reader, Writer } from '../store/writes.ts';

/** Rows that are forgotten: those whose `column` is longer ago than `before`, or further ahead than `after`; milliseconds. */
export interface Expiry {
  table: string;
  column: string;
  before: number;
  /** What is of the future, a clock that was wrong has left; absent: that stays. */
  after?: number;
}

/** Builds that `gc` leaves. */
export interface Needed {
  why: Collection['kept'][number]['why'];
  builds: readonly BuildKey[];
}

/** Where the core asks or tells a part something that needs no more than is given here. */
export interface Hooks {
  /** What it reads of the audit log. */
  readonly log?: LogView;
  /** Whether what an actor acts by has ended, as far as this part has given it. */
  hasEnded?(actor: Pick<Actor, 'tokenId' | 'trust'>, replay: Replay): boolean;
  /** What its rows are otherwise than the log says, one line each. */
  check?(trx: Reader, replay: Replay): Promise<string[]>;
  /** Called when a whole draft was published, also again; `maps`: the source maps in it, which are none of its files. */
  published?(
    db: Reader,
    artifacts: Pick<FileStore, 'read' | 'write'>,
    build: BuildKey,
    maps: Draft,
  ): Promise<void>;
  /** Called in the transaction that deletes builds. */
  deleted?(trx: Writer, builds: readonly BuildKey[]): Promise<void>;
  /** What it adds to a revision before that is made. `at`: milliseconds since 1970. */
  revising?(
    replay: Replay,
    before: Revision | null,
    next: Next,
    at: number,
  ): Partial<Pick<Revision, 'endedPreviews'>>;
  /** Which of these builds do not work in most browsers: what else an app can fall back to comes first. */
  failing?(
    db: Reader,
    channel: string,
    builds: readonly BuildKey[],
    at: number,
  ): Promise<readonly BuildKey[]>;
  /** Builds that are still needed, and why. `now`: milliseconds since 1970. */
  needs?(replay: Replay, now: number): Needed;
  /** Called in the transaction that appends a revision; `before` is the one that it follows. */
  appended?(trx: Writer, before: Revision | null, revision: Revision): Promise<void>;
  /** Called where a notice for people is kept, each time. */
  noticed?(db: Reader, key: string, notice: AnyNotice): Promise<void>;
  /** Its rows that are too old to be asked for. */
  readonly forgets?: readonly Expiry[];
}
