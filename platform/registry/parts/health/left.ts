import * as v from 'valibot';
import type { Revision } from '../../src/contract/channel.ts';
import { type Notice, noticeSchema } from '../../src/contract/notice.ts';
import type { Reader } from '../../src/store/writes.ts';

/**
 * What the registry has left to people since a moment (ISO), for builds that a channel gives out now: for each app the
 * newest notice.
 */
export async function readLeft(
  db: Reader,
  current: Revision | null,
  since: string,
): Promise<Notice[]> {
  if (current === null) return [];
  const rows = await db
    .selectFrom('notice')
    .select('body')
    .where('key', 'like', `left ${current.channel} %`)
    .where('made_at', '>=', new Date(since))
    .orderBy('made_at', 'desc')
    .orderBy('id', 'desc')
    .limit(200)
    .execute();
  const seen = new Set<string>();
  return rows
    .map(({ body }) => v.parse(noticeSchema, body))
    .filter(({ app, build, revision }) => {
      const given = [current.builds[app], current.canaries[app]?.build];
      const isNewest = !seen.has(app);
      seen.add(app);
      return isNewest && given.includes(build) && revision <= current.revision;
    });
}
