import { revisionNumberSchema } from '@tallystick/contract/release';
import * as v from 'valibot';
import { type AppPast, type Past, pastAfter } from '../channel/stack.ts';
import { verdictsAfter } from '../channel/verdicts.ts';
import { type AppSettings, settingsChangeSchema } from '../contract/app-settings.ts';
import { buildKeySchema } from '../contract/build-key.ts';
import {
  type ChangeKind,
  changeKinds,
  type Revision,
  revisionSchema,
} from '../contract/channel.ts';
import { type Condemned, condemnedSchema } from '../contract/condemned.ts';
import { type AppLock, lockSchema } from '../contract/history.ts';
import { provenanceSchema } from '../contract/provenance.ts';
import { tokenSchema } from '../contract/tokens.ts';
import { Altered } from '../store/damaged.ts';
import { digestOf } from './canonical-json.ts';
import type { LoggedEntry, LogView } from './log-view.ts';

const unlockSchema = v.pick(lockSchema, ['channel', 'app']);
const newLockSchema = v.pick(lockSchema, ['channel', 'app', 'reason']);
/** What a token was made with; `fingerprint` is the hash of its secret's hash. */
const grantSchema = v.object({
  ...v.omit(tokenSchema, ['revokedAt', 'lastUsedAt']).entries,
  fingerprint: v.string(),
});
const publishSchema = v.object({
  ...buildKeySchema.entries,
  record: v.string(),
  previewOnly: v.exactOptional(v.literal(true)),
  provenance: v.exactOptional(provenanceSchema),
});
const changeSchema = v.object({
  revision: revisionSchema,
  /** Absent: it was made before this was written, or by a server of before. */
  condemned: v.exactOptional(v.array(condemnedSchema)),
  undoes: v.exactOptional(revisionNumberSchema),
});
const gcSchema = v.object({ deleted: v.array(buildKeySchema) });
const idSchema = v.object({ id: v.string() });

export type Grant = v.InferOutput<typeof grantSchema>;

/** A build by the log. */
export type PublishedBuild = Omit<v.InferOutput<typeof publishSchema>, 'app' | 'build'> & {
  /** SHA-256, in hexadecimal digits, of what readers are told of it; null: of before there was a log. */
  attestation: string | null;
};

/** A token by the log: its grant, the entry of it, and when it was revoked (ISO). */
export interface Granted {
  grant: Grant;
  sequence: number;
  revokedAt: string | null;
}

/** A channel by the log. */
export interface ChannelPast {
  newest: Revision;
  /** Of each revision, by its number, the digest of its body. */
  digests: Map<number, string>;
  apps: Map<string, AppPast>;
  /** `app@build` of every build that ever was live and was not deleted since. */
  live: Set<string>;
  /** The builds that are condemned. */
  condemned: readonly Condemned[];
}

/** A revision as it is kept. */
export interface KeptRevision {
  channel: string;
  revision: number;
  body: unknown;
}

export type Replay = ReturnType<typeof openReplay>;

/**
 * What the log says there must be, as far as it was followed.
 *
 * @param views what parts read of it beside that
 */
export function openReplay(views: readonly LogView[] = []) {
  /** By `app@build`. */
  const builds = new Map<string, PublishedBuild>();
  /** By id. */
  const tokens = new Map<string, Granted>();
  /** By `channel/app`. */
  const locks = new Map<string, AppLock>();
  /** What managers have set, by app. */
  const settings = new Map<string, AppSettings>();
  /** By name. */
  const channels = new Map<string, ChannelPast>();
  /** Revisions of all channels, by the kind of change that made them. */
  const changes = new Map<ChangeKind, number>(changeKinds.map((kind) => [kind, 0]));

  function noteRevision(change: v.InferOutput<typeof changeSchema>, digest: string): void {
    const { revision, undoes } = change;
    const { channel, revision: number, kind, moves, at, by, reason, verdict } = revision;
    const before = channels.get(channel);
    const { digests, apps, live } = before ?? {
      digests: new Map(),
      apps: new Map(),
      live: new Set(),
    };
    const automatic = verdict !== undefined;
    const made = { revision: number, kind, at, by, reason, automatic, undoes };
    for (const move of moves) {
      const { app, to } = move;
      apps.set(app, pastAfter(apps.get(app), { ...move, ...made }, before?.condemned ?? []));
      if (to !== null) live.add(`${app}@${to}`);
    }
    digests.set(number, digest);
    const condemned =
      change.condemned ?? verdictsAfter(before?.condemned ?? [], before?.newest ?? null, revision);
    channels.set(channel, { newest: revision, digests, apps, live, condemned });
    changes.set(kind, (changes.get(kind) ?? 0) + 1);
  }

  function followRevision(entry: LoggedEntry, kept: KeptRevision | undefined): string[] {
    const change = v.parse(changeSchema, entry.detail);
    const { revision } = change;
    const { channel, revision: number } = revision;
    const name = `revision ${number} of ${channel}`;
    const expected = (channels.get(channel)?.newest.revision ?? 0) + 1;
    const digest = digestOf(revision);
    noteRevision(change, digest);
    if (number !== expected) return [`${name} is told where ${expected} was to come`];
    if (kept === undefined) return [`${name} is missing`];
    const same =
      kept.channel === channel && kept.revision === number && digestOf(kept.body) === digest;
    return same ? [] : [`${name} is not what the log says`];
  }

  function followEntry(
    { action, detail, sequence, at, by }: LoggedEntry,
    attestation: string | null,
  ): void {
    if (action === 'publish') {
      const { app, build, ...published } = v.parse(publishSchema, detail);
      builds.set(`${app}@${build}`, { ...published, attestation });
    } else if (action === 'gc') {
      const { deleted } = v.parse(gcSchema, detail);
      for (const { app, build } of deleted) {
        builds.delete(`${app}@${build}`);
        // Published anew it may be another.
        for (const { live } of channels.values()) live.delete(`${app}@${build}`);
      }
    } else if (action === 'lock') {
      const lock = v.parse(newLockSchema, detail);
      locks.set(`${lock.channel}/${lock.app}`, { ...lock, by, at });
    } else if (action === 'unlock') {
      const { channel, app } = v.parse(unlockSchema, detail);
      locks.delete(`${channel}/${app}`);
    } else if (action === 'token-create') {
      const grant = v.parse(grantSchema, detail);
      tokens.set(grant.id, { grant, sequence, revokedAt: null });
    } else if (action === 'token-revoke') {
      const { id } = v.parse(idSchema, detail);
      const granted = tokens.get(id);
      if (granted) tokens.set(id, { ...granted, revokedAt: at });
    } else if (action === 'settings') {
      const { reason, ...changed } = v.parse(settingsChangeSchema, detail);
      settings.set(changed.app, { ...changed, changed: { at, by, reason } });
    }
  }

  function followOwn(
    entry: LoggedEntry,
    kept: KeptRevision | undefined,
    attestation: string | null,
  ): string[] {
    if (entry.action === 'change') return followRevision(entry, kept);
    followEntry(entry, attestation);
    return kept === undefined
      ? []
      : [`revision ${kept.revision} of ${kept.channel} belongs to no change`];
  }

  const replay = {
    /**
     * Follows one entry; `kept` is the revision that belongs to it, if there is one, `attestation` the hash of what readers
     * are told of it.
     */
    follow: (
      entry: LoggedEntry,
      kept: KeptRevision | undefined,
      attestation: string | null,
    ): string[] => {
      const at = `entry ${entry.sequence}: `;
      try {
        const problems = followOwn(entry, kept, attestation);
        for (const view of views) view.follow(replay, entry);
        return problems.map((one) => at + one);
      } catch {
        return [`${at}its detail cannot be read`];
      }
    },
    changes,
    builds,
    tokens,
    locks,
    settings,
    channels,
  };
  return replay;
}

/** The newest revision of a channel, or null before the first. */
export function newestOf({ channels }: Replay, channel: string): Revision | null {
  return channels.get(channel)?.newest ?? null;
}

/** What a channel is, and came to be: a change of it is decided from that. Locks in the order of their apps. */
export function stateOf({ channels, locks }: Replay, channel: string) {
  const found = channels.get(channel);
  const { newest: current, apps, live, condemned = [] } = found ?? { newest: null };
  // A copy, which stays as it is while the log is followed further.
  const past: Past = new Map(apps);
  const own = [...locks.values()].filter((lock) => lock.channel === channel);
  return {
    current,
    past,
    live: live ?? new Set<string>(),
    condemned,
    locks: own.sort((one, other) => (one.app < other.app ? -1 : 1)),
  };
}

/**
 * A revision as it was kept.
 *
 * @throws Altered if it is not what the log says
 */
export function provenRevision({ channels }: Replay, body: unknown): Revision {
  const revision = v.parse(revisionSchema, body);
  const { channel, revision: number } = revision;
  if (channels.get(channel)?.digests.get(number) === digestOf(revision)) return revision;
  throw new Altered(`revision ${number} of ${channel} is not what the log says`);
}
