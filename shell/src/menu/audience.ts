import type { MenuEntry } from '@tallystick/shared/contracts/remote';
import type { Session } from '@tallystick/shared/session';

/** Whom the menu is shown to. */
export interface Audience {
  kind: MenuEntry['user'][number];
  tier: MenuEntry['subs'][number];
}

/**
 * The kind and tier of whoever is here. The ledger knows one tier, and signing in says who somebody
 * is but not for which team: so far everybody, visitors too, is a user on lite.
 */
export function audienceOf(_session: Session): Audience {
  return { kind: 'user', tier: 'lite' };
}
