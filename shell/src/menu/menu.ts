import type { MenuEntry } from '@tallystick/contract/remote';
import { menuEntries } from '@tallystick/shell-kit/menu';

/** The entries that the shell brings itself. */
const own: readonly MenuEntry[] = [
  { name: 'api', text: 'API', link: 'api', icon: 'code', order: 40, actv: true },
  { name: 'pricing', text: 'Pricing', link: '/', icon: 'tag', order: 50, actv: false },
  { name: 'contact', text: 'Contact Us', link: 'contact', icon: 'mail', order: 60, actv: true },
].map((entry) => ({ ...entry, user: ['user', 'team'], subs: ['lite'] }));

/**
 * The menu with the entries of these remotes. The ledger knows one tier, and signing in does not say for which team
 * somebody is: so far all are users of that tier.
 */
export function ledgerMenu(remotes: Parameters<typeof menuEntries>[0]): readonly MenuEntry[] {
  return menuEntries(remotes, {
    own,
    isFor: ({ user, subs }) => user.includes('user') && subs.includes('lite'),
  });
}
