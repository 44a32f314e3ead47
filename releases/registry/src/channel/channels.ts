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
import { chooseFallbacks, fallbackCandidates } from './fallbacks.ts';
import { checkFit } from './fit.ts';
import { type Next, planChange } from './plan.ts';
import {
  readChannels,
  readHistory,
  readNewest,
  readPasts,
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

/** How many steps of an app are looked back over, to go back and … */
const longestPast = 500;
/** … for a build to fall back to. */
const fallbackPast = 50;

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

/** What the next revision says, with the builds to fall back to. */
type Decided = Next & Pick<Revision, 'fallbacks'>;

async function decide(
  db: Reader,
  actor: Actor,
  channel: string,
  current: Revision | null,
  change: Change,
): Promise<Result<Decided>> {
  const mayNot = notAllowed(actor, change);
  if (mayNot) return mayNot;
  const undone = change.kind === 'undo' ? await readRevision(db, channel, change.revision) : null;
  const apps = undone === null ? appsOf(change) : undone.moves.map(({ app }) => app);
  const mayNotUndo = unlessMay(actor, apps);
  if (mayNotUndo) return mayNotUndo;
  const goesBack = change.kind === 'undo' || change.kind === 'rollback';
  const past = goesBack ? await readPasts(db, channel, apps, longestPast) : {};
  const locks = await readLocks(db, channel);
  const plan = planChange(
    { current, past, locks, undone, byManager: actor.scope.kind === 'manager' },
    change,
  );
  if (!plan.ok) return plan;
  const { builds, canaries } = plan.value;
  const pasts = await readPasts(db, channel, Object.keys(builds), fallbackPast);
  const candidates = fallbackCandidates(plan.value, pasts);
  const traits = await readTraits(db, [
    ...Object.entries(builds),
    ...Object.entries(canaries).map(([app, { build }]) => [app, build] as const),
    ...Object.entries(candidates).flatMap(([app, tried]) =>
      tried.map((build) => [app, build] as const),
    ),
  ]);
  const traitsOf = (app: string, build: string) => traits.get(`${app}@${build}`);
  const unfit = checkFit(plan.value, traitsOf);
  if (unfit) return unfit;
  const fallbacks = chooseFallbacks(plan.value, candidates, traitsOf);
  return { ok: true, value: { ...plan.value, fallbacks } };
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
  next: Decided,
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
