import type { MenuEntry } from '@tallystick/shared/contracts/remote';
import { Link, useLocation } from 'react-router-dom';
import { strings } from '../strings.ts';
import { EntryIcon } from './icons.tsx';
import { entryPath, isCurrent } from './menu.ts';
import styles from './menu-bar.module.css';

/** The menu within a thumb's reach: at the bottom of narrow screens, and only there. */
export function MenuBar({ entries }: { entries: readonly MenuEntry[] }) {
  const { pathname } = useLocation();
  return (
    <nav className={styles.bar} aria-label={strings.menu}>
      {entries.map((entry) => (
        <Link
          key={entry.name}
          to={entryPath(entry)}
          className={styles.entry}
          aria-current={isCurrent(entry, pathname) ? 'page' : undefined}
        >
          <EntryIcon name={entry.icon} />
          {entry.text}
        </Link>
      ))}
    </nav>
  );
}
