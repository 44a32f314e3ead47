import type { MenuEntry } from '@tallystick/shared/contracts/remote';

/** Whom the menu is shown to. */
export interface Audience {
  kind: MenuEntry['user'][number];
  tier: MenuEntry['subs'][number];
}

/** The ledger knows one tier, and signing in does not say for which team somebody is: so far all are this. */
export const everybody: Audience = { kind: 'user', tier: 'lite' };
