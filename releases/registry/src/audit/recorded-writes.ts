import { openWrites, type SmallWrites, type WriteKind, type Writer } from '../store/writes.ts';
import type { NewEntry } from './audit.ts';
import type { AuditLog } from './log.ts';
import type { Replay } from './replay.ts';

/** What a change of the registry has at hand. */
export interface Recording {
  trx: Writer;
  /** What the chain says before it. */
  replay: Replay;
  /** When it is made, in ISO. */
  at: string;
  /** Appends the link that records it. Returns its sequence. */
  append(
    actor: NewEntry['actor'],
    action: NewEntry['action'],
    detail: NewEntry['detail'],
    at?: string,
  ): Promise<number>;
}

/** Runs a change of the registry in its turn, as `openWrites` does, with its link of the chain. */
export type RecordedWrite = <R extends { ok: boolean }>(
  run: (recording: Recording) => Promise<R>,
  kind?: WriteKind,
) => Promise<R>;

/** Writes of which the log has a link each. `now`: milliseconds since 1970. */
export function openRecordedWrites(
  store: SmallWrites,
  log: AuditLog,
  now: () => number,
): RecordedWrite {
  const write = openWrites(store);
  return async (run, kind) => {
    const result = await write(async (trx) => {
      const replay = await log.follow(trx);
      const at = new Date(now()).toISOString();
      const append: Recording['append'] = (actor, action, detail, time = at) =>
        log.append(trx, { actor, action, detail, at: time });
      return run({ trx, replay, at, append });
    }, kind);
    // So that the head file covers every acknowledged write.
    if (result.ok) await log.follow().catch(() => {});
    return result;
  };
}
