import * as v from 'valibot';
import type { Revision } from '../contract/channel.ts';
import { type AnyNotice, type Notice, noticeSchema } from '../contract/notice.ts';
import type { Hooks } from '../part/hooks.ts';
import type { Reader } from '../store/writes.ts';

/**
 * Keeps a notice to be sent, once for each key, whoever comes first. Put in the transaction of what it reports, it
 * is sent if and only if that was done. The same again says that it is still so.
 */
export async function putNotice<N extends AnyNotice>(
  db: Reader,
  hooks: readonly Hooks[],
  key: string,
  notice: N,
): Promise<void> {
  await db
    .insertInto('notice')
    .values({
      key,
      made_at: notice.at,
      body: JSON.stringify(notice),
      tries: 0,
      next_at: notice.at,
    })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ made_at: notice.at }))
    .execute();
  for (const hook of hooks) await hook.noticed?.(db, key, notice);
}

/**
 * What the registry would do but leaves to people, of builds that a channel gives out now, as far as
 * it was so lately: since a moment (ISO).
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
