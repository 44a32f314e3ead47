import { setTimeout as wait } from 'node:timers/promises';
import type { Change, Revision } from '@tallystick/registry/contract/channel';
import { routes } from '@tallystick/registry/contract/routes';
import type { AdminClient } from '../admin/client.ts';
import { type Failure, failure } from '../outcome.ts';

const maxTries = 60;
/** Longest pause after the first lost race, which doubles with each, and after any; milliseconds. */
const firstPause = 40;
const maxPause = 1_000;

/** What is asked, and of which apps it is. */
export interface Wish {
  channel: string;
  change: Change;
  apps: readonly string[];
}

/** `changed` is false if the channel was as wished already. */
export type Changed = { ok: true; changed: boolean; revision: Revision } | Failure;

/**
 * Appends the change if the channel is still at the revision that was seen. If others were first,
 * it is made again for the newest revision, unless they moved one of its own apps: then it fails as
 * `moved` and says who did.
 */
export async function changeChannel(
  client: AdminClient,
  wish: Wish,
  seen: Revision | null,
): Promise<Changed> {
  let base = seen?.revision ?? 0;
  for (let attempt = 1; attempt <= maxTries; attempt += 1) {
    const made = await client.call(routes.change, {
      params: { channel: wish.channel },
      body: wish.change,
      expected: base,
    });
    if (made.ok) return { ok: true, changed: true, revision: made.value };
    if (made.code !== 'moved') return made;

    const since = await readSince(client, wish, base);
    if (!since.ok) return since;
    const { current, ownMove } = since;
    // The channel has not moved: the change itself names a revision that others have built on.
    if (current === null || current.revision === base) return made;
    if (isAlready(current, wish.change)) return { ok: true, changed: false, revision: current };
    if (ownMove !== null) return lost(ownMove);
    base = current.revision;
    // Exponential back-off with jitter, so that many who lose at once do not meet again.
    await wait(Math.random() * Math.min(maxPause, firstPause * 2 ** (attempt - 1)));
  }
  const problem = `Others changed ${wish.channel} ${maxTries} times in the meantime.`;
  return failure('moved', problem, 'Try again in a moment.');
}

/** Whether the channel is as a promotion wishes it to be. */
export function isAlready(current: Revision | null, change: Change): boolean {
  if (current === null || (change.kind !== 'promote' && change.kind !== 'canary')) return false;
  return Object.entries(change.builds).every(([app, build]) => {
    const canary = current.canaries[app];
    return change.kind === 'promote'
      ? current.builds[app] === build && canary === undefined
      : canary?.build === build && canary.percent === change.percent;
  });
}

/** What has become of a channel since a revision: the newest, and the newest that moved an own app. */
type Since =
  | { ok: true; current: Revision | null; ownMove: { app: string; revision: Revision } | null }
  | Failure;

async function readSince(client: AdminClient, wish: Wish, base: number): Promise<Since> {
  const params = { channel: wish.channel };
  const newest = await client.call(routes.history, { params, query: { limit: '20' } });
  if (!newest.ok) return newest;
  const { revisions } = newest.value;
  const [current = null] = revisions;
  const own = findOwn(wish, revisions, base);
  const complete = (revisions.at(-1)?.revision ?? 0) <= base + 1;
  if (own !== null || complete) return { ok: true, current, ownMove: own };
  for (const app of wish.apps) {
    const page = await client.call(routes.history, { params, query: { limit: '1', app } });
    if (!page.ok) return page;
    const ownMove = findOwn(wish, page.value.revisions, base);
    if (ownMove !== null) return { ok: true, current, ownMove };
  }
  return { ok: true, current, ownMove: null };
}

function findOwn({ apps }: Wish, revisions: readonly Revision[], base: number) {
  for (const revision of revisions) {
    if (revision.revision <= base) return null;
    const move = revision.moves.find(({ app }) => apps.includes(app));
    if (move !== undefined) return { app: move.app, revision };
  }
  return null;
}

function lost({ app, revision }: { app: string; revision: Revision }): Failure {
  const build = revision.builds[app] ?? 'nothing';
  return failure(
    'moved',
    `${app} was moved meanwhile: ${revision.by} made revision ${revision.revision} (${revision.reason}), it is at ${build} now.`,
    'Look at the status, and if you still want yours, run it again.',
  );
}
