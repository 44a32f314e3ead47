import { type KeyboardEvent, useLayoutEffect, useRef } from 'react';
import { openChoice } from '../choice/choice.ts';
import { useChoice } from '../choice/use-choice.ts';
import { longestSearch } from './list-query.ts';
import classes from './search-box.module.css';
import { strings } from './strings.ts';
import { useSearch } from './use-search.ts';

const searchKey = openChoice('search-key', ['on', 'off'], 'on');

/**
 * Searches the list while one types. `/` leads into the box, unless somebody has switched that key
 * off, as who speaks to the computer may have to; Escape empties the box, and leaves it empty.
 */
export function SearchBox({ search }: { readonly search: string }) {
  const input = useRef<HTMLInputElement>(null);
  const { text, type, submit, begin } = useSearch(search);
  const [key, chooseKey] = useChoice(searchKey);
  const keyIsOn = key === 'on';
  useSearchKey(input, keyIsOn);

  const leave = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key !== 'Escape' || event.nativeEvent.isComposing) return;
    event.preventDefault();
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
          aria-keyshortcuts={keyIsOn ? strings.searchKey : undefined}
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
        <button
          type="button"
          className={classes.key}
          data-key={key}
          aria-label={strings.searchKeys[key]}
          title={strings.searchKeys[key]}
          onClick={() => chooseKey(keyIsOn ? 'off' : 'on')}
        >
          {keyIsOn ? strings.searchKey : strings.searchKeyOff}
        </button>
      </form>
    </search>
  );
}

/** `/` puts the cursor into the box, unless one is writing somewhere. */
function useSearchKey(input: React.RefObject<HTMLInputElement | null>, isOn: boolean): void {
  // Before it is drawn: whoever sees the box may press the key.
  useLayoutEffect(() => {
    if (!isOn) return;
    const look = (key: globalThis.KeyboardEvent) => {
      if (key.key !== strings.searchKey || key.ctrlKey || key.metaKey || key.altKey) return;
      if (key.defaultPrevented || key.isComposing || isWriting(key.target)) return;
      key.preventDefault();
      input.current?.focus();
      input.current?.select();
    };
    document.addEventListener('keydown', look);
    return () => document.removeEventListener('keydown', look);
  }, [input, isOn]);
}

function isWriting(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.matches('input, textarea, select'))
  );
}
