import type { MenuEntry, Width } from '@tallystick/shared/contracts/remote';
import { useSession } from '@tallystick/shared/session';
import { Link, useLocation } from 'react-router-dom';
import { HomeMark, UserIcon } from '../menu/icons.tsx';
import { entryPath, isCurrent, liesUnder } from '../menu/menu.ts';
import { strings } from '../strings.ts';
import styles from './top-bar.module.css';
import { useScrolledAway } from './use-scrolled-away.ts';
import { Zone } from './zone.tsx';

/** Home, the menu and the way to the account; on a narrow screen home, page name and account. */
export function TopBar(props: {
  size: Width;
  productName: string;
  page: string;
  entries: readonly MenuEntry[];
}) {
  const { pathname } = useLocation();
  const away = useScrolledAway();
  return (
    <header className={styles.bar} data-away={away || undefined}>
      <Zone size={props.size}>
        <div className={styles.row}>
          <Link to="/" className={styles.home} aria-label={strings.home(props.productName)}>
            <HomeMark />
            <span className={styles.name}>{props.productName}</span>
          </Link>
          <nav className={styles.menu} aria-label={strings.menu}>
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
          <AccountLink pathname={pathname} />
        </div>
      </Zone>
    </header>
  );
}

function AccountLink({ pathname }: { pathname: string }) {
  const known = useSession().status === 'signed-in';
  return (
    <Link
      to="/auth/mail"
      className={styles.account}
      aria-label={known ? strings.signedInAccount : strings.account}
      aria-current={liesUnder('/auth', pathname) ? 'page' : undefined}
    >
      <UserIcon filled={known} />
    </Link>
  );
}
