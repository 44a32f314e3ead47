import type { Environment } from '@tallystick/settings/environment';
import type { PartContext } from '../../src/part/part.ts';
import { type KeptSession, type KeptSessions, minute } from './kept-sessions.ts';
import type { Provider } from './provider.ts';

/**
 * Keeps the groups of sessions no older than SESSION_REFRESH_MINUTES. One server asks the provider in the last quarter
 * of that time, so that the requests of others do not wait for it.
 */
export function openRefreshing(
  kept: Pick<KeptSessions, 'takeTurn' | 'change' | 'remove'>,
  provider: Pick<Provider, 'refresh'>,
  { SESSION_REFRESH_MINUTES: minutes }: Pick<Environment, 'SESSION_REFRESH_MINUTES'>,
  { now }: Pick<PartContext, 'now'>,
) {
  const after = minutes * minute;

  /** The session with groups that are new enough; null: it is over, or the provider cannot be asked. */
  return async (session: KeptSession): Promise<KeptSession | null> => {
    const { id, refreshToken, refreshedAt, person } = session;
    const due = refreshedAt + after;
    if (now() < due - after / 4) return session;
    const asBefore = () => (now() < due ? session : null);
    if (refreshToken === null || !(await kept.takeTurn(id))) return asBefore();
    const asked = await provider.refresh(refreshToken, person.subject);
    if (!asked.ok) {
      // Down is not forgotten: once it answers, the session goes on.
      if (asked.code === 'unavailable') return asBefore();
      await kept.remove(id);
      return null;
    }
    const { groups, refreshToken: next } = asked.value;
    const changed = {
      ...session,
      ...{ groups: [...groups], refreshToken: next ?? refreshToken, refreshedAt: now() },
    };
    await kept.change(changed);
    return changed;
  };
}
