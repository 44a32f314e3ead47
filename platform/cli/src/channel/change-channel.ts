import { setTimeout as wait } from 'node:timers/promises';
import type { Change, Revision } from '@tallystick/registry/contract/channel';
import { routes } from '@tallystick/registry/contract/routes';
import type { AdminClient } from '../admin/client.ts';
import { Failed, fail, orFail } from '../outcome.ts';

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
export type Changed = { changed: boolean; revision: Revision };

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
    if (made.ok) return { changed: true, revision: made.value };
    if (made.code !== 'moved') throw new Failed(made);

    const { current, ownMove } = await readSince(wish, base, client);
    // The channel has not moved: the change itself names a revision that others have built on.
    if (current === null || current.revision === base) throw new Failed(made);
    if (isAlready(current, wish.change)) return { changed: false, revision: current };
    if (ownMove !== null) lost(ownMove);
    base = current.revision;
    // Exponential back-off with jitter, so that many who lose at once do not meet again.
    await wait(Math.random() * Math.min(maxPause, firstPause * 2 ** (attempt - 1)));
  }
  const problem = `Others changed ${wish.channel} ${maxTries} times in the meantime.`;
  return fail('moved', problem, 'Try again in a moment.');
}

/** Whether the channel is as a promotion, an abort, or going back to a version, wishes it to be. */
export function isAlready(current: Revision | null, change: Change): boolean {
  if (current === null) return false;
  if (change.kind === 'rollback' && !change.recall) {
    const { apps, to } = change;
    // What names no version, or is not there any more, is not as wished.
    return apps.every(
      (app) =>
        to[app] !== undefined &&
        current.builds[app] === to[app] &&
        current.canaries[app] === undefined,
    );
  }
  if (change.kind === 'abort') {
    // Tabs may still run what has ended: a recall is for the registry to say.
    return !change.recall && change.apps.every((app) => current.canaries[app] === undefined);
  }
  if (change.kind !== 'promote' && change.kind !== 'canary') return false;
  return Object.entries(change.builds).every(([app, build]) => {
    const canary = current.canaries[app];
    return change.kind === 'promote'
      ? current.builds[app] === build && canary === undefined
      : canary?.build === build && canary.percent === change.percent;
  });
}

/** What has become of a channel since a revision: the newest, and the newest that moved an own app. */
async function readSince({ channel, apps }: Wish, base: number, client: AdminClient) {
  const read = async (query: { limit: string; app?: string }) =>
    orFail(await client.call(routes.history, { params: { channel }, query })).revisions;
  const revisions = await read({ limit: '20' });
  const [current = null] = revisions;
  let ownMove = findOwn(apps, revisions, base);
  const complete = (revisions.at(-1)?.revision ?? 0) <= base + 1;
  for (const app of complete ? [] : apps) {
    ownMove ??= findOwn(apps, await read({ limit: '1', app }), base);
  }
  return { current, ownMove };
}

function findOwn(apps: readonly string[], revisions: readonly Revision[], base: number) {
  for (const revision of revisions) {
    if (revision.revision <= base) return null;
    const move = revision.moves.find(({ app }) => apps.includes(app));
    if (move !== undefined) return { app: move.app, revision };
  }
  return null;
}

function lost({ app, revision }: { app: string; revision: Revision }): never {
  const build = revision.builds[app] ?? 'nothing';
  fail(
    'moved',
    `${app} was moved meanwhile: ${revision.by} made revision ${revision.revision} (${revision.reason}), it is at ${build} now.`,
    'Look at the status, and if you still want yours, run it again.',
  );
}
