import { appNameSchema, buildIdSchema } from '@tallystick/shared/contracts/release';
import * as v from 'valibot';
import { channelNameSchema, revisionSchema } from '../contract/channel.ts';
import type { AppLock, AuditEntry } from '../contract/history.ts';
import { canonicalJson } from './canonical.ts';

const buildSchema = v.object({ app: appNameSchema, build: buildIdSchema });
const lockSchema = v.object({ channel: channelNameSchema, app: appNameSchema });
const details = {
  publish: v.object({ ...buildSchema.entries, record: v.string() }),
  change: v.object({ revision: revisionSchema }),
  lock: v.object({ ...lockSchema.entries, reason: v.string() }),
  unlock: lockSchema,
  'token-create': v.looseObject({ id: v.string(), token: v.string() }),
  'token-revoke': v.object({ id: v.string() }),
  gc: v.object({ deleted: v.array(buildSchema) }),
};

/** A revision as it is kept. */
export interface KeptRevision {
  channel: string;
  revision: number;
  sequence: number;
  body: unknown;
}

/** What the chain says there must be, as far as it was followed. */
export interface Replay {
  /** Follows one link; `kept` is the revision that belongs to it, if there is one. */
  follow(link: AuditEntry, kept: KeptRevision | undefined): string[];
  /** How many revisions were followed. */
  revisions(): number;
  /** Digest of the record of each build, by `app@build`. */
  readonly builds: ReadonlyMap<string, string>;
  /** What was granted by each token, as canonical JSON, and when it was revoked. */
  readonly tokens: ReadonlyMap<string, { grant: string; revokedAt: string | null }>;
  /** Each lock as canonical JSON, by `channel/app`. */
  readonly locks: ReadonlyMap<string, string>;
}

export function openReplay(): Replay {
  const builds = new Map<string, string>();
  const tokens = new Map<string, { grant: string; revokedAt: string | null }>();
  const locks = new Map<string, string>();
  const newest = new Map<string, number>();
  let revisions = 0;

  function followRevision(link: AuditEntry, kept: KeptRevision | undefined): string[] {
    const { revision } = v.parse(details.change, link.detail);
    const { channel, revision: number } = revision;
    const name = `revision ${number} of ${channel}`;
    const expected = (newest.get(channel) ?? 0) + 1;
    newest.set(channel, number);
    revisions += 1;
    if (number !== expected) return [`${name} is told where ${expected} was to come`];
    if (kept === undefined) return [`${name} is missing`];
    const same =
      kept.channel === channel &&
      kept.revision === number &&
      canonicalJson(kept.body) === canonicalJson(revision);
    return same ? [] : [`${name} is not what the chain says`];
  }

  function followDeed(link: AuditEntry): void {
    const { action, detail } = link;
    if (action === 'publish') {
      const { app, build, record } = v.parse(details.publish, detail);
      builds.set(`${app}@${build}`, record);
    } else if (action === 'gc') {
      for (const { app, build } of v.parse(details.gc, detail).deleted) {
        builds.delete(`${app}@${build}`);
      }
    } else if (action === 'lock') {
      const { channel, app, reason } = v.parse(details.lock, detail);
      const lock: AppLock = { channel, app, reason, by: link.by, at: link.at };
      locks.set(`${channel}/${app}`, canonicalJson(lock));
    } else if (action === 'unlock') {
      const { channel, app } = v.parse(details.unlock, detail);
      locks.delete(`${channel}/${app}`);
    } else if (action === 'token-create') {
      const { token: _, ...grant } = v.parse(details['token-create'], detail);
      tokens.set(grant.id, { grant: canonicalJson(grant), revokedAt: null });
    } else if (action === 'token-revoke') {
      const { id } = v.parse(details['token-revoke'], detail);
      const granted = tokens.get(id);
      if (granted) tokens.set(id, { ...granted, revokedAt: link.at });
    }
  }

  return {
    follow: (link, kept) => {
      const at = `link ${link.sequence}: `;
      try {
        if (link.action === 'change') return followRevision(link, kept).map((one) => at + one);
        followDeed(link);
      } catch {
        return [`${at}its detail cannot be read`];
      }
      return kept === undefined
        ? []
        : [`${at}revision ${kept.revision} of ${kept.channel} belongs to no change`];
    },
    revisions: () => revisions,
    builds,
    tokens,
    locks,
  };
}
