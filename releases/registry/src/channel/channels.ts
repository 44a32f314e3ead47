import type { Store } from '@tallystick/store/store';
import { appendAudit } from '../audit/audit.ts';
import type { Change, Revision } from '../contract/channel.ts';
import type { Refusal } from '../contract/problem.ts';
import type { Actor } from '../contract/tokens.ts';
import { readLocks } from '../locks/locks.ts';
import { refuse, unlessManager, unlessMay } from '../refusals.ts';
import type { Registry, Result } from '../registry.ts';
import { noteRecall } from '../reports/recalls.ts';
import type { Database } from '../store/schema.ts';
import type { Reader, Write } from '../store/writes.ts';
import { checkFit } from './fit.ts';
import { type Next, planChange } from './plan.ts';
import {
  readChannels,
  readHistory,
  readNewest,
  readPast,
  readRevision,
  readTraits,
  toRevision,
} from './read-channel.ts';

export interface ChannelsParts {
  store: Pick<Store<Database>, 'db' | 'query'>;
  write: Write;
  /** Brings what tabs have reported into the tables, so that a recall knows who runs the build. */
  flushReports: () => Promise<void>;
  /** Milliseconds since 1970. */
  now: () => number;
}

export type Channels = Pick<
  Registry,
  'channels' | 'current' | 'at' | 'history' | 'change' | 'preview'
>;

const newest = {
  name: 'release_newest',
  text: 'select revision, body from revision where channel = $1 order by revision desc limit 1',
};

/** Lines of revisions. Nothing is overwritten: a rollback is one more revision. */
export function openChannels({ store, write, flushReports, now }: ChannelsParts): Channels {
  const { db } = store;
  /** The newest revision of each channel that was read, which never changes. */
  const parsed = new Map<string, Revision>();

  return {
    channels: () => readChannels(db),
    at: (channel, revision) => readRevision(db, channel, revision),
    history: (channel, page) => readHistory(db, channel, page),

    current: async (channel) => {
      const [row] = await store.query<{ revision: number; body: unknown }>(newest, [channel]);
      if (row === undefined) return null;
      const known = parsed.get(channel);
      if (known?.revision === row.revision) return known;
      const revision = toRevision(row.body);
      parsed.set(channel, revision);
      return revision;
    },

    preview: async (actor, channel, change) => {
      const current = await readNewest(db, channel);
      const next = await decide(db, actor, channel, current, change);
      if (!next.ok) return next;
      return { ok: true, value: revisionOf(channel, current, next.value, actor, change, now()) };
    },

    change: async (actor, channel, expected, change) => {
      const recalls = 'recall' in change && change.recall;
      if (recalls) await flushReports();
      return write(async (trx) => {
        const current = await readNewest(trx, channel);
        const at = current?.revision ?? 0;
        const mayNot = notAllowed(actor, change);
        if (mayNot) return mayNot;
        if (at !== expected) {
          return refuse('moved', `${channel} is at revision ${at}, not at ${expected}`);
        }
        const next = await decide(trx, actor, channel, current, change);
        if (!next.ok) return next;
        const revision = revisionOf(channel, current, next.value, actor, change, now());
        const sequence = await appendAudit(trx, {
          actor,
          action: 'change',
          detail: { revision },
          at: revision.at,
        });
        await trx
          .insertInto('revision')
          .values({
            channel,
            revision: revision.revision,
            sequence,
            body: JSON.stringify(revision),
          })
          .execute();
        if (recalls) await noteRecall(trx, current, revision);
        return { ok: true, value: revision };
      });
    },
  };
}

async function decide(
  db: Reader,
  actor: Actor,
  channel: string,
  current: Revision | null,
  change: Change,
): Promise<Result<Next>> {
  const mayNot = notAllowed(actor, change);
  if (mayNot) return mayNot;
  const undone = change.kind === 'undo' ? await readRevision(db, channel, change.revision) : null;
  const apps = undone === null ? appsOf(change) : undone.moves.map(({ app }) => app);
  const mayNotUndo = unlessMay(actor, apps);
  if (mayNotUndo) return mayNotUndo;
  const past: Record<string, Awaited<ReturnType<typeof readPast>>> = {};
  if (change.kind === 'undo' || change.kind === 'rollback') {
    for (const app of apps) past[app] = await readPast(db, channel, app);
  }
  const locks = await readLocks(db, channel);
  const plan = planChange(
    { current, past, locks, undone, byManager: actor.scope.kind === 'manager' },
    change,
  );
  if (!plan.ok) return plan;
  const { builds, canaries } = plan.value;
  const traits = await readTraits(db, [
    ...Object.entries(builds),
    ...Object.entries(canaries).map(([app, { build }]) => [app, build] as const),
  ]);
  return checkFit(plan.value, (app, build) => traits.get(`${app}@${build}`)) ?? plan;
}

function notAllowed(actor: Actor, change: Change): Refusal | null {
  if (change.kind === 'remove') return unlessManager(actor, 'take an app out of a channel');
  return unlessMay(actor, appsOf(change));
}

/** The apps that a change names. */
function appsOf(change: Change): string[] {
  switch (change.kind) {
    case 'promote':
    case 'canary':
      return Object.keys(change.builds);
    case 'rollback':
    case 'remove':
      return change.apps;
    case 'undo':
      return [];
  }
}

function revisionOf(
  channel: string,
  current: Revision | null,
  next: Next,
  actor: Actor,
  { reason }: Change,
  now: number,
): Revision {
  return {
    channel,
    revision: (current?.revision ?? 0) + 1,
    ...next,
    at: new Date(now).toISOString(),
    by: actor.name,
    reason,
  };
}
