import { setTimeout as wait } from 'node:timers/promises';
import { type Board, boardSchema } from '@tallystick/registry/contract/board';
import { type Change, type Revision, revisionSchema } from '@tallystick/registry/contract/channel';
import { historyPageSchema } from '@tallystick/registry/contract/history';
import type { AdminClient } from '../admin/client.ts';
import { type Failure, failure } from '../outcome.ts';

/** So often a lost race is run again. With twenty others at once, each round one of them wins. */
const tries = 200;
const longestPause = 100;

/** What is asked, and of which apps it is. */
export interface Wish {
  channel: string;
  change: Change;
  apps: readonly string[];
}

export type Changed =
  | { ok: true; changed: true; revision: Revision }
  /** The channel is already as wished. */
  | { ok: true; changed: false; revision: Revision }
  | Failure;

/** The channel as it is now. */
export async function readBoard(
  client: AdminClient,
  channel: string,
): Promise<{ ok: true; value: Board } | Failure> {
  return await client.call(boardSchema, `channels/${channel}`);
}

/** What the change would append; nothing is changed. */
export async function previewChange(
  client: AdminClient,
  { channel, change }: Wish,
): Promise<{ ok: true; value: Revision } | Failure> {
  const body = change;
  return await client.call(revisionSchema, `channels/${channel}/preview`, { method: 'POST', body });
}

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
  const path = `channels/${wish.channel}/revisions`;
  let base = seen?.revision ?? 0;
  for (let attempt = 1; attempt <= tries; attempt += 1) {
    const made = await client.call(revisionSchema, path, {
      method: 'POST',
      body: wish.change,
      headers: { 'if-match': `"${base}"` },
    });
    if (made.ok) return { ok: true, changed: true, revision: made.value };
    if (made.code !== 'moved') return made;

    const board = await readBoard(client, wish.channel);
    if (!board.ok) return board;
    const { current } = board.value;
    // Nobody was first: it is what the change itself speaks of that has moved on.
    if (current === null || current.revision === base) return made;
    if (isAlready(current, wish.change)) return { ok: true, changed: false, revision: current };
    const theirs = await movedSince(client, wish, base);
    if (theirs !== null) return theirs;
    base = current.revision;
    await wait(Math.random() * Math.min(longestPause, 5 * attempt));
  }
  const problem = `Others changed ${wish.channel} ${tries} times in the meantime.`;
  return failure('moved', problem, 'Try again in a moment.');
}

/** Whether the channel is as a promotion wishes it to be. */
export function isAlready(current: Revision | null, change: Change): boolean {
  if (current === null) return false;
  if (change.kind === 'promote') {
    return Object.entries(change.builds).every(
      ([app, build]) => current.builds[app] === build && current.canaries[app] === undefined,
    );
  }
  if (change.kind === 'canary') {
    return Object.entries(change.builds).every(
      ([app, build]) =>
        current.canaries[app]?.build === build && current.canaries[app]?.percent === change.percent,
    );
  }
  return false;
}

async function movedSince(
  client: AdminClient,
  { channel, apps }: Wish,
  base: number,
): Promise<Failure | null> {
  for (const app of apps) {
    const path = `channels/${channel}/revisions?app=${app}&limit=1`;
    const page = await client.call(historyPageSchema, path);
    if (!page.ok) return page;
    const [last] = page.value.revisions;
    if (last === undefined || last.revision <= base) continue;
    const build = last.builds[app] ?? 'nothing';
    return failure(
      'moved',
      `${app} was moved meanwhile: ${last.by} made revision ${last.revision} (${last.reason}), it is at ${build} now.`,
      'Look at the status, and if you still want yours, run it again.',
    );
  }
  return null;
}
