import type { MenuEntry } from '@tallystick/contract/remote';
import { entryPath, liesUnder } from '@tallystick/shell-kit/menu';
import { Link, type LinkProps, useLocation } from 'react-router-dom';

/** A link to where an entry of the menu leads; it is marked as current on that page, and below. */
export function EntryLink({ entry, ...link }: { entry: MenuEntry } & Omit<LinkProps, 'to'>) {
  const { pathname } = useLocation();
  const current = liesUnder(entryPath(entry), pathname) ? 'page' : undefined;
  return <Link to={entryPath(entry)} aria-current={current} {...link} />;
}
