import { longestSearch } from '@tallystick/shared/contracts/longest-search';
import type { Ref } from 'react';
import { strings } from '../strings.ts';
import classes from './search-field.module.css';
import { searchKey } from './use-search-key.ts';

interface SearchInputProps {
  ref: Ref<HTMLInputElement>;
  /** Id of the listbox of suggestions. */
  listId: string;
  /** Whether the key leads here, which is then shown. */
  withKey: boolean;
  onInput: () => void;
}

/** The input of a search: a combobox whose state is set once suggestions are loaded. */
export function SearchInput({ ref, listId, withKey, onInput }: SearchInputProps) {
  return (
    <>
      <input
        ref={ref}
        className={classes.input}
        type="search"
        name="q"
        role="combobox"
        aria-label={strings.search.label}
        aria-keyshortcuts={withKey ? searchKey : undefined}
        aria-autocomplete="list"
        aria-expanded={false}
        aria-controls={listId}
        placeholder={strings.search.placeholder}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        enterKeyHint="search"
        maxLength={longestSearch}
        onInput={onInput}
      />
      {withKey ? (
        <span className={classes.hint} aria-hidden="true">
          {searchKey}
        </span>
      ) : null}
    </>
  );
}
