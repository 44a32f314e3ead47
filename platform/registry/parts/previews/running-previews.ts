import { sql } from 'kysely';
import * as v from 'valibot';
import { newestOf, type Replay } from '../../src/audit/replay.ts';
import { readRevision } from '../../src/channel/read-channel.ts';
import {
  keptSelectionSchema,
  type PreviewSelection,
} from '../../src/contract/preview-selection.ts';
import { kinds } from '../../src/short-lived/kinds.ts';
import type { Reader } from '../../src/store/writes.ts';
import type { OpenPreview } from './contract/preview-links.ts';
import { isRecalled } from './ended-previews.ts';

/** A browser that is in a preview, as its row says: only the browser's own secret proves that. */
interface RunningPreview {
  row: Uint8Array;
  selected: PreviewSelection;
  /** The one whose quota it counts against: the link's id, or the name of the manager who had the ticket. */
  owner: string;
  expiresAt: Date;
}

/** A preview that a manager looks at by a ticket. One of several apps is listed once for each. */
interface TicketPreview {
  row: Uint8Array;
  preview: OpenPreview;
}

/** @param now milliseconds since 1970 */
export async function readRunningPreviews(db: Reader, now: number): Promise<RunningPreview[]> {
  const rows = await db
    .selectFrom('short_lived')
    .select(['id', 'owner', 'value', 'expires_at'])
    .where('kind', '=', 'preview')
    .where('expires_at', '>', sql<Date>`${new Date(now).toISOString()}::timestamptz`)
    .execute();
  return rows.flatMap(({ id, owner, value, expires_at: expiresAt }) => {
    const { success, output } = v.safeParse(keptSelectionSchema, value);
    return success ? [{ row: id, selected: output, owner, expiresAt }] : [];
  });
}

/** Those that began by a manager's ticket, and that still show something. */
export async function ticketPreviews(
  db: Reader,
  replay: Replay,
  running: readonly RunningPreview[],
): Promise<TicketPreview[]> {
  const byTicket = running.filter(({ selected }) => selected.link === undefined);
  const named = byTicket.map(async ({ row, selected, owner, expiresAt }) => {
    const { channel } = selected;
    const createdAt = new Date(expiresAt.getTime() - kinds.preview.life).toISOString();
    const made = { createdAt, createdBy: owner, expiresAt: expiresAt.toISOString() };
    const id = Buffer.from(row).toString('hex', 0, 8);
    return Object.entries(await shownIn(db, replay, selected)).map(([app, build]) => ({
      row,
      preview: { id, app, build, channel, once: true, ...made, browsers: 1 },
    }));
  });
  return (await Promise.all(named)).flat();
}

/** The builds that a preview is of: those that were chosen, and of a revision those that are not live now. None: it shows nothing. */
async function shownIn(
  db: Reader,
  replay: Replay,
  { channel, revision, builds }: PreviewSelection,
): Promise<Readonly<Record<string, string>>> {
  const newest = newestOf(replay, channel);
  const of = revision === undefined ? null : await readRevision(db, replay, channel, revision);
  const all = Object.entries({ ...of?.builds, ...builds });
  if (all.some(([app, build]) => isRecalled(newest?.recalled ?? [], app, build))) return {};
  return Object.fromEntries(
    all.filter(([app, build]) => app in builds || newest?.builds[app] !== build),
  );
}
