import type { MenuEntry } from '@tallystick/contract/remote';
import { PopoverButton } from '@tallystick/shared/ui/popover-button';
import { type MouseEvent, type ReactNode, useState } from 'react';
import { strings } from '../strings.ts';
import { EntryLink } from './entry-link.tsx';
import styles from './more-entries.module.css';

/** The first of the entries, at most `places` of them, and the rest, which need one place together. */
export function divideEntries(entries: readonly MenuEntry[], places: number) {
  const shown = entries.length > places ? places - 1 : places;
  return { first: entries.slice(0, shown), rest: entries.slice(shown) };
}

interface MoreEntriesProps {
  readonly entries: readonly MenuEntry[];
  /** Stands above the word, where the entries beside it have icons. */
  readonly icon?: ReactNode;
}

/** Opens the entries for which the menu has no place. They are made when it is opened. */
export function MoreEntries({ entries, icon }: MoreEntriesProps) {
  const [open, setOpen] = useState(false);
  if (entries.length === 0) return null;
  return (
    <PopoverButton
      label={
        <>
          {icon}
          {strings.more}
        </>
      }
      onToggle={setOpen}
    >
      {open ? (
        <ul className={styles.list}>
          {entries.map((entry) => (
            <li key={entry.name}>
              <EntryLink entry={entry} onClick={close}>
                {entry.text}
              </EntryLink>
            </li>
          ))}
        </ul>
      ) : null}
    </PopoverButton>
  );
}

/** A navigation within the page leaves a popover open. */
function close({ currentTarget }: MouseEvent<HTMLElement>): void {
  const sheet = currentTarget.closest('[popover]');
  if (sheet instanceof HTMLElement) sheet.hidePopover();
}
