import { type KeyboardEvent, useEffect, useRef } from 'react';
import { longestSearch } from './list-query.ts';
import classes from './search-box.module.css';
import { strings } from './strings.ts';
import { useSearch } from './use-search.ts';

/** Searches the list while one types. `/` leads into the box; Escape empties it, and leaves it empty. */
export function SearchBox({ search }: { readonly search: string }) {
  const input = useRef<HTMLInputElement>(null);
  const { text, type, submit, begin } = useSearch(search);
  useSearchKey(input);

  const leave = (key: KeyboardEvent<HTMLInputElement>) => {
    if (key.key !== 'Escape' || key.nativeEvent.isComposing) return;
    key.preventDefault();
    if (text === '') input.current?.blur();
    else submit('');
  };

  return (
    <search className={classes.box}>
      <form
        className={classes.form}
        onSubmit={(event) => {
          event.preventDefault();
          submit(text);
        }}
      >
        <input
          ref={input}
          className={classes.input}
          type="search"
          aria-label={strings.search}
          aria-keyshortcuts={strings.searchKey}
          placeholder={strings.searchHint}
          autoComplete="off"
          spellCheck={false}
          enterKeyHint="search"
          maxLength={longestSearch}
          value={text}
          onFocus={begin}
          onChange={({ target }) => type(target.value)}
          onKeyDown={leave}
        />
        <span className={classes.key} aria-hidden="true">
          {strings.searchKey}
        </span>
      </form>
    </search>
  );
}

/** `/` puts the cursor into the box, unless one is writing somewhere. */
function useSearchKey(input: React.RefObject<HTMLInputElement | null>): void {
  useEffect(() => {
    const look = (key: globalThis.KeyboardEvent) => {
      if (key.key !== strings.searchKey || key.ctrlKey || key.metaKey || key.altKey) return;
      if (key.defaultPrevented || key.isComposing || isWriting(key.target)) return;
      key.preventDefault();
      input.current?.focus();
      input.current?.select();
    };
    document.addEventListener('keydown', look);
    return () => document.removeEventListener('keydown', look);
  }, [input]);
}

function isWriting(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.matches('input, textarea, select'))
  );
}
