import type { MenuEntry } from '@tallystick/contract/remote';
import { strings } from '../strings.ts';
import { EntryLink } from './entry-link.tsx';
import { Icon } from './icons.tsx';
import styles from './menu-bar.module.css';
import { divideEntries, MoreEntries } from './more-entries.tsx';

/** Entries beside the search. */
const places = 5;

/** The menu within a thumb's reach: at the bottom of narrow screens, and only there. */
export function MenuBar({
  entries,
  onSearch,
}: {
  entries: readonly MenuEntry[];
  /** Null: there is no search. */
  onSearch: (() => void) | null;
}) {
  const { first, rest } = divideEntries(entries, places);
  return (
    <nav className={styles.bar} aria-label={strings.menu}>
      {first.map((entry) => (
        <EntryLink key={entry.name} entry={entry} className={styles.entry}>
          <Icon name={entry.icon} />
          <span data-text={entry.text}>{entry.text}</span>
        </EntryLink>
      ))}
      <MoreEntries entries={rest} icon={<Icon name="more" />} />
      {onSearch === null ? null : (
        <button type="button" className={styles.entry} onClick={onSearch}>
          <Icon name="search" />
          {strings.search.open}
        </button>
      )}
    </nav>
  );
}
