import type { MenuEntry, Width } from '@tallystick/shared/contracts/remote';
import { Link, useLocation } from '@tallystick/shared/router';
import { entryPath, isCurrent } from '../menu/menu.ts';
import { HomeIcon, UserIcon } from './icons.tsx';
import styles from './top-bar.module.css';
import { Zone } from './zone.tsx';

/** Home, the menu and the way to the account; on a narrow screen home, page name and account. */
export function TopBar(props: {
  size: Width;
  productName: string;
  page: string;
  entries: readonly MenuEntry[];
}) {
  const { pathname } = useLocation();
  return (
    <header className={styles.bar}>
      <Zone size={props.size}>
        <div className={styles.row}>
          <Link to="/" className={styles.home} aria-label={`${props.productName} home`}>
            <HomeIcon />
            <span className={styles.name}>{props.productName}</span>
          </Link>
          <nav className={styles.menu} aria-label="Main">
            {props.entries.map((entry) => (
              <Link
                key={entry.name}
                to={entryPath(entry)}
                aria-current={isCurrent(entry, pathname) ? 'page' : undefined}
              >
                {entry.text}
              </Link>
            ))}
          </nav>
          <h2 className={styles.page}>{props.page}</h2>
          <Link to="/auth/mail" className={styles.account} aria-label="Account">
            <UserIcon />
          </Link>
        </div>
      </Zone>
    </header>
  );
}
