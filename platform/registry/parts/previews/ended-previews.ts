import { sql } from 'kysely';
import type { Replay } from '../../src/audit/replay.ts';
import type { Next } from '../../src/channel/goals.ts';
import type { EndedPreview, Revision } from '../../src/contract/channel.ts';
import { buildsOfLink } from '../../src/contract/preview-selection.ts';
import type { Writer } from '../../src/store/writes.ts';
import { previewLog } from './log-view.ts';

/** Whether a build of an app is among those that were recalled. */
export function isRecalled(recalled: Revision['recalled'], app: string, build: string): boolean {
  return recalled.some((one) => one.app === app && one.build === build);
}

/** The apps whose previews a revision ends: it recalls a build of theirs, or takes them out of the channel. */
function appsEndedBy(
  current: Pick<Revision, 'recalled'> | null,
  { moves, recalled }: Pick<Next, 'moves' | 'recalled'>,
): string[] {
  const before = current?.recalled ?? [];
  const now = recalled.filter(({ app, build }) => !isRecalled(before, app, build));
  return moves
    .filter(({ app, to }) => to === null || now.some((one) => one.app === app))
    .map(({ app }) => app);
}

/**
 * The links that a revision ends: all that show one of the apps above, of any channel and build. At a recall nobody knows yet which
 * other builds are affected. The team can open another link at once.
 *
 * @param at milliseconds since 1970
 */
export function linksEndedBy(
  replay: Replay,
  current: Pick<Revision, 'recalled'> | null,
  next: Pick<Next, 'moves' | 'recalled'>,
  at: number,
): EndedPreview[] {
  const apps = appsEndedBy(current, next);
  return [...previewLog.of(replay).values()].flatMap(({ link }) => {
    const shown = Object.entries(buildsOfLink(link));
    const [app, build] = shown.find(([name]) => apps.includes(name)) ?? [];
    const isOpen = Date.parse(link.expiresAt) > at;
    return app && build && isOpen ? [{ id: link.id, app, build }] : [];
  });
}

/** Ends running previews of these apps in the transaction that makes the revision; also managers', which have no link. */
export async function endPreviews(
  db: Writer,
  current: Revision | null,
  revision: Revision,
): Promise<void> {
  for (const app of appsEndedBy(current, revision)) {
    // The value of other kinds need not be JSON, and `and` does not guarantee an order of evaluation.
    await sql`
      delete from short_lived where case when kind = 'preview'
        then jsonb_exists(value::jsonb -> 'builds', ${app}) else false end`.execute(db);
  }
}
