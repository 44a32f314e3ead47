import type { MenuEntry, Width } from '@tallystick/contract/remote';
import { useSession } from '@tallystick/shared/session';
import { siteConfiguration } from '@tallystick/shared/site';
import { liesUnder } from '@tallystick/shell-kit/menu';
import { Link, useLocation } from 'react-router-dom';
import { EntryLink } from '../menu/entry-link.tsx';
import { HomeMark, Icon, UserIcon } from '../menu/icons.tsx';
import { divideEntries, MoreEntries } from '../menu/more-entries.tsx';
import { SearchField } from '../search/search-field.tsx';
import type { Finding } from '../search/use-finding.ts';
import { strings } from '../strings.ts';
import styles from './top-bar.module.css';
import { useNarrow } from './use-narrow.ts';
import { useScrolledAway } from './use-scrolled-away.ts';
import { Zone } from './zone.tsx';

/** Entries that one line has place for. */
const places = 6;

/** Home, the menu and the way to the account; on a narrow screen home, page name and account. */
export function TopBar(props: {
  size: Width;
  page: string;
  entries: readonly MenuEntry[];
  /** Null: there is no search. */
  finding: Finding | null;
}) {
  const away = useScrolledAway();
  const narrow = useNarrow();
  const { productName } = siteConfiguration();
  const { finding } = props;
  return (
    <header className={styles.bar} data-away={away || undefined}>
      <Zone size={props.size}>
        <div className={styles.row}>
          <Link to="/" className={styles.home} aria-label={strings.home(productName)}>
            <HomeMark />
            <span className={styles.name}>{productName}</span>
          </Link>
          {finding === null ? null : <BarSearch finding={finding} />}
          {narrow === true ? null : <BarMenu entries={props.entries} />}
          <h2 className={styles.page}>{props.page}</h2>
          <AccountLink />
        </div>
      </Zone>
    </header>
  );
}

function BarMenu({ entries }: { entries: readonly MenuEntry[] }) {
  const { first, rest } = divideEntries(entries, places);
  return (
    <nav className={styles.menu} aria-label={strings.menu}>
      {first.map((entry) => (
        <EntryLink key={entry.name} entry={entry}>
          {/* As wide as it is when it is the current one. */}
          <span data-text={entry.text}>{entry.text}</span>
        </EntryLink>
      ))}
      <MoreEntries entries={rest} />
    </nav>
  );
}

function BarSearch({ finding }: { finding: Finding }) {
  return (
    <div className={styles.search} data-open={finding.isOpen || undefined}>
      <SearchField finding={finding}>
        <button type="button" className={styles.close} onClick={finding.back}>
          <Icon name="close" />
          <span className="visually-hidden">{strings.search.close}</span>
        </button>
      </SearchField>
    </div>
  );
}

function AccountLink() {
  const { pathname } = useLocation();
  const session = useSession();
  const user = session.status === 'signed-in' ? session.user : null;
  const name = user === null ? strings.account : strings.signedIn(user.email);
  // As large as the icon of a visitor, so that signing in moves nothing.
  const [letter] = user?.email ?? '';
  return (
    <Link
      to="/auth/mail"
      className={styles.account}
      aria-label={name}
      title={name}
      aria-current={liesUnder('/auth', pathname) ? 'page' : undefined}
    >
      {letter === undefined ? (
        <UserIcon filled={user !== null} />
      ) : (
        <span className={styles.letter}>{letter.toUpperCase()}</span>
      )}
    </Link>
  );
}
