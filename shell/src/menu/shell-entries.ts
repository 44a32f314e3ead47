import type { RemoteBuild } from '@tallystick/shared/contracts/release';
import type { MenuEntry } from '@tallystick/shared/contracts/remote';

/** The menu entries that the shell brings itself; the rest come from the remotes. */
export const shellEntries: readonly MenuEntry[] = [
  { name: 'api', text: 'API', link: 'api', icon: 'code', order: 40, actv: true },
  { name: 'pricing', text: 'Pricing', link: '/', icon: 'tag', order: 50, actv: false },
  { name: 'contact', text: 'Contact Us', link: 'contact', icon: 'mail', order: 60, actv: true },
].map((entry) => ({ ...entry, user: ['user', 'team'], subs: ['lite'] }));

/** All menu entries of a site, the shell's and the remotes'. */
export function menuEntries(remotes: readonly RemoteBuild[]): readonly MenuEntry[] {
  return [...shellEntries, ...remotes.flatMap(({ declaration }) => declaration.menu)];
}
