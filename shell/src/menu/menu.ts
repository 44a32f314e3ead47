import type { MenuEntry, RemoteDeclaration } from '@tallystick/contract/remote';

/** The entries that the shell brings itself; the rest come from the remotes. */
const shellEntries: readonly MenuEntry[] = [
  { name: 'api', text: 'API', link: 'api', icon: 'code', order: 40, actv: true },
  { name: 'pricing', text: 'Pricing', link: '/', icon: 'tag', order: 50, actv: false },
  { name: 'contact', text: 'Contact Us', link: 'contact', icon: 'mail', order: 60, actv: true },
].map((entry) => ({ ...entry, user: ['user', 'team'], subs: ['lite'] }));

/**
 * The active entries of the shell and the remotes, in their order. The ledger knows one tier, and signing in does not
 * say for which team somebody is: so far all are users of that tier.
 */
export function menuEntries(
  remotes: readonly { readonly declaration: Pick<RemoteDeclaration, 'menu'> }[],
): readonly MenuEntry[] {
  return [...shellEntries, ...remotes.flatMap(({ declaration }) => declaration.menu)]
    .filter(({ actv, user, subs }) => actv && user.includes('user') && subs.includes('lite'))
    .toSorted((one, other) => one.order - other.order);
}

/** Path of an entry: `/` for home, else `/{link}`. */
export function entryPath({ link }: MenuEntry): string {
  return link === '/' ? '/' : `/${link}`;
}

/** True if both paths have the same first segment. */
export function liesUnder(parent: string, path: string): boolean {
  return firstSegment(parent) === firstSegment(path);
}

/** In small letters, as the router compares them. */
function firstSegment(path: string): string {
  return (path.split('/')[1] ?? '').toLowerCase();
}
