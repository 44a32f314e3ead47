import type { Reader } from '../store/writes.ts';

/** How precisely the last use of a token is kept, in milliseconds. */
const usedWithin = 60_000;

/** Writes when a token was last used. Only people look at it, so a write that fails refuses nothing. */
export function openTokenUse(db: Reader, now: () => number): (id: string) => Promise<void> {
  /** When the use of each token was last written. */
  const used = new Map<string, number>();

  return async (id) => {
    const last = used.get(id);
    if (last !== undefined && now() - last >= 0 && now() - last < usedWithin) return;
    used.set(id, now());
    const at = new Date(now()).toISOString();
    await db
      .updateTable('token')
      .set({ last_used_at: at })
      .where('id', '=', id)
      .execute()
      .catch(() => {});
  };
}
