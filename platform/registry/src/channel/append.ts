import type { Result } from '@tallystick/contract/result';
import type { NewEntry } from '../audit/append.ts';
import type { Recording } from '../audit/recorded-writes.ts';
import { newestOf, type Replay } from '../audit/replay.ts';
import type { Context } from '../context.ts';
import type { Revision } from '../contract/channel.ts';
import type { Condemned } from '../contract/condemned.ts';
import type { Verdict } from '../contract/health.ts';
import { type OrRefusal, type Refusal, refusal } from '../contract/problem.ts';
import type { Hooks } from '../part/hooks.ts';
import { hashOfRevision } from '../signing/attestation-hashes.ts';
import type { WriteKind, Writer } from '../store/writes.ts';
import type { Next } from './goals.ts';

/** Who makes a revision, when and why. */
export interface Maker {
  actor: NewEntry['actor'];
  /** Milliseconds since 1970. */
  at: number;
  reason: string;
  /** Why the registry itself does it; absent: somebody does it. */
  verdict?: Verdict;
}

/** A revision, and what its entry in the audit log says beside it: a server of before reads past that. */
export interface Appended {
  revision: Revision;
  condemned: readonly Condemned[];
  undoes?: number;
}

/** The revision of a channel that follows `current` (null: the first). `hooks`: of parts, which may add something. */
export function revisionAfter(
  replay: Replay,
  channel: string,
  current: Revision | null,
  completed: Next,
  { actor, at, reason, verdict }: Maker,
  hooks: readonly Hooks[],
): Appended {
  const { condemned, undoes, ...next } = completed;
  const added = hooks.reduce<Partial<Pick<Revision, 'endedPreviews'>>>(
    (all, hook) => Object.assign(all, hook.revising?.(replay, current, completed, at)),
    {},
  );
  const revision = {
    channel,
    revision: (current?.revision ?? 0) + 1,
    ...next,
    ...added,
    at: new Date(at).toISOString(),
    by: actor.name,
    reason,
    ...(verdict && { verdict }),
  };
  return { revision, condemned, ...(undoes !== undefined && { undoes }) };
}

/** Where a revision is to be appended and by whom, and whether also on a full disk. */
export interface AppendHow extends Pick<Maker, 'actor'> {
  channel: string;
  /** The newest revision that it is decided for; 0: there is none; absent: it is decided for whichever is the newest. */
  expected?: number;
  kind: WriteKind;
}

/** Says what a revision is, or refuses it; `after` makes it of what the channel is to be. */
export type Decide<F extends { ok: false }> = (
  trx: Writer,
  replay: Replay,
  after: (next: Next, made: Maker) => Appended,
) => Promise<Result<Appended, F>>;

/**
 * Appends a revision as one transaction, if the newest one of its channel is still the expected one: else `moved`.
 */
export type AppendRevision = <F extends { ok: false }>(
  how: AppendHow,
  decide: Decide<F>,
) => Promise<OrRefusal<Revision, 'moved'> | Refusal<'unauthorized'> | F>;

export function openAppending({ write, hooks }: Pick<Context, 'write' | 'hooks'>): AppendRevision {
  return async <F extends { ok: false }>(
    { channel, expected, actor, kind }: AppendHow,
    decide: Decide<F>,
  ) =>
    await write(async (recording): Promise<OrRefusal<Revision, 'moved'> | F> => {
      const { trx, replay } = recording;
      const current = newestOf(replay, channel);
      const at = current?.revision ?? 0;
      if (expected !== undefined && at !== expected) {
        return refusal('moved', `${channel} is at revision ${at}, not at ${expected}`);
      }
      const decided = await decide(trx, replay, (next, made) =>
        revisionAfter(replay, channel, current, next, made, hooks),
      );
      if (!decided.ok) return decided;
      await writeRevision(recording, hooks, current, decided.value, actor);
      return { ok: true, value: decided.value.revision };
    }, kind);
}

/** Writes a revision's row and its entry in the audit log, and what parts do about it. */
async function writeRevision(
  { trx, replay, append }: Recording,
  hooks: readonly Hooks[],
  current: Revision | null,
  appended: Appended,
  actor: Maker['actor'],
): Promise<void> {
  const { revision } = appended;
  const { channel } = revision;
  const attestation = await hashOfRevision(trx, replay, revision);
  const more = { at: revision.at, ...(attestation !== undefined && { attestation }) };
  const sequence = await append(actor, 'change', { ...appended }, more);
  await trx
    .insertInto('revision')
    .values({ channel, revision: revision.revision, sequence, body: JSON.stringify(revision) })
    .execute();
  for (const hook of hooks) await hook.appended?.(trx, current, revision, replay);
}
