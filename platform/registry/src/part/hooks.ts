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

/** Which rows are deleted as too old: those whose `column` is longer ago than `before`; times in milliseconds. */
export interface Expiry {
  table: string;
  column: string;
  before: number;
  /** Rows dated further ahead than `after` are deleted too: a wrong clock wrote them. Absent: they stay. */
  after?: number;
}

/** Builds that `gc` leaves. */
export interface Needed {
  why: Collection['kept'][number]['why'];
  builds: readonly BuildKey[];
}

/** Questions and events that the core passes to a part. */
export interface Hooks {
  /** What it reads of the audit log. */
  readonly log?: LogView;
  /** Whether the token or trust that an actor acts by has ended, if this part issued it. */
  hasEnded?(actor: Pick<Actor, 'tokenId' | 'trust'>, replay: Replay): boolean;
  /** Differences between this part's rows and the log, one line each. */
  check?(trx: Reader, replay: Replay): Promise<string[]>;
  /** Called when a draft was published, also when again. `maps`: its source maps, which are not files of the build. */
  published?(
    db: Reader,
    artifacts: Pick<FileStore, 'read' | 'write'>,
    build: BuildKey,
    maps: Draft,
  ): Promise<void>;
  /** Called in the transaction that deletes builds. */
  deleted?(trx: Writer, builds: readonly BuildKey[]): Promise<void>;
  /** What this part adds to a revision before it is made. `at`: milliseconds since 1970. */
  revising?(
    replay: Replay,
    before: Revision | null,
    next: Next,
    at: number,
  ): Partial<Pick<Revision, 'endedPreviews'>>;
  /** Which of these builds fail in most browsers, so that other fallbacks are preferred. */
  failing?(
    db: Reader,
    channel: string,
    builds: readonly BuildKey[],
    at: number,
  ): Promise<readonly BuildKey[]>;
  /** Builds that are still needed, and why. `now`: milliseconds since 1970. */
  needs?(replay: Replay, now: number): Needed;
  /** Called in the transaction that appends a revision; `before` is the one that it follows, `replay` is of before it. */
  appended?(
    trx: Writer,
    before: Revision | null,
    revision: Revision,
    replay: Replay,
  ): Promise<void>;
  /** Called where a notice for people is kept, each time. */
  noticed?(db: Reader, key: string, notice: AnyNotice): Promise<void>;
  /** Rules by which its old rows are deleted. */
  readonly forgets?: readonly Expiry[];
}
