import type { AnyNotice } from '../contract/notice.ts';
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
