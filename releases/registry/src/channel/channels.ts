import type { Store } from '@tallystick/store/store';
import type { Change, Revision } from '../contract/channel.ts';
import type { Refusal } from '../contract/problem.ts';
import type { Actor } from '../contract/tokens.ts';
import { readLocks } from '../locks/locks.ts';
import { refuse, unlessManager, unlessMay } from '../refusals.ts';
import type { Registry, Result } from '../registry.ts';
import type { SigningKey } from '../signing/signing-key.ts';
import type { Database } from '../store/schema.ts';
import type { Reader, Write } from '../store/writes.ts';
import { appendRevision, revisionAfter } from './append.ts';
import { completed, type Decided } from './complete.ts';
import { planChange } from './plan.ts';
import {
  readChannels,
  readHistory,
  readNewest,
  readPasts,
  readRevision,
  toRevision,
} from './read-channel.ts';

export interface ChannelsParts {
  store: Pick<Store<Database>, 'db' | 'query'>;
  write: Write;
  key: SigningKey;
  /** Brings what tabs have reported into the tables, so that a recall knows who runs the build. */
  flushReports: () => Promise<void>;
  /** Milliseconds since 1970. */
  now: () => number;
}

export type Channels = Pick<
  Registry,
  'channels' | 'current' | 'at' | 'history' | 'change' | 'preview'
>;

/** How many steps of an app are looked back over. */
const longestPast = 500;

const newest = {
  name: 'release_newest',
  text: 'select revision, body from revision where channel = $1 order by revision desc limit 1',
};

/** Lines of revisions. Nothing is overwritten: a rollback is one more revision. */
export function openChannels({ store, write, key, flushReports, now }: ChannelsParts): Channels {
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
      const { reason } = change;
      const deed = { channel, current, next: next.value, actor, reason, at: now() };
      return { ok: true, value: revisionAfter(deed) };
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
        const { reason } = change;
        const deed = { channel, current, next: next.value, actor, reason, at: now() };
        return { ok: true, value: await appendRevision(trx, key, deed) };
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
  return await completed(db, channel, plan.value);
}

function notAllowed(actor: Actor, change: Change): Refusal | null {
  if (change.kind === 'remove') return unlessManager(actor, 'take an app out of a channel');
  if (change.kind === 'unhold') return unlessManager(actor, 'end a hold');
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
    case 'unhold':
      return change.apps;
    case 'undo':
      return [];
  }
}
