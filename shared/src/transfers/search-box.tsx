import { type KeyboardEvent, useEffect, useRef } from 'react';
import { longestSearch } from '../contracts/longest-search.ts';
import control from '../ui/control.module.css';
import type { TransferQuery } from './list-query.ts';
import classes from './search-box.module.css';
import { strings } from './strings.ts';
import { useSearch } from './use-search.ts';

/** Searches the list while one types. Escape empties the box, and leaves it empty. */
export function SearchBox({ query }: { readonly query: TransferQuery }) {
  const input = useRef<HTMLInputElement>(null);
  const { text, type, submit, begin } = useSearch(query);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a box that comes rendered takes letters before anybody listens
  useEffect(() => {
    const typed = input.current?.value ?? text;
    if (typed !== text) type(typed);
  }, []);

  const leave = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key !== 'Escape' || event.nativeEvent.isComposing) return;
    event.preventDefault();
    if (text === '') input.current?.blur();
    else submit('');
  };

  return (
    <search className={classes.box}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          submit(text);
        }}
      >
        <input
          ref={input}
          className={control.control}
          type="search"
          name="q"
          aria-label={strings.search}
          placeholder={strings.search}
          autoComplete="off"
          spellCheck={false}
          enterKeyHint="search"
          maxLength={longestSearch}
          value={text}
          onFocus={begin}
          onChange={({ target }) => type(target.value)}
          onKeyDown={leave}
        />
      </form>
    </search>
  );
}
