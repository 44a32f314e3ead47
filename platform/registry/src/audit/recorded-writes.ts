import { type Refusal, refusal } from '../contract/problem.ts';
import type { Hooks } from '../part/hooks.ts';
import { openWrites, type SmallWrites, type WriteKind, type Writer } from '../store/writes.ts';
import type { NewEntry } from './append.ts';
import type { AuditLog } from './log.ts';
import type { Replay } from './replay.ts';

/** What a change of the registry has at hand. */
export interface Recording {
  trx: Writer;
  /** What the log says before it. */
  replay: Replay;
  /** When it is made, in ISO. */
  at: string;
  /** Appends the entry that records it. Returns the sequence of its row. Ends the change if its actor may do nothing any more. */
  append(
    actor: NewEntry['actor'],
    action: NewEntry['action'],
    detail: NewEntry['detail'],
    more?: Partial<Pick<NewEntry, 'at' | 'attestation'>>,
  ): Promise<number>;
}

/**
 * Runs a change of the registry in its turn, as `openWrites` does, with its entry in the log. `unauthorized`: the
 * token of its actor has ended meanwhile.
 */
export type RecordedWrite = <R extends { ok: boolean }>(
  run: (recording: Recording) => Promise<R>,
  kind?: WriteKind,
) => Promise<R | Refusal<'unauthorized'>>;

class Ended extends Error {}

const ended = refusal(
  'unauthorized',
  'The token was revoked meanwhile, or the trust withdrawn that it was exchanged by.',
);

/** Writes of which the log has an entry each. `now`: milliseconds since 1970; `hooks`: of parts, which may know that an actor has ended. */
export function openRecordedWrites(
  store: SmallWrites,
  log: AuditLog,
  now: () => number,
  hooks: readonly Hooks[],
): RecordedWrite {
  const write = openWrites(store);
  return async (run, kind) => {
    const change = async (trx: Writer) => {
      const replay = await log.follow(trx);
      const at = new Date(now()).toISOString();
      const append: Recording['append'] = async (actor, action, detail, more) => {
        // Who was asked for a token as the request came may have lost it while the change waited.
        if (hasEnded(actor, replay, hooks)) throw new Ended();
        return await log.append(trx, { actor, action, detail, at, ...more });
      };
      return await run({ trx, replay, at, append });
    };
    const result = await write(change, kind).catch((error: unknown) => {
      if (error instanceof Ended) return ended;
      throw error;
    });
    // So that the kept checkpoint covers every acknowledged write.
    if (result.ok) await log.follow().catch(() => {});
    return result;
  };
}

/** What acts without a token, as the registry does, never ends. */
function hasEnded(actor: NewEntry['actor'], replay: Replay, hooks: readonly Hooks[]): boolean {
  const revokedAt = replay.tokens.get(actor.tokenId)?.revokedAt ?? null;
  return revokedAt !== null || hooks.some((hook) => hook.hasEnded?.(actor, replay) === true);
}
